//! Texts as the tokens that they hold and how often, without their order.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// How often a token must occur in the training texts to be known.
const FEWEST_OCCURRENCES: u32 = 2;

/// The known tokens of a text by number, each with the logarithm of 1 + its count.
pub(crate) type Features = Vec<(u32, f32)>;

/// The tokens that are known, numbered in the order of their texts.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    numbers: FxHashMap<String, u32>,
}

impl Vocabulary {
    /// The tokens of the training texts, separated by whitespace.
    pub(crate) fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut occurrences: BTreeMap<&str, u32> = BTreeMap::new();
        for token in texts.flat_map(str::split_whitespace) {
            *occurrences.entry(token).or_default() += 1;
        }
        let known = occurrences.into_iter().filter(|(_, count)| *count >= FEWEST_OCCURRENCES);
        let numbers = known.enumerate().map(|(number, (token, _))| (token.to_owned(), number as u32)).collect();
        Self { numbers }
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Values are not divided by the length of the text: how long it is may tell its class.
    pub(crate) fn features(&self, text: &str) -> Features {
        let known = text.split_whitespace().filter_map(|token| self.numbers.get(token).copied());
        let mut numbers: Vec<u32> = known.collect();
        numbers.sort_unstable();
        let by_number = numbers.chunk_by(|left, right| left == right);
        by_number.map(|same| (same[0], (same.len() as f32).ln_1p())).collect()
    }
}
