//! From the draft of a scope to its part of the file's tables: blocks that are reached, edges, predecessors.

use super::build::Builder;
use super::draft::Draft;
use super::{Block, BlockId, Edge, Flow, ScopeFlow, Span32};

/// Rounds of pruning. Each is linear and needs the one before to have cut something off; two do nearly always.
const MAX_ROUNDS: usize = 8;

const DEAD: u32 = u32::MAX;
const PENDING: u32 = u32::MAX - 1;

impl Builder<'_, '_> {
    pub(super) fn finish_scope(&mut self) {
        let lengths = self.flow.lengths();
        self.lay_out();
        if !self.pruning.has_candidates(self.model, &self.draft, &self.flow.events) {
            return;
        }
        for _ in 0..MAX_ROUNDS {
            let is_changed = self.pruning.prune(self.model, &self.flow, self.scope, &mut self.draft);
            if !is_changed {
                break;
            }
            self.flow.truncate(lengths);
            self.lay_out();
        }
    }

    fn lay_out(&mut self) {
        let first = self.flow.blocks.len() as u32;
        let numbers = &mut self.pruning.numbers;
        self.draft.number_reached(numbers, first);
        for (at, block) in self.draft.blocks.iter().enumerate() {
            if numbers[at] == DEAD {
                continue;
            }
            let start = self.flow.edges.len() as u32;
            let edges = self.draft.edges[self.draft.edges_of(at)].iter().filter(|edge| !edge.is_dead);
            self.flow.edges.extend(edges.map(|edge| Edge::new(numbers[self.draft.target(*edge)], edge.kind)));
            self.flow.blocks.push(Block {
                events: Span32 { start: block.first_event, end: block.end_event },
                edges: Span32 { start, end: self.flow.edges.len() as u32 },
                predecessors: Span32::default(),
                branch: block.branch,
                enter: 0,
                leave: 0,
                dominator: first,
                raises: block.raises,
            });
        }
        let reached = |block: u32| (numbers[block as usize] != DEAD).then_some(BlockId(numbers[block as usize]));
        let falls_off = self.draft.falls_off.and_then(reached);
        let exit = self.draft.exit_block().and_then(reached);
        self.flow.scopes.push(ScopeFlow { first, end: self.flow.blocks.len() as u32, exit, falls_off });
        self.flow.link_predecessors(first as usize);
        self.tables.find_dominators(&mut self.flow, first as usize);
    }
}

impl Draft {
    /// Numbers the blocks that something gets to, in order. Edges that lead back come from blocks behind their target,
    /// so one pass sees them all.
    fn number_reached(&self, numbers: &mut Vec<u32>, first: u32) {
        numbers.clear();
        numbers.resize(self.blocks.len(), DEAD);
        numbers[0] = PENDING;
        let mut next = first;
        for at in 0..self.blocks.len() {
            if numbers[at] == DEAD {
                continue;
            }
            numbers[at] = next;
            next += 1;
            for edge in self.edges[self.edges_of(at)].iter().filter(|edge| !edge.is_dead) {
                let target = &mut numbers[self.target(*edge)];
                if *target == DEAD {
                    *target = PENDING;
                }
            }
        }
    }
}

/// The lengths of the tables before a scope was laid out.
#[derive(Clone, Copy)]
struct Lengths {
    scopes: usize,
    blocks: usize,
    edges: usize,
    predecessors: usize,
}

impl Flow {
    fn lengths(&self) -> Lengths {
        Lengths {
            scopes: self.scopes.len(),
            blocks: self.blocks.len(),
            edges: self.edges.len(),
            predecessors: self.predecessors.len(),
        }
    }

    fn truncate(&mut self, lengths: Lengths) {
        self.scopes.truncate(lengths.scopes);
        self.blocks.truncate(lengths.blocks);
        self.edges.truncate(lengths.edges);
        self.predecessors.truncate(lengths.predecessors);
    }

    fn link_predecessors(&mut self, first: usize) {
        let Some(start) = self.blocks.get(first).map(|block| block.edges.start as usize) else { return };
        for edge in &self.edges[start..] {
            self.blocks[edge.to.index()].predecessors.end += 1;
        }
        let mut at = self.predecessors.len() as u32;
        for block in &mut self.blocks[first..] {
            let count = block.predecessors.end;
            block.predecessors = Span32 { start: at, end: at };
            at += count;
        }
        self.predecessors.resize(at as usize, BlockId(0));
        for from in first..self.blocks.len() {
            for edge in self.blocks[from].edges.range() {
                let list = &mut self.blocks[self.edges[edge].to.index()].predecessors;
                self.predecessors[list.end as usize] = BlockId(from as u32);
                list.end += 1;
            }
        }
    }
}
