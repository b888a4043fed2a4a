//! Sets of blocks of one scope.

use super::{BlockId, Flow};

/// Some blocks of one scope.
#[derive(Clone, Debug)]
pub struct BlockSet {
    first: u32,
    words: Vec<u64>,
}

impl BlockSet {
    /// The blocks that can come after a block.
    pub(super) fn after(flow: &Flow, from: BlockId) -> Self {
        let scope = &flow.scopes[flow.scope_of(from).index()];
        let mut set =
            Self { first: scope.first, words: vec![0; (scope.end - scope.first) as usize / u64::BITS as usize + 1] };
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            open.extend(flow.successors(block).iter().map(|edge| edge.to).filter(|&to| set.insert(to)));
        }
        set
    }

    /// Whether a block of any scope is in the set.
    pub fn contains(&self, block: BlockId) -> bool {
        let Some(at) = block.0.checked_sub(self.first) else { return false };
        self.words.get((at / u64::BITS) as usize).is_some_and(|word| word >> (at % u64::BITS) & 1 == 1)
    }

    /// Adds a block of the scope; false when it was there.
    fn insert(&mut self, block: BlockId) -> bool {
        let at = block.0 - self.first;
        let word = &mut self.words[(at / u64::BITS) as usize];
        let bit = 1 << (at % u64::BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}
