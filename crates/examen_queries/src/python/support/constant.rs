//! Expressions that always have the same value, by their form alone.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Expr, ExprKind, Id, Node, StmtKind, UnaryOp};

use super::literal;

/// Returns whether nothing in an expression can change: no name, no call, nothing that can raise an exception that is
/// caught. `None`, `True` and `False` are constants, but inside another expression they count as names.
pub(crate) fn is_constant(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    matches!(file.tree()[expr].kind, ExprKind::None | ExprKind::True | ExprKind::False) || !varies(file, expr)
}

fn varies(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.tree()[expr].kind {
        ExprKind::Call { .. }
        | ExprKind::DictComprehension { .. }
        | ExprKind::Error
        | ExprKind::False
        | ExprKind::Generator { .. }
        | ExprKind::ListComprehension { .. }
        | ExprKind::Name { .. }
        | ExprKind::None
        | ExprKind::Repr { .. }
        | ExprKind::SetComprehension { .. }
        | ExprKind::True
        | ExprKind::Yield { .. }
        | ExprKind::YieldFrom { .. } => true,
        ExprKind::Ellipsis | ExprKind::Number => false,
        ExprKind::String { .. } if literal::is_string_constant(file, expr) => false,
        // What a lambda does is of no matter, only what it is made of.
        ExprKind::Lambda { parameters, .. } => file
            .list(parameters)
            .iter()
            .flat_map(|parameter| [parameter.default, parameter.annotation])
            .flatten()
            .any(|expr| varies(file, expr)),
        _ => has_varying_part(file, expr) || may_raise(file, expr) && is_in_try(file, expr),
    }
}

fn has_varying_part(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    let mut found = false;
    file.tree().children(expr.into(), &mut |child| {
        if let Node::Expr(child) = child {
            found = found || varies(file, child);
        }
    });
    found
}

fn may_raise(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.tree()[expr].kind {
        ExprKind::Attribute { .. } | ExprKind::Binary { .. } | ExprKind::Subscript { .. } => true,
        ExprKind::Unary { op, .. } => op != UnaryOp::Not,
        _ => false,
    }
}

/// Returns whether an exception of an expression goes to an `except` clause.
fn is_in_try(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    let span = file.span(expr);
    for node in file.model().ancestors(expr) {
        let Node::Stmt(stmt) = node else {
            continue;
        };
        match file.tree()[stmt].kind {
            StmtKind::Function(_) | StmtKind::Class(_) => return false,
            StmtKind::Try { body, handlers, finally, .. } => {
                let is_in = |list| file.list(list).iter().any(|&stmt| file.span(stmt).contains(span));
                if is_in(body) && !handlers.is_empty() {
                    return true;
                }
                if !finally.is_empty() && !is_in(finally) {
                    return false;
                }
            }
            _ => {}
        }
    }
    false
}
