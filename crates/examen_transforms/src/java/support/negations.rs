//! Putting `!` before expressions, and taking it away.

use std::cmp::Reverse;

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java_method::{JavaMethod, insert, replace};

/// Edits of expressions that may lie in one another.
#[derive(Debug, Default)]
pub(crate) struct Negations {
    parts: Vec<(Span, Vec<Edit>)>,
}

impl Negations {
    /// Puts a text around an expression.
    pub(crate) fn wrap(&mut self, node: Node<'_>, before: &str, after: &str) {
        let Span { start, end } = node.span();
        let mut edits = vec![insert(start, before)];
        if !after.is_empty() {
            edits.push(insert(end, after));
        }
        self.parts.push((node.span(), edits));
    }

    /// `true` for `false`, and `false` for `true`.
    pub(crate) fn flip(&mut self, literal: Node<'_>) {
        let flipped = if literal.kind() == Kind::True { "false" } else { "true" };
        self.parts.push((literal.span(), vec![replace(literal, flipped)]));
    }

    /// Takes the operator away from a unary expression.
    pub(crate) fn strip(&mut self, unary: Node<'_>, source: &str) {
        let is_sign = |node: &Node<'_>| node.kind() == Kind::Token;
        let Some(operator) = unary.child(Field::Operator).or_else(|| unary.children().find(is_sign)) else { return };
        let Span { start, end } = operator.span();
        let before = source.get(..start as usize).and_then(|text| text.chars().next_back());
        let after = source.get(end as usize..).and_then(|text| text.chars().next());
        // `return!a` is two words.
        let is_word = |character: Option<char>| character.is_some_and(|it| it.is_alphanumeric() || "_$\\".contains(it));
        let space = if is_word(before) && is_word(after) { " " } else { "" };
        self.parts.push((operator.span(), vec![replace(operator, space)]));
    }

    /// Another operator for an assignment.
    pub(crate) fn operator(&mut self, assignment: Node<'_>, operator: &str) {
        if let Some(old) = assignment.child(Field::Operator) {
            self.parts.push((old.span(), vec![replace(old, operator)]));
        }
    }

    /// All edits; what is put around an expression stands outside of what is put around its parts.
    pub(crate) fn into_edits(mut self) -> Vec<Edit> {
        self.parts.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
        self.parts.into_iter().flat_map(|(_, edits)| edits).collect()
    }
}

/// Returns whether a node is `!` with its operand.
pub(crate) fn is_negation(node: Node<'_>) -> bool {
    node.kind() == Kind::UnaryExpression
        && node.child(Field::Operator).is_some_and(|operator| operator.kind_name() == "!")
}

/// Returns whether parentheses are an expression's, and not a part of `if`, `while`, `do`, `switch` or `synchronized`.
pub(crate) fn are_expressions<'t>(method: &JavaMethod<'t>, parentheses: Node<'t>) -> bool {
    let above = method.model.parent(parentheses).map_or(Kind::Other, Node::kind);
    parentheses.kind() == Kind::ParenthesizedExpression
        && !matches!(
            above,
            Kind::IfStatement
                | Kind::WhileStatement
                | Kind::DoStatement
                | Kind::SwitchExpression
                | Kind::SynchronizedStatement
        )
}
