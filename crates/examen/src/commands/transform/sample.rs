//! Some rewrites of each kind, drawn by the hashes of their ids: the same whatever the order of the files.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use examen_data::Rank;

use super::rewrites::{Request, Rewrite};

/// The rewrites with the smallest hashes of each kind.
pub(super) struct Sample {
    most: NonZeroUsize,
    /// In the order of the request's transformations.
    kinds: Vec<BTreeSet<Rank>>,
}

impl Sample {
    pub(super) fn new(most: NonZeroUsize, request: &Request) -> Self {
        Self { most, kinds: vec![BTreeSet::new(); request.transforms.len()] }
    }

    /// Takes a rewrite for as long as there are not enough with smaller hashes.
    pub(super) fn insert(&mut self, transform: usize, rank: Rank) {
        let Some(ranks) = self.kinds.get_mut(transform) else { return };
        ranks.insert(rank);
        if ranks.len() > self.most.get() {
            ranks.pop_last();
        }
    }

    /// Whether a rewrite was drawn.
    pub(super) fn has(&self, transform: usize, rank: Rank) -> bool {
        self.kinds.get(transform).is_some_and(|ranks| ranks.contains(&rank))
    }
}

/// The place of a rewrite among those of its kind, in a random order.
pub(super) fn rank(rewrite: &Rewrite, file: &str, request: &Request) -> Rank {
    Rank::new(0, [&request.seed.to_le_bytes()[..], rewrite.id(file, request).as_bytes()])
}
