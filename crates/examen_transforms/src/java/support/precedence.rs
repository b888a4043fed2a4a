//! How tightly an expression holds together, and what is inside parentheses.

use examen_syntax::java::{Field, Kind, Node};

pub(crate) const TERNARY: u8 = 2;
pub(crate) const AND: u8 = 4;
pub(crate) const UNARY: u8 = 13;

/// Returns how tightly an expression holds together (JLS 15); of operands of an operator, those below its own number
/// need parentheses.
pub(crate) fn precedence(node: Node<'_>) -> u8 {
    match node.kind() {
        // A `switch` is an operand in the specification; older compilers and readers want parentheses.
        Kind::AssignmentExpression | Kind::LambdaExpression | Kind::SwitchExpression => 1,
        Kind::TernaryExpression => TERNARY,
        Kind::BinaryExpression => of_operator(operator(node)),
        Kind::InstanceofExpression => 9,
        Kind::UnaryExpression | Kind::CastExpression => UNARY,
        Kind::UpdateExpression => 14,
        _ => 15,
    }
}

/// Returns how tightly a binary operator holds its operands.
pub(crate) fn of_operator(operator: &str) -> u8 {
    match operator {
        "||" => 3,
        "&&" => AND,
        "|" => 5,
        "^" => 6,
        "&" => 7,
        "==" | "!=" => 8,
        "<" | "<=" | ">" | ">=" => 9,
        "<<" | ">>" | ">>>" => 10,
        "+" | "-" => 11,
        _ => 12,
    }
}

/// The operator of an assignment, a binary or a unary expression; empty for anything else.
pub(crate) fn operator(node: Node<'_>) -> &'static str {
    node.child(Field::Operator).map_or("", |operator| operator.kind_name())
}

/// The left and right side of a binary expression or assignment.
pub(crate) fn sides(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    Some((node.child(Field::Left)?, node.child(Field::Right)?))
}

/// Returns what is between one pair of parentheses.
pub(crate) fn inside(parenthesized: Node<'_>) -> Option<Node<'_>> {
    parenthesized.named_children().find(|child| !child.kind().is_comment())
}

/// Returns what is inside any number of parentheses.
pub(crate) fn unparenthesized(node: Node<'_>) -> Node<'_> {
    let mut inner = node;
    while inner.kind() == Kind::ParenthesizedExpression
        && let Some(next) = inside(inner)
    {
        inner = next;
    }
    inner
}

/// Returns whether the grammar may have read `(a) - b` as a cast of `-b`, so that the operands around it are not what
/// they seem.
pub(crate) fn may_be_misread_cast(node: Node<'_>) -> bool {
    let is_name = |named: Node<'_>| matches!(named.kind(), Kind::TypeIdentifier | Kind::ScopedTypeIdentifier);
    node.kind() == Kind::CastExpression
        && node.child(Field::Type).is_some_and(is_name)
        && node
            .child(Field::Value)
            .is_some_and(|value| value.kind() == Kind::UnaryExpression && matches!(operator(value), "+" | "-"))
}
