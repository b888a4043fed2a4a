//! The most frequent class: what an answer is worth that looks at nothing.

use crate::classes::{Numbered, first_highest};

/// Always the same class: the most frequent one in training, of several the first.
#[derive(Debug)]
pub(crate) struct Majority {
    class: usize,
}

impl Majority {
    pub(crate) fn train(training: &[Numbered<'_>], classes: usize) -> Self {
        let mut counts = vec![0u32; classes];
        for class in training.iter().filter_map(|example| example.class) {
            counts[class] += 1;
        }
        Self { class: first_highest(&counts) }
    }

    pub(crate) const fn answer(&self) -> usize {
        self.class
    }
}
