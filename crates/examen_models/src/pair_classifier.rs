//! Whether a sentence says what a piece of code does, by the words that they have in common: logistic regression on TF-IDF over sub-tokens.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::ModelError;
use crate::softmax_regression::{Example, SoftmaxRegression, Weights};
use crate::sub_tokens::{distinct_sub_tokens, sub_tokens};
use crate::token_counts::Features;

/// The penalty on weights.
const PENALTY: f32 = 1e-4;
/// How many captions a word must be in to have weights of its own.
const FEWEST_CAPTIONS: u32 = 3;
/// Parts of the range from 0 to 1 that a fraction is cut into.
const BINS: usize = 10;
/// Shares that a pair is described by.
const SHARES: usize = 3;

/// A piece of code and a sentence that may say what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePair<'t> {
    /// The code.
    pub code: &'t str,
    /// The sentence.
    pub caption: &'t str,
}

/// A classifier of pairs.
#[derive(Debug)]
pub struct PairClassifier {
    /// By word, its number, if it has weights of its own, and how rare it is.
    words: FxHashMap<String, (Option<u32>, f32)>,
    /// How rare a word is that was never met.
    unknown: f32,
    regression: SoftmaxRegression,
}

/// The words of a piece of code, to be compared with many sentences.
#[derive(Clone, Debug, Default)]
pub struct CodeWords {
    all: FxHashSet<String>,
    /// Those of the first line, which has the name.
    first_line: FxHashSet<String>,
}

impl CodeWords {
    /// The words of a piece of code.
    pub fn of(code: &str) -> Self {
        let first_line = code.lines().find(|line| line.contains('(')).unwrap_or_default();
        let name = first_line.split('(').next().unwrap_or_default();
        Self { all: sub_tokens(code).into_iter().collect(), first_line: sub_tokens(name).into_iter().collect() }
    }

    /// The fraction of a sentence's words that the code has.
    pub fn overlap(&self, caption: &str) -> f64 {
        let words: FxHashSet<String> = sub_tokens(caption).into_iter().collect();
        let shared = words.iter().filter(|word| self.all.contains(*word)).count();
        shared as f64 / words.len().max(1) as f64
    }
}

impl PairClassifier {
    /// The name on the command line and in predictions, for good.
    pub const NAME: &'static str = "pair-classifier";

    /// Learns from pairs of which some belong together. The result depends on them, their order and the seed.
    pub fn train(training: &[(CodePair<'_>, bool)], seed: u64) -> Result<Self, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let code: Vec<CodeWords> = training.iter().map(|(pair, _)| CodeWords::of(pair.code)).collect();
        let captions: Vec<Vec<String>> = training.iter().map(|(pair, _)| distinct_sub_tokens(pair.caption)).collect();
        let mut in_captions: FxHashMap<&str, u32> = FxHashMap::default();
        let mut documents: FxHashMap<&str, u32> = FxHashMap::default();
        for word in captions.iter().flatten() {
            *in_captions.entry(word).or_default() += 1;
            *documents.entry(word).or_default() += 1;
        }
        for word in code.iter().flat_map(|words| &words.all) {
            *documents.entry(word).or_default() += 1;
        }
        let n = 2.0 * training.len() as f32;
        let mut sorted: Vec<(&str, u32)> = documents.into_iter().collect();
        sorted.sort_unstable();
        let mut words = FxHashMap::default();
        let mut numbered = 0;
        for (word, count) in sorted {
            let has_weights = in_captions.get(word).is_some_and(|&count| count >= FEWEST_CAPTIONS);
            let number = has_weights.then_some(numbered);
            numbered += u32::from(has_weights);
            words.insert(word.to_owned(), (number, (1.0 + n / count as f32).ln()));
        }
        let untrained = SoftmaxRegression::untrained(2);
        let mut model = Self { words, unknown: (1.0 + n).ln(), regression: untrained };
        let examples: Vec<Example> = training
            .iter()
            .zip(code.iter().zip(&captions))
            .map(|((_, is_match), (code, caption))| Example {
                features: model.features(code, caption),
                class: usize::from(*is_match),
            })
            .collect();
        let values = SHARES * BINS + numbered as usize;
        model.regression = SoftmaxRegression::train(&examples, values, 2, Weights::Rising, (PENALTY, seed));
        Ok(model)
    }

    /// The logarithm of the odds that a sentence belongs to the code.
    pub fn score(&self, code: &CodeWords, caption: &str) -> f32 {
        self.regression.margin(&self.features(code, &distinct_sub_tokens(caption)))
    }

    /// The steps that fractions have reached, and the words that sentence and code share.
    ///
    /// There is no value of the sentence alone: a classifier of pairs must not learn which sentences are used as wrong ones. And each
    /// value may only speak for a match: one that is trained on pairs that deceived another classifier would otherwise learn that a sentence
    /// without any word of the code belongs to it, since no wrong pair has so few in common.
    fn features(&self, code: &CodeWords, caption: &[String]) -> Features {
        let rarity = |word: &str| self.words.get(word).map_or(self.unknown, |(_, rarity)| *rarity);
        let (mut all, mut shared, mut in_name) = (0.0, 0.0, 0.0);
        let first_shared = (SHARES * BINS) as u32;
        let mut features = Features::new();
        for word in caption {
            let is_shared = code.all.contains(word);
            all += rarity(word);
            shared += if is_shared { rarity(word) } else { 0.0 };
            in_name += if code.first_line.contains(word) { rarity(word) } else { 0.0 };
            if let Some((Some(number), _)) = self.words.get(word).filter(|_| is_shared) {
                features.push((first_shared + number, 1.0));
            }
        }
        // In a fixed order: the sum of floating-point numbers depends on it.
        let mut name: Vec<&String> = code.first_line.iter().collect();
        name.sort_unstable();
        let of_name: f32 = name.iter().map(|word| rarity(word)).sum();
        let fractions = [fraction(shared, all), fraction(in_name, all), fraction(in_name, of_name)];
        for (number, fraction) in fractions.into_iter().enumerate() {
            #[expect(clippy::cast_sign_loss, reason = "a fraction is not negative")]
            let reached = ((fraction * BINS as f32) as usize).min(BINS);
            features.extend((0..reached).map(|step| ((number * BINS + step) as u32, 1.0)));
        }
        features.sort_unstable_by_key(|(number, _)| *number);
        features
    }
}

fn fraction(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_in_the_words_of_the_code_belong_to_it() {
        let code = ["def read_file(path): open", "def sort_list(items): swap", "def parse_date(text): split"];
        let captions = ["Reads a file.", "Sorts a list.", "Parses a date."];
        let mut training = Vec::new();
        for _ in 0..20 {
            for (at, code) in code.iter().enumerate() {
                training.push((CodePair { code, caption: captions[at] }, true));
                training.push((CodePair { code, caption: captions[(at + 1) % 3] }, false));
            }
        }
        let model = PairClassifier::train(&training, 0).expect("a model");
        let words = CodeWords::of("def write_table(rows)");
        assert!(model.score(&words, "Writes a table.") > 0.0);
        assert!(model.score(&words, "Colours a graph.") < 0.0);
        assert!((words.overlap("Writes a table now") - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(PairClassifier::train(&[], 0).err(), Some(ModelError::NoTrainingExamples));
    }
}
