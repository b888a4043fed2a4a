//! Sequences of different lengths in one batch without padding, the same for both engines.

use std::ops::Range;

/// Sequences that lie one behind the other along the axis of positions: nothing is padded, and none sees another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Where each sequence ends.
    ends: Vec<usize>,
}

impl Packing {
    /// Sequences of these lengths; empty ones take no place.
    pub fn new(lengths: impl IntoIterator<Item = usize>) -> Self {
        let ends = lengths.into_iter().filter(|&length| length > 0).scan(0, |end, length| {
            *end += length;
            Some(*end)
        });
        Self { ends: ends.collect() }
    }

    /// The number of positions of all sequences.
    pub fn positions(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The positions of each sequence.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }

    /// For each position, its place in its own sequence.
    pub fn places(&self) -> Vec<u32> {
        let of = |range: Range<usize>| (0..).take(range.len());
        self.ranges().flat_map(of).collect()
    }
}
