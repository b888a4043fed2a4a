//! Documentation comments.

use super::kind::Kind;
use super::node::Node;
use crate::Span;

/// The last documentation comment among the comments directly before a declaration.
pub(super) fn javadoc_before(declaration: Node<'_>, source: &str) -> Option<Span> {
    let before = std::iter::successors(declaration.prev_sibling(), |node| node.prev_sibling());
    before
        .take_while(|node| node.kind().is_comment())
        .find(|node| node.kind() == Kind::BlockComment && is_javadoc(node.text(source)))
        .map(Node::span)
}

fn is_javadoc(comment: &str) -> bool {
    comment.starts_with("/**") && comment.len() > "/**/".len()
}

/// What a documentation comment says: without `/**`, the stars that start its lines, and `*/`.
///
/// Lines are trimmed and joined by `\n`; empty ones at both ends are left out.
pub fn javadoc_text(comment: &str) -> String {
    let comment = comment.trim();
    let inner = comment.strip_prefix("/**").or_else(|| comment.strip_prefix("/*")).unwrap_or(comment);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    // Frames of stars (`/*****`, `****/`) are no text either.
    let inner = inner.trim_start_matches('*').trim_end_matches('*');
    let mut text = String::with_capacity(inner.len());
    for line in inner.lines() {
        let line = line.trim().trim_start_matches('*').trim_start();
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text.truncate(text.trim_end().len());
    text
}
