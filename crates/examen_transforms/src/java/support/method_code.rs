//! The nodes of a method's code, and the text between them.

use examen_syntax::java::{Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java_method::JavaMethod;

impl<'t> JavaMethod<'t> {
    /// The nodes of the body, parents first, in the order of the text; what annotations hold is left out.
    pub(crate) fn code(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        let mut walk = self.method.body().map(Node::descendants);
        std::iter::from_fn(move || {
            let walk = walk.as_mut()?;
            let node = walk.next()?;
            if matches!(node.kind(), Kind::Annotation | Kind::MarkerAnnotation) {
                walk.skip_children();
            }
            Some(node)
        })
    }

    /// Returns whether nothing but whitespace lies between two offsets.
    pub(crate) fn is_whitespace(&self, start: u32, end: u32) -> bool {
        let text = self.source.get(start as usize..end as usize);
        text.is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_whitespace()))
    }

    /// Replaces a word or sign together with the whitespace around it, up to `before` and `after`; comments there stay.
    pub(crate) fn replace_with_whitespace(
        &self,
        token: Span,
        before: u32,
        after: u32,
        text: impl Into<String>,
    ) -> Edit {
        let start = if self.is_whitespace(before, token.start) { before } else { token.start };
        let end = if self.is_whitespace(token.end, after) { after } else { token.end };
        Edit { span: Span::new(start, end), text: text.into() }
    }

    /// Takes an opening sign away, so that what is before and behind it does not grow together.
    pub(crate) fn drop_opening(&self, sign: Node<'t>) -> Edit {
        let before = (sign.span().start as usize).checked_sub(1).and_then(|at| self.source.as_bytes().get(at));
        let is_apart = before.is_none_or(|byte| byte.is_ascii_whitespace() || *byte == b'(');
        Edit { span: sign.span(), text: if is_apart { "" } else { " " }.to_owned() }
    }

    /// Takes a closing sign away, so that what is before and behind it does not grow together.
    pub(crate) fn drop_closing(&self, sign: Node<'t>) -> Edit {
        let behind = self.source.as_bytes().get(sign.span().end as usize);
        let is_apart = behind.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b')' | b';' | b','));
        Edit { span: sign.span(), text: if is_apart { "" } else { " " }.to_owned() }
    }

    /// Takes the brace at the end of a block away, with its line if it has one of its own. Nothing behind the brace is
    /// touched, and the end of a line comment before it stays, since other text may come there.
    pub(crate) fn drop_brace(&self, brace: Node<'t>) -> Edit {
        let Span { start, end } = brace.span();
        let before = self.source.get(..start as usize).unwrap_or_default().trim_end_matches([' ', '\t']);
        let behind = self.source.get(end as usize..).unwrap_or_default().trim_start_matches([' ', '\t']);
        let is_behind_comment = brace.prev_sibling().is_some_and(|it| it.kind() == Kind::LineComment);
        let start = match before.strip_suffix('\n') {
            Some(_) if is_behind_comment => before.len(),
            Some(line) if behind.starts_with(['\n', '\r']) => line.strip_suffix('\r').unwrap_or(line).len(),
            None if before.ends_with([';', '}']) => before.len(),
            _ => start as usize,
        };
        Edit { span: Span::new(start as u32, end), text: String::new() }
    }

    /// Returns whether the byte before an offset is part of a word.
    pub(crate) fn is_behind_word(&self, offset: u32) -> bool {
        let before = (offset as usize).checked_sub(1).and_then(|at| self.source.as_bytes().get(at));
        before.is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii())
    }
}

/// Returns whether a comment begins between two offsets within a node.
pub(crate) fn has_comment(node: Node<'_>, start: u32, end: u32) -> bool {
    let mut walk = node.descendants();
    while let Some(part) = walk.next() {
        let span = part.span();
        if span.end <= start || span.start >= end {
            walk.skip_children();
        } else if part.kind().is_comment() && span.start >= start {
            return true;
        }
    }
    false
}

/// The word or sign among the children of a node.
pub(crate) fn token<'t>(node: Node<'t>, word: &str) -> Option<Node<'t>> {
    node.children().find(|child| child.kind() == Kind::Token && child.kind_name() == word)
}

/// The first and the last sign of a node in parentheses or braces.
pub(crate) fn signs<'t>(node: Node<'t>, open: &str, close: &str) -> Option<(Node<'t>, Node<'t>)> {
    let first = node.children().next().filter(|sign| sign.kind_name() == open)?;
    let last = node.children().last().filter(|sign| sign.kind_name() == close)?;
    Some((first, last))
}

/// The statements of a block, empty ones included.
pub(crate) fn statements(block: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_brace = |node: &Node<'_>| matches!(node.kind_name(), "{" | "}");
    block.children().filter(move |child| !child.kind().is_comment() && !is_brace(child))
}

/// The only statement of a block, or the statement itself if it is none.
pub(crate) fn only_statement(body: Node<'_>) -> Option<Node<'_>> {
    if body.kind() != Kind::Block {
        return Some(body);
    }
    let mut inside = statements(body);
    inside.next().filter(|_| inside.next().is_none())
}
