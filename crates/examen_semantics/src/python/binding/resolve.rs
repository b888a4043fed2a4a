//! The resolution of names, when all scopes and definitions of a file are known.

use examen_syntax::python::{Expr, Id};

use super::{Declaration, Use, Walk};
use crate::python::model::{
    DefinitionId, Meaning, Model, NO_VARIABLE, ScopeId, ScopeKind, Variable, VariableId, VariablesByName,
};
use crate::python::symbols::Symbol;

impl<'t> Walk<'t> {
    pub(super) fn resolve(mut self) -> Model<'t> {
        self.declarations.sort_by_key(|declaration| (declaration.scope, declaration.symbol));
        self.make_variables();
        let mut uses: Vec<(VariableId, Id<Expr>)> = Vec::with_capacity(self.uses.len());
        for Use { name, symbol, scope } in std::mem::take(&mut self.uses) {
            let variable = self.variable_for(symbol, scope);
            let meaning = &mut self.model.names[name.index()];
            if meaning.as_definition().is_none() {
                *meaning = Meaning::variable(variable);
            }
            self.note_access(variable, scope);
            uses.push((variable, name));
        }
        for at in 0..self.model.definitions.len() {
            let scope = self.model.definitions[at].scope;
            let variable = self.variable_for(self.defined[at], scope);
            self.model.definitions[at].variable = variable;
            self.note_access(variable, scope);
        }
        for declaration in &self.declarations {
            if let Some(variable) = lookup(&self.model, declaration.symbol, declaration.scope, declaration.is_global) {
                self.model.variables[variable.index()].is_declared = true;
                if self.model[variable].scope != declaration.scope {
                    self.model.variables[variable.index()].escapes = true;
                }
            }
        }
        self.group(uses);
        self.group_variables();
        self.model
    }

    /// Variables are numbered by name and then by scope, so that a lookup is a short binary search.
    fn make_variables(&mut self) {
        let mut bound: Vec<(Symbol, ScopeId)> = Vec::with_capacity(self.defined.len());
        for (definition, &symbol) in self.model.definitions.iter().zip(&self.defined) {
            match self.declaration(symbol, definition.scope) {
                None => bound.push((symbol, definition.scope)),
                Some(declaration) if declaration.is_global => bound.push((symbol, ScopeId(0))),
                Some(_) => {}
            }
        }
        bound.sort_unstable();
        bound.dedup();
        let symbols = self.model.symbols.len();
        let mut starts = vec![0; symbols + 1];
        for &(symbol, _) in &bound {
            starts[symbol.index() + 1] += 1;
        }
        for at in 0..symbols {
            starts[at + 1] += starts[at];
        }
        self.model.variables_by_name = VariablesByName {
            starts,
            scopes: bound.iter().map(|&(_, scope)| scope).collect(),
            unbound: vec![NO_VARIABLE; symbols],
        };
        for (symbol, scope) in bound {
            self.add_variable(symbol, scope);
        }
    }

    fn add_variable(&mut self, symbol: Symbol, scope: ScopeId) -> VariableId {
        let id = VariableId(self.model.variables.len() as u32);
        let variable =
            Variable { symbol, scope, escapes: false, is_declared: false, uses: (0, 0), definitions: (0, 0) };
        self.model.variables.push(variable);
        id
    }

    fn declaration(&self, symbol: Symbol, scope: ScopeId) -> Option<&Declaration> {
        if scope == ScopeId(0) || !self.has_declarations[scope.index()] {
            return None;
        }
        let key = (scope, symbol);
        let at = self.declarations.binary_search_by_key(&key, |other| (other.scope, other.symbol)).ok()?;
        self.declarations.get(at)
    }

    fn variable_for(&mut self, symbol: Symbol, scope: ScopeId) -> VariableId {
        let found = match self.declaration(symbol, scope) {
            None => lookup(&self.model, symbol, scope, false),
            Some(declaration) if declaration.is_global => self.model.local(ScopeId(0), symbol),
            Some(_) => self.model[scope].parent.and_then(|outer| lookup_outside(&self.model, symbol, outer)),
        };
        found.unwrap_or_else(|| {
            let variable = self.add_variable(symbol, ScopeId(0));
            self.model.variables_by_name.unbound[symbol.index()] = variable;
            variable
        })
    }

    fn note_access(&mut self, variable: VariableId, scope: ScopeId) {
        let variable = &mut self.model.variables[variable.index()];
        variable.escapes |= variable.scope != scope;
    }

    fn group(&mut self, mut uses: Vec<(VariableId, Id<Expr>)>) {
        let model = &mut self.model;
        uses.sort_by_key(|&(variable, _)| variable);
        for run in uses.chunk_by(|a, b| a.0 == b.0) {
            let start = model.uses.len() as u32;
            model.uses.extend(run.iter().map(|&(_, name)| name));
            model.variables[run[0].0.index()].uses = (start, model.uses.len() as u32);
        }
        let mut definitions: Vec<DefinitionId> = (0..model.definitions.len() as u32).map(DefinitionId).collect();
        definitions.sort_by_key(|id| model.definitions[id.index()].variable);
        for run in
            definitions.chunk_by(|a, b| model.definitions[a.index()].variable == model.definitions[b.index()].variable)
        {
            let start = model.definitions_by_variable.len() as u32;
            model.definitions_by_variable.extend(run);
            let variable = model.definitions[run[0].index()].variable;
            model.variables[variable.index()].definitions = (start, model.definitions_by_variable.len() as u32);
        }
    }
}

impl Walk<'_> {
    /// Lists the variables of each scope, in the order of their numbers.
    fn group_variables(&mut self) {
        let model = &mut self.model;
        for variable in &model.variables {
            model.scopes[variable.scope.index()].variables.1 += 1;
        }
        let mut start = 0;
        for scope in &mut model.scopes {
            let count = scope.variables.1;
            scope.variables = (start, start);
            start += count;
        }
        model.scope_variables = vec![NO_VARIABLE; model.variables.len()];
        for (index, variable) in model.variables.iter().enumerate() {
            let (_, end) = &mut model.scopes[variable.scope.index()].variables;
            model.scope_variables[*end as usize] = VariableId(index as u32);
            *end += 1;
        }
    }
}

/// The variable a name means in a scope: its own, then those of the functions around it, then the module's.
fn lookup(model: &Model<'_>, symbol: Symbol, scope: ScopeId, is_global: bool) -> Option<VariableId> {
    if is_global {
        return model.local(ScopeId(0), symbol);
    }
    if let Some(variable) = model.local(scope, symbol) {
        return Some(variable);
    }
    lookup_outside(model, symbol, model[scope].parent?)
}

/// The variable a name means that the scopes inside `scope` do not bind; classes hide their names from them.
fn lookup_outside(model: &Model<'_>, symbol: Symbol, scope: ScopeId) -> Option<VariableId> {
    let visible = |scope: &ScopeId| !matches!(model[*scope].kind, ScopeKind::Class(_));
    model.enclosing_scopes(scope).filter(visible).find_map(|scope| model.local(scope, symbol))
}
