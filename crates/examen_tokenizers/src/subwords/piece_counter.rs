//! Counting with a memory.

use std::cell::RefCell;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::{Kind, Subwords};

/// Longer spellings are seldom met twice.
const MAX_BYTES: usize = 48;
const MAX_ENTRIES: usize = 1 << 16;

/// Counts pieces and remembers the counts of short tokens: code has few distinct ones. Make one for each thread.
pub struct PieceCounter<'s> {
    subwords: &'s Subwords,
    counts: FxHashMap<Box<str>, u32>,
    /// Counts of single ASCII characters, which half of all tokens are; 0 where not counted yet.
    ascii: [u32; 128],
}

impl<'s> PieceCounter<'s> {
    /// A counter that has seen nothing yet.
    pub fn new(subwords: &'s Subwords) -> Self {
        Self { subwords, counts: FxHashMap::default(), ascii: [0; 128] }
    }

    /// Number of pieces of a spelled token, as [`Subwords::count`] has it.
    pub fn count(&mut self, spelling: &str) -> u32 {
        if matches!(self.subwords.0, Kind::Python) {
            return 1;
        }
        if let &[byte @ 0..128] = spelling.as_bytes() {
            let count = &mut self.ascii[usize::from(byte)];
            if *count == 0 {
                *count = self.subwords.count(spelling) as u32;
            }
            return *count;
        }
        if spelling.len() > MAX_BYTES {
            return self.subwords.count(spelling) as u32;
        }
        if let Some(&count) = self.counts.get(spelling) {
            return count;
        }
        let count = self.subwords.count(spelling) as u32;
        // Names differ from project to project: what was seen long ago makes room for what is seen now.
        if self.counts.len() == MAX_ENTRIES {
            self.counts.clear();
        }
        self.counts.insert(spelling.into(), count);
        count
    }
}

/// Counts in the pieces of `CuBERT`'s vocabulary, in which CodeQueries gives lengths. Each thread keeps what it has counted.
pub fn count_cubert_pieces<T>(count: impl FnOnce(&mut PieceCounter<'static>) -> T) -> T {
    static CUBERT: LazyLock<Subwords> = LazyLock::new(Subwords::cubert);
    thread_local! {
        static COUNTER: RefCell<PieceCounter<'static>> = RefCell::new(PieceCounter::new(&CUBERT));
    }
    COUNTER.with_borrow_mut(count)
}
