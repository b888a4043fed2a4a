//! Methods and what they do to the object they are called on.

use examen_syntax::python::{Expr, ExprKind, Function, Id, Node, ParameterKind, StmtKind};

use super::model::{Model, ScopeKind};

/// `self.name`, whatever the first parameter of the method is called.
#[derive(Clone, Copy, Debug)]
pub struct SelfAttribute<'t> {
    /// The method whose first parameter the object is.
    pub method: Id<Function>,
    /// The name behind the dot.
    pub name: &'t str,
}

impl<'t> Model<'t> {
    /// The attribute of a method's first parameter that an expression is.
    pub fn self_attribute(&self, expr: Id<Expr>) -> Option<SelfAttribute<'t>> {
        let ExprKind::Attribute { value, name, .. } = self.tree[expr].kind else {
            return None;
        };
        let variable = self.variable_of(value)?;
        let ScopeKind::Function(method) = self[self[variable].scope].kind else {
            return None;
        };
        self.class_of(method)?;
        let first = self.tree.ids(self.tree[method].parameters).next()?;
        let is_positional = matches!(self.tree[first].kind, ParameterKind::Positional | ParameterKind::PositionalOnly);
        let is_first = self[self.parameter_definition(first)].variable == variable;
        (is_positional && is_first).then(|| SelfAttribute { method, name: name.text(self.source) })
    }

    /// Whether an expression is the target of `target += …`, which is read as well as stored to.
    pub fn is_augmented(&self, expr: Id<Expr>) -> bool {
        match self.parent(expr) {
            Some(Node::Stmt(stmt)) => {
                matches!(self.tree[stmt].kind, StmtKind::AugAssign { target, .. } if target == expr)
            }
            _ => false,
        }
    }

    /// Calls `visit` for each node that a function's own scope holds, parents first: defaults, decorators, lambdas,
    /// comprehensions and inner definitions are not looked into.
    pub fn visit_body(&self, function: Id<Function>, visit: &mut impl FnMut(Node)) {
        let scope = self.function_scope(function);
        for &stmt in self.tree.list(self.tree[function].body) {
            self.tree.walk(stmt.into(), &mut |node| {
                let holder = match node {
                    Node::Stmt(stmt) => self.scope_of_stmt(stmt),
                    Node::Expr(expr) => self.scope_of_expr(expr),
                    Node::Pattern(_) => return,
                };
                if holder == scope {
                    visit(node);
                }
            });
        }
    }
}
