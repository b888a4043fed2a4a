//! The opposite of a condition.

use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use super::method_code::signs;
use super::precedence::{UNARY, operator, precedence, unparenthesized};
use crate::java_method::{JavaMethod, insert, replace};

/// The edits that turn a condition into its opposite: `!a` becomes `a`, `==` becomes `!=`, and anything else gets a `!`.
/// `a < b` does not become `a >= b`, since both are false of a number that is none.
///
/// `is_whole` tells that nothing but parentheses stands around it, so that no further ones are needed.
pub(crate) fn opposite<'t>(method: &JavaMethod<'t>, condition: Node<'t>, is_whole: bool) -> Vec<Edit> {
    let inner = unparenthesized(condition);
    if let Some(operator) = equality(inner) {
        let opposite = if operator.kind_name() == "==" { "!=" } else { "==" };
        return vec![replace(operator, opposite)];
    }
    if let Some((sign, operand)) = negated(inner) {
        let mut edits = vec![method.replace_with_whitespace(sign.span(), sign.span().start, operand.span().start, "")];
        if is_whole
            && inner == condition
            && operand.kind() == Kind::ParenthesizedExpression
            && let Some((open, close)) = signs(operand, "(", ")")
        {
            edits.extend([replace(open, ""), method.drop_closing(close)]);
        }
        return edits;
    }
    let span = condition.span();
    if precedence(condition) < UNARY {
        vec![insert(span.start, "!("), insert(span.end, ")")]
    } else {
        vec![insert(span.start, "!")]
    }
}

/// Returns whether the opposite needs no further sign: that of `!a`, `a == b` and `a != b`.
pub(crate) fn has_plain_opposite(condition: Node<'_>) -> bool {
    equality(condition).is_some() || negated(condition).is_some()
}

fn equality(node: Node<'_>) -> Option<Node<'_>> {
    let operator = node.child(Field::Operator).filter(|_| node.kind() == Kind::BinaryExpression)?;
    matches!(operator.kind_name(), "==" | "!=").then_some(operator)
}

/// The `!` and what is behind it.
pub(crate) fn negated(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    if node.kind() != Kind::UnaryExpression || operator(node) != "!" {
        return None;
    }
    Some((node.child(Field::Operator)?, node.child(Field::Operand)?))
}
