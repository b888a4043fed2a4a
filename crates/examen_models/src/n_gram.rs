//! Names and texts by a language model of trigrams: what can be written without understanding anything.
//!
//! The trigrams of what was written in training are interpolated with bigrams, words and equal probabilities, by how many different words
//! follow each history (Witten and Bell 1991). Two words of the input stand before the first word, so that `what does` and `get` begin
//! other texts than `when is` and `is`. Beside that model there is a second one, which copies: a word of the input has a probability in
//! proportion to how often that word, standing in an input, was written too. How much is copied, expectation maximization on every
//! tenth example says, which the counts did not see.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::beam_search::{BeamSettings, Unfinished, beam_search};
use crate::encoders::{GeneratedKind, generated_words, joined_words, source_words};
use crate::error::ModelError;
use crate::vocabulary::{Vocabulary, WordCounts};

/// The most words that are written without being copied; rarer ones are not.
const MOST_WORDS: usize = 8192;

/// Words that occur less often are copied, or not written at all.
const FEWEST: u64 = 2;

/// One example of so many is held out to see how much is copied, where there are so many.
const HELD_OUT: usize = 10;

/// Rounds of expectation maximization; a single number is found in few.
const ROUNDS: usize = 10;

/// No word: the history of shorter n-grams.
const NONE: u32 = u32::MAX;

/// An example to learn from or to write for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NGramExample {
    /// Two words that stand before the first.
    pub before: [String; 2],
    /// The texts whose words may be copied.
    pub source: String,
    /// What is written, where that is known.
    pub target: String,
}

/// A language model that writes what one task asks for.
#[derive(Debug)]
pub struct NGram {
    kind: GeneratedKind,
    /// The words that are written without being copied, and those that stand before the first.
    words: Vocabulary,
    starts: Vocabulary,
    /// What follows two words, one word and none.
    followers: FxHashMap<[u32; 2], Followers>,
    /// How often a word of an input was written too: all such words, and those that were.
    copied: FxHashMap<String, [u32; 2]>,
    /// The same of all words together.
    copied_of_all: f64,
    /// The probability that a word is copied.
    copying: f64,
}

/// What follows a history.
#[derive(Debug, Default)]
struct Followers {
    total: u32,
    counts: BTreeMap<u32, u32>,
}

/// The words of an input: a number and a probability of being copied for each, and those that the vocabulary does not have.
struct Source {
    words: Vec<(u32, f64)>,
    unknown: Vec<String>,
}

impl NGram {
    /// The name on the command line and in predictions, for good.
    pub const NAME: &'static str = "n-gram";

    /// Learns from examples. The result depends on them and their order alone.
    pub fn train(kind: GeneratedKind, training: &[NGramExample]) -> Result<Self, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let (mut words, mut starts) = (WordCounts::default(), WordCounts::default());
        for example in training {
            for word in &generated_words(kind, &example.target) {
                words.add(word, 1);
            }
            for word in &example.before {
                starts.add(word, 1);
            }
        }
        let mut model = Self {
            kind,
            words: words.vocabulary(MOST_WORDS, FEWEST),
            starts: starts.vocabulary(MOST_WORDS, FEWEST),
            followers: FxHashMap::default(),
            copied: FxHashMap::default(),
            copied_of_all: 0.0,
            copying: 0.0,
        };
        let (held_out, counted): (Vec<_>, Vec<_>) =
            training.iter().enumerate().partition(|(at, _)| at % HELD_OUT == HELD_OUT - 1);
        for (_, example) in counted {
            model.count(example);
        }
        model.weigh_copies(training);
        model.copying = model.fraction_of_copies(held_out.iter().map(|(_, example)| *example));
        for (_, example) in held_out {
            model.count(example);
        }
        Ok(model)
    }

    /// The best text; one without a word where nothing was ever written.
    pub fn write(&self, before: &[String; 2], source: &str) -> String {
        let source = self.source(source);
        let is_name = self.kind == GeneratedKind::Name;
        let settings = BeamSettings {
            width: 4,
            shortest: 1,
            longest: if is_name { 8 } else { 40 },
            length_exponent: 0.6,
            no_repeat: if is_name { 0 } else { 3 },
            end: self.end(),
        };
        let step = |beams: &[Unfinished<()>]| -> Result<Vec<((), Vec<f32>)>, std::convert::Infallible> {
            let of = |beam: &Unfinished<()>| ((), self.log_probabilities(self.history(before, &beam.tokens), &source));
            Ok(beams.iter().map(of).collect())
        };
        let Ok(found) = beam_search(vec![()], &settings, step);
        let best = found.into_iter().flatten().next().map(|best| best.tokens).unwrap_or_default();
        let word = |&number: &u32| match number.checked_sub(self.end() + 1) {
            Some(place) => source.unknown[place as usize].as_str(),
            None => self.words.word(number),
        };
        joined_words(self.kind, best.iter().map(word))
    }

    /// The number of the end; behind it are the words of an input that the vocabulary does not have.
    fn end(&self) -> u32 {
        self.words.len() as u32
    }

    /// The two words before the next, as their numbers in histories: those of inputs are unknown ones, those before the first are
    /// behind the end.
    fn history(&self, before: &[String; 2], tokens: &[u32]) -> [u32; 2] {
        let first = before.iter().map(|word| self.end() + 1 + self.starts.number(word));
        let rest = tokens.iter().map(|&token| if token > self.end() { Vocabulary::UNKNOWN } else { token });
        let mut last = [NONE; 2];
        for number in first.chain(rest) {
            last = [last[1], number];
        }
        last
    }

    fn count(&mut self, example: &NGramExample) {
        let words = self.numbers(example);
        for at in 0..words.len() {
            let [one, two] = self.history(&example.before, &words[..at]);
            for history in [[NONE, NONE], [NONE, two], [one, two]] {
                let followers = self.followers.entry(history).or_default();
                followers.total += 1;
                *followers.counts.entry(words[at]).or_default() += 1;
            }
        }
    }

    /// The words that an example writes, and the end.
    fn numbers(&self, example: &NGramExample) -> Vec<u32> {
        let words = generated_words(self.kind, &example.target);
        words.iter().map(|word| self.words.number(word)).chain(std::iter::once(self.end())).collect()
    }

    /// Counts how often each word of an input is written.
    fn weigh_copies(&mut self, training: &[NGramExample]) {
        let (mut all, mut written) = (0_u64, 0_u64);
        for example in training {
            let target: BTreeSet<String> = generated_words(self.kind, &example.target).into_iter().collect();
            for word in distinct_words(&example.source) {
                let is_written = u32::from(target.contains(&word));
                all += 1;
                written += u64::from(is_written);
                let [of_word, of_written] = self.copied.entry(word).or_default();
                *of_word += 1;
                *of_written += is_written;
            }
        }
        self.copied_of_all = written as f64 / all.max(1) as f64;
        // A word that was met once is like any other.
        self.copied.retain(|_, [of_word, _]| u64::from(*of_word) >= FEWEST);
    }

    /// The words of an input, whose probabilities make up 1.
    fn source(&self, text: &str) -> Source {
        let mut source = Source { words: Vec::new(), unknown: Vec::new() };
        for word in distinct_words(text) {
            let [all, written] = self.copied.get(&word).copied().unwrap_or_default();
            let rate = (f64::from(written) + self.copied_of_all) / (f64::from(all) + 1.0);
            let number = match self.words.number(&word) {
                Vocabulary::UNKNOWN => {
                    source.unknown.push(word);
                    self.end() + source.unknown.len() as u32
                }
                number => number,
            };
            source.words.push((number, rate));
        }
        let sum: f64 = source.words.iter().map(|(_, rate)| rate).sum();
        source.words.retain(|(_, rate)| *rate > 0.0);
        for (_, rate) in &mut source.words {
            *rate /= sum;
        }
        source
    }

    /// The fraction of words that were copied, as examples tell that were not counted.
    fn fraction_of_copies<'e>(&self, held_out: impl Iterator<Item = &'e NGramExample>) -> f64 {
        let mut pairs: Vec<[f64; 2]> = Vec::new();
        for example in held_out {
            let (source, words) = (self.source(&example.source), generated_words(self.kind, &example.target));
            let numbers = self.numbers(example);
            for at in 0..numbers.len() {
                let history = self.history(&example.before, &numbers[..at]);
                let is_known = numbers[at] != Vocabulary::UNKNOWN;
                let written = if is_known { self.probability(history, numbers[at]) } else { 0.0 };
                let number = match words.get(at).filter(|_| !is_known) {
                    Some(word) => {
                        source.unknown.iter().position(|own| own == word).map(|at| self.end() + 1 + at as u32)
                    }
                    None => Some(numbers[at]),
                };
                let same = |(other, _): &&(u32, f64)| Some(*other) == number;
                let copied = source.words.iter().find(same).map_or(0.0, |(_, probability)| *probability);
                pairs.push([written, copied]);
            }
        }
        // Words that neither of the two could write say nothing.
        pairs.retain(|[written, copied]| written + copied > 0.0);
        let mut fraction = if pairs.is_empty() { 0.0 } else { 0.5 };
        for _ in 0..ROUNDS {
            let of_copy = |[written, copied]: &[f64; 2]| {
                let copied = fraction * copied;
                copied / (copied + (1.0 - fraction) * written).max(f64::MIN_POSITIVE)
            };
            fraction = pairs.iter().map(of_copy).sum::<f64>() / pairs.len().max(1) as f64;
        }
        fraction
    }

    /// The followers of a history and of its shorter ones, the shortest first.
    fn backed_off(&self, [one, two]: [u32; 2]) -> impl Iterator<Item = &Followers> {
        [[NONE, NONE], [NONE, two], [one, two]].into_iter().filter_map(|history| self.followers.get(&history))
    }

    /// The probability of a word of the vocabulary, or the end, behind a history.
    fn probability(&self, history: [u32; 2], word: u32) -> f64 {
        let mut probability = 1.0 / f64::from(self.end() + 1);
        for followers in self.backed_off(history) {
            let count = followers.counts.get(&word).copied().unwrap_or_default();
            probability = followers.rest() * probability + followers.weight(count);
        }
        probability
    }

    /// The logarithms of the probabilities of all words, the end, and the words of an input.
    fn log_probabilities(&self, history: [u32; 2], source: &Source) -> Vec<f32> {
        let known = self.words.len() + 1;
        let mut all = vec![1.0 / known as f64; known];
        for followers in self.backed_off(history) {
            for probability in &mut all {
                *probability *= followers.rest();
            }
            for (&word, &count) in &followers.counts {
                all[word as usize] += followers.weight(count);
            }
        }
        for probability in &mut all {
            *probability *= 1.0 - self.copying;
        }
        all[Vocabulary::UNKNOWN as usize] = 0.0;
        all.resize(known + source.unknown.len(), 0.0);
        for &(word, probability) in &source.words {
            all[word as usize] += self.copying * probability;
        }
        all.into_iter().map(|probability| probability.ln() as f32).collect()
    }
}

impl Followers {
    fn mass(&self) -> f64 {
        f64::from(self.total) + self.counts.len() as f64
    }

    /// What is left to shorter histories.
    fn rest(&self) -> f64 {
        self.counts.len() as f64 / self.mass()
    }

    fn weight(&self, count: u32) -> f64 {
        f64::from(count) / self.mass()
    }
}

/// The different words of a text that may be copied, sorted.
fn distinct_words(text: &str) -> BTreeSet<String> {
    source_words(text).into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(verb: &str, noun: &str) -> NGramExample {
        let (before, source) =
            ([verb.to_owned(), "object".to_owned()], format!("int {verb}Object() {{ return {noun}; }}"));
        let written = if verb == "get" { "returns the" } else { "changes the" };
        NGramExample { before, source, target: format!("{written} {noun}.") }
    }

    fn training() -> Vec<NGramExample> {
        let nouns = ["name", "size", "parent", "key", "value", "node", "item", "path"];
        let noun = |at: usize| format!("{}{at}", nouns[at % 8]);
        (0..60).map(|at| example(["get", "set"][at % 2], &noun(at))).collect()
    }

    fn write(model: &NGram, NGramExample { before, source, .. }: &NGramExample) -> String {
        model.write(before, source)
    }

    #[test]
    fn what_stands_before_decides_and_unknown_words_are_copied() {
        let model = NGram::train(GeneratedKind::Caption, &training()).expect("a model");
        assert!(model.words.number("unheard") == Vocabulary::UNKNOWN && (0.1..0.5).contains(&model.copying));
        assert_eq!(write(&model, &example("get", "unheard")), "returns the unheard.");
        assert_eq!(write(&model, &example("set", "unheard")), "changes the unheard.");
        assert_eq!(write(&model, &example("set", "unheard")), write(&model, &example("set", "unheard")));
    }

    #[test]
    fn probabilities_make_up_one() {
        let model = NGram::train(GeneratedKind::Caption, &training()).expect("a model");
        let example = example("get", "unheard");
        for tokens in [vec![], vec![1], vec![1, 2], vec![2, 1, 1]] {
            let history = model.history(&example.before, &tokens);
            let all = model.log_probabilities(history, &model.source(&example.source));
            let unknown = model.probability(history, Vocabulary::UNKNOWN) * (1.0 - model.copying);
            let sum: f64 = all.iter().map(|log| f64::from(*log).exp()).sum();
            assert!((sum + unknown - 1.0).abs() < 1e-5, "{sum} {unknown}");
        }
    }

    #[test]
    fn nothing_to_learn_from_and_nothing_to_read_are_defined() {
        assert_eq!(NGram::train(GeneratedKind::Name, &[]).err(), Some(ModelError::NoTrainingExamples));
        let empty = NGram::train(GeneratedKind::Answer, &[NGramExample::default()]).expect("a model");
        assert_eq!(write(&empty, &NGramExample::default()), "");
        let model = NGram::train(GeneratedKind::Caption, &training()).expect("a model");
        assert!(!write(&model, &NGramExample::default()).is_empty());
        let long = NGramExample { source: "int x = 🎉;\u{0}".repeat(10_000), ..example("get", "name") };
        assert!(write(&model, &long).starts_with("returns the"));
    }
}
