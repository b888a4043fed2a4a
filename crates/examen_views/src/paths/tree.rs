//! A tree as `JavaParser` would make it: labels, children in the order of their insertion, ranges.

use std::collections::BTreeMap;

use examen_syntax::Span;

use super::label::Label;

/// Where a node begins and ends: bytes of the text, counted from 1. The original leaves some at 0, and they stay so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) begin: u32,
    pub(super) end: u32,
}

impl Extent {
    /// The extent of what the original says no place of.
    pub(super) const UNKNOWN: Self = Self { begin: 0, end: 0 };

    pub(super) fn of(span: Span) -> Self {
        Self { begin: span.start + 1, end: span.end + 1 }
    }
}

/// The number of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NodeId(pub(super) u32);

/// How the text of a leaf is made of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeafText {
    /// The span.
    Source,
    /// The span and a diamond.
    Diamond,
    /// Always the same.
    Fixed(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct PathNode {
    pub(super) label: Label,
    pub(super) extent: Extent,
    /// The name, literal or word that the node is printed as when it is a leaf.
    pub(super) name: Span,
    pub(super) text: LeafText,
    pub(super) parent: NodeId,
    /// Its place among its siblings.
    pub(super) index: u32,
    /// The place of the first sibling with the same extent: what paths show.
    pub(super) child_id: u32,
    first_child: u32,
    child_count: u32,
    /// The comment that is printed before the node, counted from 1.
    comment: u32,
}

/// A tree in one piece of memory.
#[derive(Debug, Default)]
pub(super) struct PathTree {
    nodes: Vec<PathNode>,
    children: Vec<NodeId>,
    /// By parent, the places of the children that bear the number of an earlier sibling.
    twins: BTreeMap<NodeId, Vec<u32>>,
}

impl PathTree {
    /// Adds a node above others, which must have been added before.
    pub(super) fn add(&mut self, label: Label, extent: Extent, children: impl Iterator<Item = NodeId>) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let first_child = self.children.len() as u32;
        self.children.extend(children);
        let child_count = self.children.len() as u32 - first_child;
        let (name, text, parent) = (Span::new(0, 0), LeafText::Source, id);
        let (index, child_id, comment) = (0, 0, 0);
        self.nodes.push(PathNode {
            label,
            extent,
            name,
            text,
            parent,
            index,
            child_id,
            first_child,
            child_count,
            comment,
        });
        id
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, id: NodeId) -> &PathNode {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut PathNode {
        &mut self.nodes[id.0 as usize]
    }

    pub(super) fn children(&self, id: NodeId) -> &[NodeId] {
        let node = self.node(id);
        &self.children[node.first_child as usize..][..node.child_count as usize]
    }

    /// Where a leaf stands in the text, if that is known.
    pub(super) fn place(&self, id: NodeId) -> Option<Span> {
        let PathNode { name, extent, .. } = self.node(id);
        if name.start < name.end {
            return Some(*name);
        }
        (0 < extent.begin && extent.begin < extent.end).then(|| Span::new(extent.begin - 1, extent.end - 1))
    }

    /// The comment that is printed before the node.
    pub(super) fn comment(&self, id: NodeId) -> Option<usize> {
        (self.node(id).comment as usize).checked_sub(1)
    }

    pub(super) fn set_comment(&mut self, id: NodeId, comment: usize) {
        self.node_mut(id).comment = comment as u32 + 1;
    }

    /// Puts the children in the order in which they begin; those of no known place come first.
    pub(super) fn sort_children(&mut self, id: NodeId) {
        let node = &self.nodes[id.0 as usize];
        let children = &mut self.children[node.first_child as usize..][..node.child_count as usize];
        let nodes = &self.nodes;
        children.sort_by_key(|child| nodes[child.0 as usize].extent.begin);
    }

    /// Adds a child behind the others.
    pub(super) fn append_child(&mut self, parent: NodeId, child: NodeId) {
        let node = &self.nodes[parent.0 as usize];
        let (first, count) = (node.first_child as usize, node.child_count as usize);
        // The children lie in a row, so that the row moves to where there is room.
        if first + count != self.children.len() {
            self.nodes[parent.0 as usize].first_child = self.children.len() as u32;
            self.children.extend_from_within(first..first + count);
        }
        self.children.push(child);
        self.nodes[parent.0 as usize].child_count += 1;
    }

    /// The places of the children that bear the number of an earlier sibling.
    pub(super) fn twins(&self, parent: NodeId) -> &[u32] {
        self.twins.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// Lets nodes know what is above them and which number they have there.
    pub(super) fn number_children(&mut self, root: NodeId) {
        for at in 0..self.nodes.len() {
            let (first, count) = (self.nodes[at].first_child as usize, self.nodes[at].child_count as usize);
            for index in 0..count {
                let child = self.children[first + index].0 as usize;
                self.nodes[child].parent = NodeId(at as u32);
                self.nodes[child].index = index as u32;
                self.nodes[child].child_id = index as u32;
            }
        }
        self.nodes[root.0 as usize].parent = root;
        self.number_twins();
        self.twins.values_mut().for_each(|places| places.sort_unstable());
    }

    /// Siblings with the same extent share the number of the first.
    fn number_twins(&mut self) {
        let mut by_extent: Vec<(u32, u32, u32)> = Vec::new();
        for at in 0..self.nodes.len() {
            let (first, count) = (self.nodes[at].first_child as usize, self.nodes[at].child_count as usize);
            if count < 2 {
                continue;
            }
            by_extent.clear();
            by_extent.extend((0..count).map(|index| {
                let extent = self.nodes[self.children[first + index].0 as usize].extent;
                (extent.begin, extent.end, index as u32)
            }));
            if by_extent.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)) {
                continue;
            }
            by_extent.sort_unstable();
            let mut same_as = by_extent[0];
            for &(begin, end, index) in &by_extent[1..] {
                if (begin, end) == (same_as.0, same_as.1) {
                    let child = self.children[first + index as usize].0 as usize;
                    self.nodes[child].child_id = same_as.2;
                    self.twins.entry(NodeId(at as u32)).or_default().push(index);
                } else {
                    same_as = (begin, end, index);
                }
            }
        }
    }
}
