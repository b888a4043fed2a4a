//! The nodes of one method in a row, so that parents and subtrees are found without asking the parser.

use examen_syntax::Span;
use examen_syntax::java::{Kind, Node};

/// The place of a node in an [`Outline`].
pub(super) type Index = usize;

/// The rules of the grammar below a root, in the order of the text and parents first; words, signs and comments are left
/// out.
#[derive(Debug, Default)]
pub(super) struct Outline<'t> {
    entries: Vec<Entry<'t>>,
    /// How far below the root the deepest node lies.
    pub(super) depth: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<'t> {
    node: Node<'t>,
    span: Span,
    kind: Kind,
    parent: u32,
    /// The first entry behind the node's subtree.
    end: u32,
}

impl<'t> Outline<'t> {
    /// The nodes from `root` down.
    pub(super) fn new(root: Node<'t>) -> Self {
        let mut outline = Self::default();
        // The open nodes, each with its depth in the walk.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut walk = root.descendants();
        while let Some(node) = walk.next() {
            let kind = node.kind();
            let depth = walk.depth();
            if depth > 0 && (kind == Kind::Token || kind.is_comment()) {
                continue;
            }
            outline.depth = outline.depth.max(depth);
            let index = outline.entries.len();
            while let Some(&(above, closed)) = open.last()
                && above >= depth
            {
                outline.entries[closed].end = index as u32;
                open.pop();
            }
            let parent = open.last().map_or(u32::MAX, |&(_, parent)| parent as u32);
            outline.entries.push(Entry { node, span: node.span(), kind, parent, end: u32::MAX });
            open.push((depth, index));
        }
        let count = outline.entries.len() as u32;
        for (_, index) in open {
            outline.entries[index].end = count;
        }
        outline
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn node(&self, index: Index) -> Node<'t> {
        self.entries[index].node
    }

    pub(super) fn kind(&self, index: Index) -> Kind {
        self.entries[index].kind
    }

    pub(super) fn span(&self, index: Index) -> Span {
        self.entries[index].span
    }

    pub(super) fn parent(&self, index: Index) -> Option<Index> {
        let parent = self.entries[index].parent;
        (parent != u32::MAX).then_some(parent as Index)
    }

    /// The kind of the node above; [`Kind::Other`] above the root.
    pub(super) fn parent_kind(&self, index: Index) -> Kind {
        self.parent(index).map_or(Kind::Other, |parent| self.kind(parent))
    }

    /// The node and all below it.
    pub(super) fn subtree(&self, index: Index) -> std::ops::Range<Index> {
        index..self.entries[index].end as Index
    }

    /// The nodes directly below.
    pub(super) fn children(&self, index: Index) -> impl Iterator<Item = Index> + '_ {
        let end = self.entries[index].end as Index;
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let child = next;
            next = self.entries.get(child).filter(|_| child < end)?.end as Index;
            Some(child)
        })
    }

    /// The first node directly below.
    pub(super) fn first_child(&self, index: Index) -> Option<Index> {
        (index + 1 < self.entries[index].end as Index).then_some(index + 1)
    }

    /// The first child of the kind.
    pub(super) fn child_of_kind(&self, index: Index, kind: Kind) -> Option<Index> {
        self.children(index).find(|&child| self.kind(child) == kind)
    }

    /// The nodes above, nearest first.
    pub(super) fn ancestors(&self, index: Index) -> impl Iterator<Item = Index> + '_ {
        std::iter::successors(self.parent(index), |&above| self.parent(above))
    }

    /// Where a node stands; nothing for words, signs, comments and nodes from elsewhere.
    pub(super) fn index_of(&self, node: Node<'t>) -> Option<Index> {
        let Span { start, end } = node.span();
        let first = self.entries.partition_point(|entry| entry.span.start < start);
        let count = self.entries[first..].partition_point(|entry| entry.span.start == start);
        let same_start = &self.entries[first..first + count];
        // Nodes that start together are nested, so their ends fall; only a missing token breaks the order.
        let nested = same_start.partition_point(|entry| entry.span.end > end);
        let found = same_start[nested..].iter().take_while(|entry| entry.span.end == end).position(|e| e.node == node);
        let in_run = found.map(|at| nested + at).or_else(|| same_start.iter().position(|entry| entry.node == node));
        in_run.map(|at| first + at)
    }

    /// The innermost node around a node that is none of the outline's, such as a word or a comment.
    pub(super) fn around(&self, node: Node<'t>) -> Option<Index> {
        let span = node.span();
        let last = self.entries.partition_point(|entry| entry.span.start <= span.start).checked_sub(1)?;
        let holds = |&index: &Index| self.span(index).end >= span.end;
        std::iter::once(last).chain(self.ancestors(last)).find(holds)
    }
}
