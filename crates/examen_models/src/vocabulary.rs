//! Vocabularies: words by number, made of training examples and kept beside the weights.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap};
use serde::{Deserialize, Serialize};

/// What stands for words that a vocabulary does not have.
const UNKNOWN: &str = "<UNK>";

/// Words by number. The first is the unknown one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Vocabulary {
    words: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

/// How often words occur.
#[derive(Clone, Debug, Default)]
pub struct WordCounts(HashMap<String, u64, FxBuildHasher>);

impl WordCounts {
    /// Adds to the count of a word.
    pub fn add(&mut self, word: &str, times: u64) {
        if let Some(count) = self.0.get_mut(word) {
            *count += times;
        } else {
            self.0.insert(word.to_owned(), times);
        }
    }

    /// The most frequent words, equals in alphabetical order: at most so many, each of which occurs so often at least.
    pub fn vocabulary(self, most: usize, least: u64) -> Vocabulary {
        let mut counts: Vec<(String, u64)> = self.0.into_iter().filter(|(_, count)| *count >= least).collect();
        counts.sort_unstable_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        counts.truncate(most);
        let words = std::iter::once(UNKNOWN.to_owned()).chain(counts.into_iter().map(|(word, _)| word));
        Vocabulary::from(words.collect::<Vec<String>>())
    }
}

impl Vocabulary {
    /// The number of what is in no vocabulary.
    pub const UNKNOWN: u32 = 0;

    /// The number of words, the unknown one counted.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word but the unknown one.
    pub fn is_empty(&self) -> bool {
        self.words.len() < 2
    }

    /// The number of a word.
    pub fn number(&self, word: &str) -> u32 {
        self.numbers.get(word).copied().unwrap_or(Self::UNKNOWN)
    }

    /// The word of a number.
    pub fn word(&self, number: u32) -> &str {
        self.words.get(number as usize).map_or(UNKNOWN, String::as_str)
    }
}

impl From<Vec<String>> for Vocabulary {
    fn from(words: Vec<String>) -> Self {
        let numbers = words.iter().cloned().zip(0..).skip(1).collect();
        Self { words, numbers }
    }
}

impl From<Vocabulary> for Vec<String> {
    fn from(vocabulary: Vocabulary) -> Self {
        vocabulary.words
    }
}
