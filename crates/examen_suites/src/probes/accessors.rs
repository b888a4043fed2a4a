//! Getters and setters, which are too easy to ask about.

use examen_syntax::java::{Field, Kind, Method, Node};
use examen_syntax::python::{Expr, ExprKind, Id, Stmt, StmtKind, Tree};

/// Returns whether a method only returns a name or a field, or only assigns a name to one (and returns `this`).
pub(super) fn is_java_accessor(method: Method<'_>) -> bool {
    if method.is_constructor() {
        return false;
    }
    let statements = method.body().into_iter().flat_map(Node::named_children).filter(|node| !node.kind().is_comment());
    let statements: Vec<Node<'_>> = statements.take(3).collect();
    match statements[..] {
        [only] => returned(only).is_some_and(is_java_name) || is_assignment(only),
        [first, last] => is_assignment(first) && returned(last).is_some_and(|node| node.kind() == Kind::This),
        _ => false,
    }
}

fn returned(statement: Node<'_>) -> Option<Node<'_>> {
    if statement.kind() != Kind::ReturnStatement {
        return None;
    }
    statement.named_children().find(|node| !node.kind().is_comment())
}

fn is_assignment(statement: Node<'_>) -> bool {
    let assignment = statement.child_of_kind(Kind::AssignmentExpression);
    statement.kind() == Kind::ExpressionStatement
        && assignment.is_some_and(|it| {
            it.child(Field::Left).is_some_and(is_java_name) && it.child(Field::Right).is_some_and(is_java_name)
        })
}

/// `name`, `this.name`, `Some.name`.
fn is_java_name(node: Node<'_>) -> bool {
    match node.kind() {
        Kind::Identifier | Kind::This => true,
        Kind::FieldAccess => node.child(Field::Object).is_some_and(is_java_name),
        _ => false,
    }
}

/// Returns whether a body only returns a name or an attribute, or only assigns a name to one.
pub(super) fn is_python_accessor(tree: &Tree, body: &[Id<Stmt>]) -> bool {
    let [only] = body else { return false };
    let is_name = |mut expr: Id<Expr>| {
        while let ExprKind::Attribute { value, .. } = tree[expr].kind {
            expr = value;
        }
        matches!(tree[expr].kind, ExprKind::Name { .. })
    };
    match tree[*only].kind {
        StmtKind::Return { value: Some(value) } => is_name(value),
        StmtKind::Assign { targets, value } => {
            is_name(value) && tree.list(targets).iter().all(|&target| is_name(target))
        }
        _ => false,
    }
}
