//! From an `if` to a ternary.

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use super::same_value::{Direction, is_same_value, is_stable_target};
use crate::java::support::method_code::{has_comment, only_statement, signs};
use crate::java::support::precedence::{TERNARY, inside, operator, precedence};
use crate::java::support::value_types::ValueType;
use crate::java_method::{JavaMethod, insert};

/// A branch that is nothing but a `return` or an assignment.
struct Branch<'t> {
    /// What is assigned to; nothing for a `return`.
    target: Option<Node<'t>>,
    value: Node<'t>,
    statement: Node<'t>,
}

fn branch(body: Node<'_>) -> Option<Branch<'_>> {
    let statement = only_statement(body)?;
    let first = statement.named_children().find(|child| !child.kind().is_comment())?;
    match statement.kind() {
        Kind::ReturnStatement => Some(Branch { target: None, value: first, statement }),
        Kind::ExpressionStatement if first.kind() == Kind::AssignmentExpression && operator(first) == "=" => {
            Some(Branch { target: Some(first.child(Field::Left)?), value: first.child(Field::Right)?, statement })
        }
        _ => None,
    }
}

/// The edits that put a statement with a ternary in the place of an `if`, or why it must stay; nothing if its branches are
/// more or other than two returns or two assignments to one place.
pub(super) fn ternary<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Result<Vec<Edit>, &'static str>> {
    let first = branch(node.child(Field::Consequence)?)?;
    let second = branch(node.child(Field::Alternative)?)?;
    let parenthesized = node.child(Field::Condition)?;
    let condition = inside(parenthesized)?;
    let (target, receiver) = match (first.target, second.target) {
        (None, None) => (method.returned_type(first.statement), "return ".to_owned()),
        (Some(one), Some(other)) if method.text(one) == method.text(other) => {
            if !is_stable_target(method, one, &[condition, first.value, second.value]) {
                return Some(Err("target-may-change"));
            }
            (target_type(method, one, other), format!("{} = ", method.text(one)))
        }
        _ => return None,
    };
    let (open, close) = signs(parenthesized, "(", ")")?;
    let keeps_parentheses = precedence(condition) <= TERNARY;
    let (from, to) =
        if keeps_parentheses { (open.span().start, close.span().end) } else { (open.span().end, close.span().start) };
    let (first_value, second_value) = (first.value.span(), second.value.span());
    let spans = [
        (Span::new(node.span().start, from), receiver),
        (Span::new(to, first_value.start), " ? ".to_owned()),
        (Span::new(first_value.end, second_value.start), " : ".to_owned()),
        (Span::new(second_value.end, node.span().end), ";".to_owned()),
    ];
    if spans.iter().any(|(span, _)| has_comment(node, span.start, span.end)) {
        return Some(Err("comment-in-between"));
    }
    if !is_same_value(method, target, [first.value, second.value], Direction::ToTernary) {
        return Some(Err("values-may-be-converted"));
    }
    let mut edits: Vec<Edit> = spans.into_iter().map(|(span, text)| Edit { span, text }).collect();
    for value in [first.value, second.value] {
        if precedence(value) <= TERNARY {
            edits.extend([insert(value.span().start, "("), insert(value.span().end, ")")]);
        }
    }
    Some(Ok(edits))
}

fn target_type<'t>(method: &JavaMethod<'t>, one: Node<'t>, other: Node<'t>) -> ValueType {
    let (of_one, of_other) = (method.value_type(one), method.value_type(other));
    if of_one == of_other { of_one } else { ValueType::Unknown }
}
