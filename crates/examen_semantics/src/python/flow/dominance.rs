//! Dominators.

use super::Flow;

/// What is needed for one scope, kept to spare allocations. By block of the scope.
#[derive(Default)]
pub(super) struct Tables {
    depths: Vec<u32>,
    /// An ancestor in the dominator tree such that any ancestor is a logarithmic number of jumps away. (Myers, "An
    /// applicative random-access stack", 1983.) Exceptions of a long `try` body all meet in one block, and climbing step
    /// by step from each would take quadratic time.
    jumps: Vec<u32>,
    sizes: Vec<u32>,
}

impl Tables {
    /// Fills in the dominators of the blocks from `first` on.
    pub(super) fn find_dominators(&mut self, flow: &mut Flow, first: usize) {
        let count = flow.blocks.len() - first;
        self.depths.clear();
        self.depths.resize(count, 0);
        self.jumps.clear();
        self.jumps.resize(count, 0);
        self.sizes.clear();
        self.sizes.resize(count, 1);
        for at in 1..count {
            let predecessors = &flow.predecessors[flow.blocks[first + at].predecessors.range()];
            // Edges that lead back come from blocks that this one dominates.
            let forward = predecessors.iter().map(|from| from.index() - first).filter(|&from| from < at);
            let dominator = forward.reduce(|one, other| self.meet(flow, first, one, other)).unwrap_or(0);
            flow.blocks[first + at].dominator = (first + dominator) as u32;
            self.depths[at] = self.depths[dominator] + 1;
            let jump = self.jumps[dominator] as usize;
            let next = self.jumps[jump] as usize;
            let is_even = self.depths[dominator] - self.depths[jump] == self.depths[jump] - self.depths[next];
            self.jumps[at] = if is_even { next } else { dominator } as u32;
        }
        self.number(flow, first);
    }

    /// The nearest block that dominates both.
    fn meet(&self, flow: &Flow, first: usize, mut one: usize, mut other: usize) -> usize {
        let up = |at: usize| flow.blocks[first + at].dominator as usize - first;
        if self.depths[one] < self.depths[other] {
            (one, other) = (other, one);
        }
        while self.depths[one] > self.depths[other] {
            let jump = self.jumps[one] as usize;
            one = if self.depths[jump] >= self.depths[other] { jump } else { up(one) };
        }
        while one != other {
            let (jump, other_jump) = (self.jumps[one] as usize, self.jumps[other] as usize);
            (one, other) = if jump == other_jump { (up(one), up(other)) } else { (jump, other_jump) };
        }
        one
    }

    /// Numbers the dominator tree so that what lies below a block is a range.
    fn number(&mut self, flow: &mut Flow, first: usize) {
        for at in (1..self.sizes.len()).rev() {
            let dominator = flow.blocks[first + at].dominator as usize - first;
            self.sizes[dominator] += self.sizes[at];
        }
        // From here on `depths` holds the next free number below a block.
        let free = &mut self.depths;
        for at in 0..self.sizes.len() {
            let enter = if at == 0 {
                first as u32
            } else {
                let next = &mut free[flow.blocks[first + at].dominator as usize - first];
                let enter = *next;
                *next += self.sizes[at];
                enter
            };
            free[at] = enter + 1;
            flow.blocks[first + at].enter = enter;
            flow.blocks[first + at].leave = enter + self.sizes[at] - 1;
        }
    }
}
