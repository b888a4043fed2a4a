//! Which `if` an `else` belongs to.

use examen_syntax::java::{Field, Kind, Node};

use super::method_code::only_statement;

/// Returns whether a statement ends with an `if` that has no `else`, so that an `else` behind the statement would be
/// its own.
pub(crate) fn ends_with_short_if(statement: Node<'_>) -> bool {
    ends_open(statement, Some)
}

/// The same, if braces around single statements were taken away.
pub(crate) fn would_end_with_short_if(statement: Node<'_>) -> bool {
    ends_open(statement, only_statement)
}

fn ends_open<'t>(statement: Node<'t>, body_of: impl Fn(Node<'t>) -> Option<Node<'t>>) -> bool {
    let mut last = Some(statement);
    while let Some(statement) = last {
        last = match statement.kind() {
            Kind::IfStatement => match statement.child(Field::Alternative) {
                Some(alternative) => body_of(alternative),
                None => return true,
            },
            Kind::WhileStatement | Kind::ForStatement | Kind::EnhancedForStatement => {
                statement.child(Field::Body).and_then(&body_of)
            }
            Kind::LabeledStatement => statement.children().last(),
            _ => None,
        };
    }
    false
}
