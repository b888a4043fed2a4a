//! The scopes of a function, and what reads their names unseen.

use std::collections::BTreeSet;

use examen_semantics::python::{ScopeId, ScopeKind, VariableId, Version};
use examen_syntax::python::{Expr, ExprKind, Id, Node, StmtKind};

use crate::python_function::PythonFunction;

impl PythonFunction<'_> {
    /// Calls `visit` for every node of the body, parents first, in the order of the text.
    pub(crate) fn walk(&self, visit: &mut impl FnMut(Node)) {
        let tree = self.tree();
        for &stmt in tree.list(tree[self.function].body) {
            tree.walk(stmt.into(), visit);
        }
    }

    /// The scope of the function's own variables.
    pub(crate) fn scope(&self) -> ScopeId {
        self.model.function_scope(self.function)
    }

    /// The scopes of the function: its own, then those of everything in its body, outer ones first.
    pub(crate) fn scopes(&self) -> Vec<ScopeId> {
        let (tree, model) = (self.tree(), self.model);
        let mut scopes = vec![self.scope()];
        self.walk(&mut |node| match node {
            Node::Stmt(id) => match tree[id].kind {
                StmtKind::Function(function) => scopes.push(model.function_scope(function)),
                StmtKind::Class(class) => scopes.push(model.class_scope(class)),
                _ => {}
            },
            Node::Expr(id) => match tree[id].kind {
                ExprKind::Lambda { body: inside, .. }
                | ExprKind::Generator { element: inside, .. }
                | ExprKind::ListComprehension { element: inside, .. }
                | ExprKind::SetComprehension { element: inside, .. }
                | ExprKind::DictComprehension { key: inside, .. } => {
                    // The list comprehensions of Python 2 open no scope.
                    let scope = model.scope_of_expr(inside);
                    if scope != model.scope_of_expr(id) {
                        scopes.push(scope);
                    }
                }
                _ => {}
            },
            Node::Pattern(_) => {}
        });
        scopes
    }

    /// The scopes whose variables something may read or write by the text of their names: `locals()`, `eval` and the
    /// like stand in them or in a scope inside them. Frames that are looked at from outside are not considered.
    pub(crate) fn scopes_read_by_name(&self) -> BTreeSet<ScopeId> {
        let (tree, model) = (self.tree(), self.model);
        let mut readers = BTreeSet::new();
        self.walk(&mut |node| match node {
            Node::Stmt(id) => match tree[id].kind {
                StmtKind::Exec { .. } => _ = readers.insert(model.scope_of_stmt(id)),
                StmtKind::ImportFrom { names, .. }
                    if tree.list(names).iter().any(|alias| alias.name.text(model.source) == "*") =>
                {
                    readers.insert(model.scope_of_stmt(id));
                }
                _ => {}
            },
            Node::Expr(id) if matches!(tree[id].kind, ExprKind::Name { .. }) => {
                let is_reader = match model.text(tree[id].span) {
                    "eval" | "exec" | "execfile" | "locals" => true,
                    "input" => model.version == Version::Python2,
                    "dir" | "vars" => !self.is_called_with_an_argument(id),
                    _ => false,
                };
                let is_global = |variable: VariableId| model[variable].scope == model.module_scope();
                if is_reader && model.variable_of(id).is_some_and(is_global) {
                    readers.insert(model.scope_of_expr(id));
                }
            }
            Node::Expr(_) | Node::Pattern(_) => {}
        });
        readers.into_iter().flat_map(|scope| model.enclosing_scopes(scope)).collect()
    }

    fn is_called_with_an_argument(&self, name: Id<Expr>) -> bool {
        let Some(Node::Expr(call)) = self.model.parent(name) else { return false };
        let ExprKind::Call { function, arguments, .. } = self.tree()[call].kind else { return false };
        let is_starred = |&argument: &Id<Expr>| matches!(self.tree()[argument].kind, ExprKind::Starred { .. });
        function == name && self.tree().list(arguments).first().is_some_and(|first| !is_starred(first))
    }

    /// Returns whether a name means Python's own in a scope: nothing in the file that is seen from there gives it
    /// another meaning.
    pub(crate) fn is_builtin(&self, scope: ScopeId, name: &str) -> bool {
        let is_bound = |scope| {
            let variable = self.model.local_named(scope, name);
            variable.is_some_and(|variable| !self.model.definitions_of(variable).is_empty())
        };
        self.model.star_imports().is_empty() && !self.model.enclosing_scopes(scope).any(is_bound)
    }

    /// Returns whether the head of the function with type parameters that a variable belongs to may mean it: the model
    /// has one scope for both, Python has two.
    pub(crate) fn is_named_in_own_head(&self, variable: VariableId) -> bool {
        let ScopeKind::Function(function) = self.model[self.model[variable].scope].kind else { return false };
        let function = &self.tree()[function];
        let head = self.tree()[function.stmt].header;
        let is_in_head = |&name: &Id<Expr>| head.contains(self.tree()[name].span);
        !function.type_parameters.is_empty() && self.model.uses(variable).iter().any(is_in_head)
    }

    /// Returns whether new variables can be made in a scope without being seen: not in the body of a class, whose
    /// variables are attributes, nor where names are read by their text.
    pub(crate) fn new_variables(&self, scope: ScopeId, read_by_name: &BTreeSet<ScopeId>) -> Result<(), &'static str> {
        if matches!(self.model[scope].kind, ScopeKind::Class(_)) {
            Err("in-the-body-of-a-class")
        } else if read_by_name.contains(&scope) {
            Err("names-read-by-text")
        } else {
            Ok(())
        }
    }
}
