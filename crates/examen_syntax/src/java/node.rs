//! Nodes of a Java tree.

use super::kind::{Field, Kind, kind_name};
use crate::Span;

/// The part of the parsed text that is the caller's own: a lone method is parsed with a class around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Window {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Window {
    /// Offsets before the window are its start, those behind it its end.
    fn map(self, parsed_offset: usize) -> u32 {
        (parsed_offset as u32).clamp(self.start, self.end) - self.start
    }
}

/// A node of a [`JavaTree`](super::JavaTree): a rule of the grammar with what it covers, or a single token.
///
/// Words and signs are nodes as well, unnamed ones. Comments can be children of any node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<'t> {
    inner: tree_sitter::Node<'t>,
    window: Window,
}

impl<'t> Node<'t> {
    pub(super) fn new(inner: tree_sitter::Node<'t>, window: Window) -> Self {
        Self { inner, window }
    }

    /// What the node is.
    pub fn kind(self) -> Kind {
        Kind::of_id(self.inner.kind_id())
    }

    /// The grammar's name of the node; that of a word or sign is the word or sign.
    pub fn kind_name(self) -> &'static str {
        kind_name(self.inner.kind_id())
    }

    /// The bytes that the node covers, comments and whitespace at its ends excluded.
    pub fn span(self) -> Span {
        Span::new(self.window.map(self.inner.start_byte()), self.window.map(self.inner.end_byte()))
    }

    /// The text that the node covers in `source`, which must be the text that was parsed.
    pub fn text(self, source: &str) -> &str {
        self.span().text(source)
    }

    /// Whether the node is more than a word or sign of the grammar.
    pub fn is_named(self) -> bool {
        self.inner.is_named()
    }

    /// Whether the node is text that fits no rule.
    pub fn is_error(self) -> bool {
        self.inner.is_error()
    }

    /// Whether the node is a token that the parser put in for the sake of the rule; it covers nothing.
    pub fn is_missing(self) -> bool {
        self.inner.is_missing()
    }

    /// Whether there is an error or a missing token in the node.
    pub fn has_error(self) -> bool {
        self.inner.has_error()
    }

    /// Whether the node starts in the text that was put around a lone method.
    pub(super) fn is_wrapper(self) -> bool {
        (self.inner.start_byte() as u32) < self.window.start
    }

    /// Number of nodes in the subtree, this one included; known without a walk.
    pub fn descendant_count(self) -> usize {
        self.inner.descendant_count()
    }

    /// Number of children, tokens and comments included.
    pub fn child_count(self) -> usize {
        self.inner.child_count() as usize
    }

    /// The children, tokens and comments included.
    pub fn children(self) -> Children<'t> {
        let mut cursor = self.inner.walk();
        let has_next = cursor.goto_first_child();
        Children { cursor, has_next, window: self.window }
    }

    /// The children without words and signs; comments are among them.
    pub fn named_children(self) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(|child| child.is_named())
    }

    /// The first child that plays the part.
    pub fn child(self, field: Field) -> Option<Node<'t>> {
        let child = self.inner.child_by_field_id(field.id()?.get())?;
        Some(Self::new(child, self.window))
    }

    /// All children that play the part.
    pub fn children_of(self, field: Field) -> impl Iterator<Item = Node<'t>> {
        let id = field.id();
        let mut children = self.children();
        std::iter::from_fn(move || {
            loop {
                let is_wanted = children.cursor.field_id() == id;
                let child = children.next()?;
                if is_wanted {
                    return Some(child);
                }
            }
        })
    }

    /// The first child of the kind.
    pub fn child_of_kind(self, kind: Kind) -> Option<Node<'t>> {
        self.children().find(|child| child.kind() == kind)
    }

    /// The node above. Found from the root, in time that grows with the depth; for all nodes above there is
    /// [`JavaTree::path_to`](super::JavaTree::path_to).
    pub fn parent(self) -> Option<Node<'t>> {
        self.inner.parent().map(|parent| Self::new(parent, self.window))
    }

    /// The child that `below` is or lies in.
    pub(super) fn child_towards(self, below: Node<'t>) -> Option<Node<'t>> {
        self.inner.child_with_descendant(below.inner).map(|child| Self::new(child, self.window))
    }

    /// The node after this one under the same parent.
    pub fn next_sibling(self) -> Option<Node<'t>> {
        self.inner.next_sibling().map(|sibling| Self::new(sibling, self.window))
    }

    /// The node before this one under the same parent.
    pub fn prev_sibling(self) -> Option<Node<'t>> {
        self.inner.prev_sibling().map(|sibling| Self::new(sibling, self.window))
    }

    /// This node and all below it, parents before children, in the order of the text.
    pub fn descendants(self) -> Descendants<'t> {
        Descendants { cursor: self.inner.walk(), depth: 0, state: WalkState::AtStart, window: self.window }
    }
}

/// The children of a node.
pub struct Children<'t> {
    cursor: tree_sitter::TreeCursor<'t>,
    has_next: bool,
    window: Window,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if !self.has_next {
            return None;
        }
        let child = Node::new(self.cursor.node(), self.window);
        self.has_next = self.cursor.goto_next_sibling();
        Some(child)
    }
}

/// A walk over a subtree, without recursion; see [`Node::descendants`].
pub struct Descendants<'t> {
    cursor: tree_sitter::TreeCursor<'t>,
    /// Counted here, because the cursor would count it anew for each node.
    depth: usize,
    state: WalkState,
    window: Window,
}

#[derive(Clone, Copy, PartialEq)]
enum WalkState {
    AtStart,
    AtNode,
    PastChildren,
    AtEnd,
}

impl Descendants<'_> {
    /// Leaves out what lies below the node that was returned last.
    pub fn skip_children(&mut self) {
        if self.state == WalkState::AtNode {
            self.state = WalkState::PastChildren;
        }
    }

    /// How far below the walk's first node the node that was returned last lies.
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn advance(&mut self) -> bool {
        match self.state {
            WalkState::AtStart => return true,
            WalkState::AtEnd => return false,
            WalkState::AtNode if self.cursor.goto_first_child() => {
                self.depth += 1;
                return true;
            }
            WalkState::AtNode | WalkState::PastChildren => {}
        }
        loop {
            if self.cursor.goto_next_sibling() {
                return true;
            }
            if !self.cursor.goto_parent() {
                return false;
            }
            self.depth -= 1;
        }
    }
}

impl<'t> Iterator for Descendants<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        let is_at_node = self.advance();
        self.state = if is_at_node { WalkState::AtNode } else { WalkState::AtEnd };
        is_at_node.then(|| Node::new(self.cursor.node(), self.window))
    }
}
