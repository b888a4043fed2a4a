//! Permute statement.

use std::collections::{BTreeMap, BTreeSet};

use examen_semantics::python::{DefinitionKind, ScopeId, ScopeKind, VariableId};
use examen_syntax::Span;
use examen_syntax::python::{Context, Expr, ExprKind, Function, Id, Node, Stmt, StmtKind};

use crate::python_function::{PythonFunction, replace};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "PS",
    name: "permute statement",
    description: "Two assignments to local variables change places. Between them are only such assignments, at most seven.",
    reason: "The values are constants, local variables that certainly have a value, and lists, tuples, sets and dicts of those, so \
             that no other code runs and nothing fails. No statement of the two and of those between them and either of \
             the two name a variable that the other assigns.",
    refuses: "Assignments whose values call, compute, look up attributes or items, or hash variables; global and built-in names \
              and variables that may have no value; assignments that depend on each other.",
    paper: "",
    has_all_places: false,
    find: Finder::Python(find),
};

/// How far apart two statements may be: pairs stay about as many as statements.
const MAX_DISTANCE: usize = 8;

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let mut walk = Walk { function, found, certain: BTreeSet::new(), noted: Vec::new(), lost: BTreeMap::new() };
    walk.function(function.function);
}

/// An assignment of a value to a name.
struct Assignment {
    span: Span,
    target: VariableId,
    reads: Vec<VariableId>,
    /// Why it cannot be moved.
    fault: Option<&'static str>,
}

impl Assignment {
    fn is_independent_of(&self, other: &Self) -> bool {
        self.target != other.target && !self.reads.contains(&other.target) && !other.reads.contains(&self.target)
    }
}

/// Goes through blocks with the variables that certainly have a value.
struct Walk<'f, 't> {
    function: &'f PythonFunction<'t>,
    found: &'f mut Found,
    certain: BTreeSet<VariableId>,
    /// What was added to `certain`, to be undone behind the block.
    noted: Vec<VariableId>,
    /// Whether a variable may lose its value.
    lost: BTreeMap<VariableId, bool>,
}

impl Walk<'_, '_> {
    fn function(&mut self, id: Id<Function>) {
        let (tree, model) = (self.function.tree(), self.function.model);
        let outside = (std::mem::take(&mut self.certain), std::mem::take(&mut self.noted));
        for parameter in tree.ids(tree[id].parameters) {
            self.note(model[model.parameter_definition(parameter)].variable);
        }
        self.block(tree.list(tree[id].body), model.function_scope(id));
        (self.certain, self.noted) = outside;
    }

    fn block(&mut self, stmts: &[Id<Stmt>], scope: ScopeId) {
        let before = self.noted.len();
        // The variables of a class are attributes, whose order is seen.
        let is_in_class = matches!(self.function.model[scope].kind, ScopeKind::Class(_));
        let mut run = Vec::new();
        for &stmt in stmts {
            if let Some(assignment) = self.assignment(stmt, scope).filter(|_| !is_in_class) {
                run.push(assignment);
            } else {
                self.swap_pairs(&run);
                run.clear();
                self.blocks_of(stmt, scope);
            }
            self.note_behind(stmt, scope);
        }
        self.swap_pairs(&run);
        self.forget_since(before);
    }

    fn assignment(&mut self, stmt: Id<Stmt>, scope: ScopeId) -> Option<Assignment> {
        let (tree, model) = (self.function.tree(), self.function.model);
        let (target, value) = match tree[stmt].kind {
            StmtKind::Assign { targets, value } => (*tree.list(targets).first()?, value),
            StmtKind::AnnAssign { target, value: Some(value), .. } => (target, value),
            _ => return None,
        };
        if matches!(tree[stmt].kind, StmtKind::Assign { targets, .. } if targets.len() > 1)
            || !matches!(tree[target].kind, ExprKind::Name { .. })
        {
            return None;
        }
        let target = model.variable_of(target)?;
        let mut reads = Vec::new();
        let is_local = model[target].scope == scope;
        let fault = if is_local { self.read(value, false, &mut reads).err() } else { Some("not-a-local-variable") };
        Some(Assignment { span: tree[stmt].span, target, reads, fault })
    }

    /// Adds the variables that a value reads; fails where it does more than read. What is hashed may not even be read.
    fn read(&self, value: Id<Expr>, is_hashed: bool, reads: &mut Vec<VariableId>) -> Result<(), &'static str> {
        let (tree, model) = (self.function.tree(), self.function.model);
        match tree[value].kind {
            ExprKind::None | ExprKind::True | ExprKind::False | ExprKind::Ellipsis | ExprKind::Number => Ok(()),
            ExprKind::String { parts } if tree.list(parts).iter().all(|part| part.interpolations.is_empty()) => Ok(()),
            // A signed number.
            ExprKind::Unary { operand, .. }
                if self.function.negated_operand(value).is_none() && matches!(tree[operand].kind, ExprKind::Number) =>
            {
                Ok(())
            }
            ExprKind::Name { .. } if !is_hashed => match model.variable_of(value) {
                Some(variable) if self.certain.contains(&variable) => {
                    reads.push(variable);
                    Ok(())
                }
                _ => Err("may-be-unbound"),
            },
            ExprKind::List { elements, .. } | ExprKind::Tuple { elements, .. } if !is_hashed => {
                tree.list(elements).iter().try_for_each(|&element| self.read(element, false, reads))
            }
            ExprKind::Set { elements } if !is_hashed => {
                tree.list(elements).iter().try_for_each(|&element| self.read(element, true, reads))
            }
            ExprKind::Dict { items } if !is_hashed => tree.list(items).iter().try_for_each(|item| {
                self.read(item.key.ok_or("runs-code")?, true, reads)?;
                self.read(item.value, false, reads)
            }),
            _ => Err("runs-code"),
        }
    }

    fn swap_pairs(&mut self, run: &[Assignment]) {
        for (at, first) in run.iter().enumerate() {
            let rest = run.get(at + 1..).unwrap_or_default();
            for (distance, second) in rest.iter().take(MAX_DISTANCE).enumerate() {
                let dependent = (!first.is_independent_of(second)).then_some("dependent");
                let fault = first.fault.or(second.fault).or(dependent);
                if let Some(reason) = fault {
                    if distance == 0 {
                        self.found.refuse(first.span.cover(second.span), reason);
                    }
                    // It would be between the two of every further pair.
                    break;
                }
                if rest.iter().take(distance).all(|between| second.is_independent_of(between)) {
                    let text = |it: &Assignment| self.function.text(it.span);
                    let edits = vec![replace(first.span, text(second)), replace(second.span, text(first))];
                    self.found.site(first.span.cover(second.span), edits);
                }
            }
        }
    }

    /// Goes into the blocks of a statement. What is certain before it is so at the start of each.
    fn blocks_of(&mut self, stmt: Id<Stmt>, scope: ScopeId) {
        let (tree, model) = (self.function.tree(), self.function.model);
        let before = self.noted.len();
        match tree[stmt].kind {
            StmtKind::Function(function) => self.function(function),
            StmtKind::Class(class) => self.block(tree.list(tree[class].body), model.class_scope(class)),
            StmtKind::For { target, body, orelse, .. } => {
                self.note_target(target, scope);
                self.block(tree.list(body), scope);
                self.forget_since(before);
                self.block(tree.list(orelse), scope);
            }
            StmtKind::While { body, orelse, .. } => {
                self.block(tree.list(body), scope);
                self.block(tree.list(orelse), scope);
            }
            StmtKind::If { branches, orelse } => {
                for branch in tree.list(branches) {
                    self.block(tree.list(branch.body), scope);
                }
                self.block(tree.list(orelse), scope);
            }
            StmtKind::Match { cases, .. } => {
                for case in tree.list(cases) {
                    self.block(tree.list(case.body), scope);
                }
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.block(tree.list(body), scope);
                for handler in tree.list(handlers) {
                    self.block(tree.list(handler.body), scope);
                }
                self.block(tree.list(orelse), scope);
                self.block(tree.list(finally), scope);
            }
            StmtKind::With { items, body, .. } => {
                for target in tree.list(items).iter().filter_map(|item| item.target) {
                    self.note_target(target, scope);
                }
                self.block(tree.list(body), scope);
                self.forget_since(before);
            }
            _ => {}
        }
    }

    /// Notes the variables that certainly have a value behind a statement.
    fn note_behind(&mut self, stmt: Id<Stmt>, scope: ScopeId) {
        let (tree, model) = (self.function.tree(), self.function.model);
        match tree[stmt].kind {
            StmtKind::Assign { targets, .. } => {
                for &target in tree.list(targets) {
                    self.note_target(target, scope);
                }
            }
            StmtKind::AnnAssign { target, value: Some(_), .. } | StmtKind::AugAssign { target, .. } => {
                self.note_target(target, scope);
            }
            StmtKind::Import { names } | StmtKind::ImportFrom { names, .. } => {
                for definition in tree.ids(names).filter_map(|alias| model.alias_definition(alias)) {
                    self.note_local(model[definition].variable, scope);
                }
            }
            StmtKind::Function(function) => {
                self.note_local(model[model.function_definition(function)].variable, scope);
            }
            StmtKind::Class(class) => self.note_local(model[model.class_definition(class)].variable, scope),
            _ => {}
        }
    }

    fn note_target(&mut self, target: Id<Expr>, scope: ScopeId) {
        let (tree, model) = (self.function.tree(), self.function.model);
        let mut stored = Vec::new();
        tree.walk(target.into(), &mut |node| {
            if let Node::Expr(id) = node
                && matches!(tree[id].kind, ExprKind::Name { context: Context::Store })
            {
                stored.extend(model.variable_of(id));
            }
        });
        for variable in stored {
            self.note_local(variable, scope);
        }
    }

    fn note_local(&mut self, variable: VariableId, scope: ScopeId) {
        if self.function.model[variable].scope == scope {
            self.note(variable);
        }
    }

    fn note(&mut self, variable: VariableId) {
        let model = self.function.model;
        // The name of an exception loses its value behind the handler.
        let takes_away =
            |kind: DefinitionKind| matches!(kind, DefinitionKind::Delete { .. } | DefinitionKind::Handler { .. });
        let is_lost = || model.definitions_of(variable).iter().any(|&id| takes_away(model[id].kind));
        if !*self.lost.entry(variable).or_insert_with(is_lost) && self.certain.insert(variable) {
            self.noted.push(variable);
        }
    }

    fn forget_since(&mut self, before: usize) {
        for variable in self.noted.drain(before.min(self.noted.len())..) {
            self.certain.remove(&variable);
        }
    }
}
