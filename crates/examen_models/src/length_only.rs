//! The class from the number of tokens alone: what an exam gives away by the length of its texts.

use crate::classes::{Numbered, first_highest};
use crate::labelled::Input;

/// The numbers of neighbours that are tried; the first of those that do best in validation is used.
const NEIGHBOURS: [usize; 4] = [1, 5, 25, 125];

/// The number of neighbours where nothing is there to choose by.
const USUAL_NEIGHBOURS: usize = 25;

/// The most frequent class among the training examples that are nearest in length, of several the first.
///
/// Neighbours are all examples at most so many tokens shorter or longer, for the smallest difference that gives enough of
/// them: so the order of the examples plays no part.
#[derive(Debug)]
pub(crate) struct LengthOnly {
    /// Length and class of each training example, sorted.
    examples: Vec<(u32, usize)>,
    classes: usize,
    neighbours: usize,
}

impl LengthOnly {
    pub(crate) fn train(training: &[Numbered<'_>], validation: &[Numbered<'_>], classes: usize) -> Self {
        let known = |example: &Numbered<'_>| Some((example.input.token_count, example.class?));
        let mut examples: Vec<(u32, usize)> = training.iter().filter_map(known).collect();
        examples.sort_unstable();
        let mut rule = Self { examples, classes, neighbours: USUAL_NEIGHBOURS };
        let mut most_right = None;
        for neighbours in NEIGHBOURS.into_iter().filter(|_| !validation.is_empty()) {
            let tried = Self { examples: rule.examples.clone(), classes, neighbours };
            let is_right = |example: &&Numbered<'_>| example.class == Some(tried.answer(example.input));
            let right = validation.iter().filter(is_right).count();
            if most_right.is_none_or(|most| right > most) {
                (most_right, rule) = (Some(right), tried);
            }
        }
        rule
    }

    pub(crate) fn answer(&self, input: Input<'_>) -> usize {
        let mut counts = vec![0u32; self.classes];
        for &(_, class) in self.nearest(input.token_count) {
            counts[class] += 1;
        }
        first_highest(&counts)
    }

    fn nearest(&self, length: u32) -> &[(u32, usize)] {
        let wanted = self.neighbours.min(self.examples.len());
        // The smallest difference that reaches enough examples lies above `too_near` and is at most `enough`.
        let (mut too_near, mut enough) = (None, u32::MAX);
        while too_near.map_or(enough > 0, |near| enough - near > 1) {
            let middle = too_near.map_or(0, |near: u32| near + (enough - near) / 2);
            if self.within(length, middle).len() >= wanted {
                enough = middle;
            } else {
                too_near = Some(middle);
            }
        }
        self.within(length, enough)
    }

    /// The training examples whose length differs by no more than this.
    fn within(&self, length: u32, difference: u32) -> &[(u32, usize)] {
        let (shortest, longest) = (length.saturating_sub(difference), length.saturating_add(difference));
        let start = self.examples.partition_point(|&(length, _)| length < shortest);
        let end = self.examples.partition_point(|&(length, _)| length <= longest);
        &self.examples[start..end]
    }
}
