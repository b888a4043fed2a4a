//! The graph of a scope while it is built.

use std::ops::Range;

use examen_syntax::python::{Expr, Id};

use super::EdgeKind;
use super::constraint::Constraint;

/// The graph of one scope as it is built.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) blocks: Vec<DraftBlock>,
    /// Grouped by block, since a block gets its edges when it ends.
    pub(super) edges: Vec<DraftEdge>,
    pub(super) labels: Vec<Target>,
    /// Where the scope is left normally.
    pub(super) exit: Label,
    pub(super) falls_off: Option<u32>,
    pub(super) tests: Vec<Test>,
    /// Events that define a variable by something whose truth is known.
    pub(super) constants: Vec<(u32, Constraint)>,
}

#[derive(Clone, Copy)]
pub(super) struct DraftBlock {
    pub(super) first_event: u32,
    pub(super) end_event: u32,
    pub(super) first_edge: u32,
    pub(super) branch: Option<Id<Expr>>,
    pub(super) raises: bool,
}

#[derive(Clone, Copy)]
pub(super) struct DraftEdge {
    pub(super) to: Label,
    pub(super) kind: EdgeKind,
    pub(super) is_dead: bool,
}

/// A block to jump to, which may not have started yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Label(pub(super) u32);

#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) block: u32,
    /// How many edges lead there so far.
    pub(super) edges: u32,
}

/// A branch on something that tells about a variable of the scope.
#[derive(Clone, Copy)]
pub(super) struct Test {
    pub(super) block: u32,
    /// The event that loads the variable.
    pub(super) event: u32,
    /// What is known when the test is true.
    pub(super) constraint: Constraint,
}

impl Draft {
    pub(super) fn clear(&mut self) {
        self.blocks.clear();
        self.edges.clear();
        self.labels.clear();
        self.tests.clear();
        self.constants.clear();
        self.falls_off = None;
    }

    /// Whether the last block goes to a label and nothing else does.
    pub(super) fn ends_with_jump_to(&self, label: Label) -> bool {
        let Some((last, edge)) = self.blocks.last().zip(self.edges.last()) else { return false };
        last.first_edge as usize + 1 == self.edges.len()
            && edge.to.0 == label.0
            && edge.kind == EdgeKind::Normal
            && self.labels[label.index()].edges == 1
    }

    /// The edges of a block.
    pub(super) fn edges_of(&self, block: usize) -> Range<usize> {
        let end = self.blocks.get(block + 1).map_or(self.edges.len(), |next| next.first_edge as usize);
        self.blocks[block].first_edge as usize..end
    }

    /// The block where the scope is left normally.
    pub(super) fn exit_block(&self) -> Option<u32> {
        let target = self.labels[self.exit.index()];
        (target.edges > 0).then_some(target.block)
    }

    /// The block an edge leads to.
    pub(super) fn target(&self, edge: DraftEdge) -> usize {
        self.labels[edge.to.index()].block as usize
    }
}

impl Label {
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}
