//! A tree of types and terminals, parents before children.

use std::borrow::Cow;

use examen_syntax::Span;

/// Nodes in the order of the walk, so that what lies below a node follows it.
#[derive(Debug, Default)]
pub(super) struct PythonTree {
    nodes: Vec<PythonNode>,
}

#[derive(Debug)]
struct PythonNode {
    label: Cow<'static, str>,
    parent: usize,
    /// The first node that is not below it.
    end: usize,
    token: Option<Box<str>>,
    /// Where a terminal stands.
    place: Option<Span>,
    /// How far down the nearest and the farthest terminal are.
    nearest: usize,
    farthest: usize,
}

impl PythonTree {
    /// Adds a node below another, the last whose children are not all there.
    pub(super) fn open(&mut self, parent: usize, label: impl Into<Cow<'static, str>>) -> usize {
        let id = self.nodes.len();
        let (nearest, farthest) = (usize::MAX / 2, 0);
        let label = label.into();
        self.nodes.push(PythonNode { label, parent, end: id + 1, token: None, place: None, nearest, farthest });
        id
    }

    /// Ends a node whose children are all there.
    pub(super) fn close(&mut self, id: usize) {
        self.nodes[id].end = self.nodes.len();
        let PythonNode { nearest, farthest, parent, .. } = self.nodes[id];
        if parent != id && nearest < usize::MAX / 2 {
            let above = &mut self.nodes[parent];
            above.nearest = above.nearest.min(nearest + 1);
            above.farthest = above.farthest.max(farthest + 1);
        }
    }

    /// Adds a terminal.
    pub(super) fn terminal(&mut self, parent: usize, label: &'static str, token: String, place: Span) {
        let id = self.open(parent, label);
        self.nodes[id].token = Some(token.into_boxed_str());
        self.nodes[id].place = Some(place);
        self.nodes[id].nearest = 0;
        self.close(id);
    }

    pub(super) fn label(&self, id: usize) -> &str {
        &self.nodes[id].label
    }

    pub(super) fn token(&self, id: usize) -> Option<&str> {
        self.nodes[id].token.as_deref()
    }

    /// Where a terminal stands; nothing for other nodes.
    pub(super) fn place(&self, id: usize) -> Option<Span> {
        self.nodes[id].place
    }

    pub(super) fn parent(&self, id: usize) -> usize {
        self.nodes[id].parent
    }

    pub(super) fn end(&self, id: usize) -> usize {
        self.nodes[id].end
    }

    /// How far down the nearest and the farthest terminal are; 0 for a terminal itself.
    pub(super) fn reach(&self, id: usize) -> (usize, usize) {
        (self.nodes[id].nearest, self.nodes[id].farthest)
    }
}
