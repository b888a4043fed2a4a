//! Joins of values: where they are needed, and what goes into them.

use super::rename::{BlockState, NONE, Phi, Renaming, Value, ValueId, ValueKind};
use super::{BlockId, Flow};

impl Renaming {
    /// The blocks where the reach of a block ends, for all blocks. Blocks are counted from the first of the scope.
    pub(super) fn find_frontiers(&mut self, flow: &Flow, first: usize, count: usize) {
        let empty = BlockState {
            frontier: NONE,
            last_frontier: NONE,
            phi_for: NONE,
            queued_for: NONE,
            phis: (0, 0),
            filled_at: NONE,
        };
        self.blocks.clear();
        self.blocks.resize(count, empty);
        self.frontiers.clear();
        for at in 0..count {
            let block = BlockId((first + at) as u32);
            let predecessors = flow.predecessors(block);
            if predecessors.len() < 2 {
                continue;
            }
            for &from in predecessors {
                let mut runner = from;
                while runner.0 != flow.block(block).dominator {
                    let state = &mut self.blocks[runner.index() - first];
                    // Those above have been here too.
                    if state.last_frontier == block.0 {
                        break;
                    }
                    state.last_frontier = block.0;
                    self.frontiers.push((at as u32, state.frontier));
                    state.frontier = self.frontiers.len() as u32 - 1;
                    runner = BlockId(flow.block(runner).dominator);
                }
            }
        }
    }

    /// Puts joins where definitions of a variable meet another value of it.
    pub(super) fn place_phis(&mut self, first: u32) {
        self.phis.clear();
        for &variable in &self.touched {
            let state = self.variables[variable.index()];
            if !state.is_shared {
                continue;
            }
            let mut entry = state.definition_blocks;
            while let Some(&(block, next)) = self.definition_blocks.get(entry as usize) {
                self.blocks[(block - first) as usize].queued_for = variable.0;
                self.open.push(block - first);
                entry = next;
            }
            while let Some(block) = self.open.pop() {
                let mut entry = self.blocks[block as usize].frontier;
                while let Some(&(target, next)) = self.frontiers.get(entry as usize) {
                    entry = next;
                    let state = &mut self.blocks[target as usize];
                    if state.phi_for == variable.0 {
                        continue;
                    }
                    state.phi_for = variable.0;
                    self.phis.push(Phi { block: target, variable, value: NONE });
                    if state.queued_for != variable.0 {
                        state.queued_for = variable.0;
                        self.open.push(target);
                    }
                }
            }
        }
        self.phis.sort_unstable();
        for (at, phi) in self.phis.iter_mut().enumerate() {
            phi.value = self.values.len() as u32;
            let kind = ValueKind::Phi(BlockId(first + phi.block));
            self.values.push(Value { variable: phi.variable, kind, inputs: (0, 0) });
            let range = &mut self.blocks[phi.block as usize].phis;
            if range.1 == 0 {
                range.0 = at as u32;
            }
            range.1 = at as u32 + 1;
        }
    }

    /// Adds the current values to the joins of a block that is gone to.
    pub(super) fn fill_operands(&mut self, block: usize) {
        let BlockState { phis: (start, end), filled_at, .. } = self.blocks[block];
        if start == end {
            return;
        }
        let now = self.changes.len() as u32;
        self.blocks[block].filled_at = now;
        if filled_at == NONE || now - filled_at > end - start {
            for at in start..end {
                let Phi { variable, value, .. } = self.phis[at as usize];
                let operand = self.current(variable);
                self.operands.push((value, operand));
            }
            return;
        }
        for at in filled_at..now {
            let variable = self.changes[at as usize];
            let phis = &self.phis[start as usize..end as usize];
            if let Ok(found) = phis.binary_search_by_key(&variable, |phi| phi.variable) {
                let value = phis[found].value;
                let operand = self.current(variable);
                self.operands.push((value, operand));
            }
        }
    }

    pub(super) fn sort_operands(&mut self) {
        self.operands.sort_unstable();
        self.operands.dedup();
        for run in self.operands.chunk_by(|one, other| one.0 == other.0) {
            let start = self.inputs.len() as u32;
            self.inputs.extend(run.iter().map(|&(_, operand)| ValueId(operand)));
            self.values[run[0].0 as usize].inputs = (start, self.inputs.len() as u32);
        }
        self.operands.clear();
    }
}
