//! Who may name a parameter in a call.

use std::collections::BTreeSet;

use examen_semantics::python::{ScopeId, ScopeKind, VariableId};
use examen_syntax::Span;
use examen_syntax::python::{Expr, ExprKind, Id, List, Name, Node, Parameter, ParameterKind, Stmt, StmtKind};

use crate::python_function::PythonFunction;

/// Functions of Python itself that call their first argument or what is given as `key`, never with keywords.
const CALL_BY_POSITION: &[&str] = &["filter", "map", "max", "min", "reduce", "sorted"];

impl PythonFunction<'_> {
    /// The keywords of calls that name a parameter of the function or lambda that opens a scope; none if calls that are
    /// not seen may name it too.
    pub(crate) fn keywords_of_callers(
        &self,
        scope: ScopeId,
        parameter: Id<Parameter>,
        read_by_name: &BTreeSet<ScopeId>,
    ) -> Option<Vec<Span>> {
        let tree = self.tree();
        match tree[parameter].kind {
            ParameterKind::PositionalOnly | ParameterKind::Variadic | ParameterKind::VariadicKeyword => {
                return Some(Vec::new());
            }
            ParameterKind::Positional | ParameterKind::KeywordOnly => {}
        }
        let (variable, parameters) = match self.model[scope].kind {
            // The callers of the function itself are elsewhere.
            ScopeKind::Function(inner) if inner != self.function && tree[inner].decorators.is_empty() => {
                (self.model[self.model.function_definition(inner)].variable, tree[inner].parameters)
            }
            ScopeKind::Lambda(lambda) => {
                let ExprKind::Lambda { parameters, .. } = tree[lambda].kind else { return None };
                match self.model.parent(lambda)? {
                    Node::Expr(call) => return self.keywords_to_lambda(call, lambda, parameters, parameter),
                    Node::Stmt(stmt) => (self.only_target(stmt)?, parameters),
                    Node::Pattern(_) => return None,
                }
            }
            _ => return None,
        };
        let is_local = matches!(self.model[self.model[variable].scope].kind, ScopeKind::Function(_));
        if !is_local
            || self.model[variable].is_declared
            || read_by_name.contains(&self.model[variable].scope)
            || self.model.definitions_of(variable).len() != 1
        {
            return None;
        }
        let mut spans = Vec::new();
        for &name in self.model.uses(variable) {
            let Node::Expr(call) = self.model.parent(name)? else { return None };
            spans.extend(self.keywords(call, name, parameters, parameter)?);
        }
        Some(spans)
    }

    /// The variable of `name = …`.
    fn only_target(&self, stmt: Id<Stmt>) -> Option<VariableId> {
        let StmtKind::Assign { targets, .. } = self.tree()[stmt].kind else { return None };
        match self.tree().list(targets) {
            [target] => self.model.variable_of(*target),
            _ => None,
        }
    }

    /// As [`Self::keywords`], for a lambda that is called at once, or handed to a function that is known.
    fn keywords_to_lambda(
        &self,
        call: Id<Expr>,
        lambda: Id<Expr>,
        parameters: List<Parameter>,
        parameter: Id<Parameter>,
    ) -> Option<Vec<Span>> {
        let tree = self.tree();
        let ExprKind::Call { function, arguments, keywords } = tree[call].kind else { return None };
        if function == lambda {
            return self.keywords(call, lambda, parameters, parameter);
        }
        let is_key = |name: Name| name.text(self.model.source) == "key";
        let is_handed_over = tree.list(arguments).first() == Some(&lambda)
            || tree.list(keywords).iter().any(|keyword| keyword.value == lambda && keyword.name.is_some_and(is_key));
        let name = self.text(tree[function].span);
        let is_known = matches!(tree[function].kind, ExprKind::Name { .. })
            && CALL_BY_POSITION.contains(&name)
            && self.is_builtin(self.model.scope_of_expr(function), name);
        (is_handed_over && is_known).then(Vec::new)
    }

    /// The keywords of a call of `called` that name the parameter; none if it is another call, or if it takes names that
    /// are not seen.
    fn keywords(
        &self,
        call: Id<Expr>,
        called: Id<Expr>,
        parameters: List<Parameter>,
        parameter: Id<Parameter>,
    ) -> Option<Vec<Span>> {
        let (tree, source) = (self.tree(), self.model.source);
        let ExprKind::Call { function, keywords, .. } = tree[call].kind else { return None };
        let is_open = tree.list(parameters).iter().any(|it| it.kind == ParameterKind::VariadicKeyword);
        if function != called || is_open && !keywords.is_empty() {
            return None;
        }
        let names: Option<Vec<_>> = tree.list(keywords).iter().map(|keyword| keyword.name).collect();
        let is_meant = |name: &Name| name.text(source) == tree[parameter].name.text(source);
        Some(names?.into_iter().filter(is_meant).map(|name| name.span).collect())
    }
}
