//! Comments, and the nodes that `JavaParser` gives them to.
//!
//! It matters to paths in three ways: a comment given to a leaf is printed with it and so gets into its token; one given
//! to no node becomes a child, so that what holds it is no leaf; and on the way down the children of each node that has
//! a comment inside are put in the order of the text, which gives them other numbers.

use examen_syntax::Span;

use super::label::Label;
use super::tree::{Extent, NodeId, PathTree};

#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    /// What is printed.
    pub(super) span: Span,
    /// The same; a line comment includes its line end.
    extent: Extent,
    is_line: bool,
}

/// All comments of a text, in order.
pub(super) fn scan(source: &str) -> Vec<Comment> {
    let bytes = source.as_bytes();
    let mut comments = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1)) {
            (b'/', Some(b'/')) => {
                let end = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                let end = end.map_or(bytes.len(), |length| at + length);
                let line_end = match bytes.get(end..) {
                    Some([b'\r', b'\n', ..]) => 2,
                    Some([_, ..]) => 1,
                    _ => 0,
                };
                let extent = Extent { begin: at as u32 + 1, end: (end + line_end) as u32 + 1 };
                comments.push(Comment { span: Span::new(at as u32, end as u32), extent, is_line: true });
                at = end;
            }
            (b'/', Some(b'*')) => {
                let end = source[at + 2..].find("*/").map_or(bytes.len(), |length| at + length + 4);
                let span = Span::new(at as u32, end as u32);
                comments.push(Comment { span, extent: Extent::of(span), is_line: false });
                at = end;
            }
            (b'"', _) if bytes[at..].starts_with(b"\"\"\"") => at = past_text_block(bytes, at + 3),
            (b'"' | b'\'', _) => at = past_literal(bytes, at + 1, byte),
            _ => at += 1,
        }
    }
    comments
}

fn past_literal(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn past_text_block(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() {
        if bytes[at..].starts_with(b"\"\"\"") {
            return at + 3;
        }
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    bytes.len()
}

/// Gives comments to nodes.
pub(super) fn attribute(source: &str, comments: &[Comment], tree: &mut PathTree, root: NodeId) {
    if comments.is_empty() {
        return;
    }
    let mut attribution =
        Attribution { comments, lines: line_starts(source), is_given: vec![false; comments.len()], tree };
    attribution.insert(root, (0..comments.len()).collect());
}

struct Attribution<'a> {
    comments: &'a [Comment],
    /// Where lines begin.
    lines: Vec<u32>,
    is_given: Vec<bool>,
    tree: &'a mut PathTree,
}

impl Attribution<'_> {
    /// Deals with the comments inside a node.
    fn insert(&mut self, node: NodeId, mut remaining: Vec<usize>) {
        if remaining.is_empty() {
            return;
        }
        self.tree.sort_children(node);
        let children = self.tree.children(node).to_vec();
        for &child in &children {
            let extent = self.tree.node(child).extent;
            let start = remaining.partition_point(|&comment| self.comments[comment].extent.begin <= extent.begin);
            let end = remaining.partition_point(|&comment| self.comments[comment].extent.end < extent.end);
            if start < end {
                let inside = remaining.drain(start..end).collect();
                self.insert(child, inside);
            }
        }
        self.give_to_line(&children, &remaining);
        self.give_to_next(&children, &remaining);
        for comment in remaining {
            if !self.is_given[comment] {
                let extent = self.comments[comment].extent;
                let orphan = self.tree.add(Label::Comment, extent, std::iter::empty());
                self.tree.append_child(node, orphan);
            }
        }
    }

    /// A line comment belongs to what ends in its line: to each such child, or to what begins there inside it.
    fn give_to_line(&mut self, children: &[NodeId], remaining: &[usize]) {
        if !remaining.iter().any(|&comment| self.comments[comment].is_line) {
            return;
        }
        let end_line = |&child: &NodeId| self.end_line(self.tree.node(child).extent);
        let mut by_line: Vec<(u32, NodeId)> = children.iter().map(|child| (end_line(child), *child)).collect();
        // Children that end in the same line stay in order.
        by_line.sort_by_key(|&(line, _)| line);
        for &comment in remaining.iter().filter(|&&comment| self.comments[comment].is_line) {
            let line = self.begin_line(self.comments[comment].extent);
            let start = by_line.partition_point(|&(end, _)| end < line);
            for &(_, child) in by_line[start..].iter().take_while(|&&(end, _)| end == line) {
                self.give_in_line(child, comment, line);
            }
        }
    }

    /// Gives the comment to the node if it begins in the line, else to the last inside it that does.
    fn give_in_line(&mut self, node: NodeId, comment: usize, line: u32) -> bool {
        if self.begin_line(self.tree.node(node).extent) == line && self.tree.comment(node).is_none() {
            if self.tree.node(node).label != Label::Comment {
                self.give(node, comment);
            }
            return true;
        }
        let mut children = self.tree.children(node).to_vec();
        children.sort_by_key(|&child| self.tree.node(child).extent.begin);
        children.into_iter().rev().any(|child| self.give_in_line(child, comment, line))
    }

    /// A comment belongs to the child that follows it, unless there are empty lines between.
    fn give_to_next(&mut self, children: &[NodeId], remaining: &[usize]) {
        let mut comments = remaining.iter().copied().peekable();
        let mut previous = None;
        for &child in children {
            let extent = self.tree.node(child).extent;
            while let Some(comment) = comments.next_if(|&comment| self.comments[comment].extent.begin < extent.begin) {
                previous = (!self.is_given[comment]).then_some(comment);
            }
            if let Some(comment) = previous
                && self.tree.comment(child).is_none()
                && self.begin_line(extent) <= self.end_line(self.comments[comment].extent) + 1
            {
                self.give(child, comment);
                previous = None;
            }
        }
    }

    fn give(&mut self, node: NodeId, comment: usize) {
        self.tree.set_comment(node, comment);
        self.is_given[comment] = true;
    }

    fn begin_line(&self, extent: Extent) -> u32 {
        if extent.begin == 0 { 0 } else { self.line(extent.begin - 1) }
    }

    fn end_line(&self, extent: Extent) -> u32 {
        if extent.end < 2 { 0 } else { self.line(extent.end - 2) }
    }

    /// The line of a byte, counted from 1.
    fn line(&self, offset: u32) -> u32 {
        self.lines.partition_point(|&start| start <= offset) as u32
    }
}

/// Where lines begin; a carriage return ends one as well.
fn line_starts(source: &str) -> Vec<u32> {
    let bytes = source.as_bytes();
    let ends_line = |at: usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    let starts = (0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at as u32 + 1);
    std::iter::once(0).chain(starts).collect()
}
