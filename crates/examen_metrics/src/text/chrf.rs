//! Character n-gram F-scores of a corpus as sacrebleu computes them.

use rustc_hash::FxHashMap;

use super::ngrams::{common_ngrams, ngrams_in};
use super::words::{WordPair, is_whitespace, words};
use crate::aggregation::Aggregation;
use crate::metric::Metric;

/// Character n-grams alone.
pub(crate) static CHRF: Metric = Metric {
    name: "chrf",
    signature: "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|beta:2|as:sacrebleu-2.6.0",
    about: "F-score, recall counting twice, of character n-grams up to 6, counts summed over all answers",
    source: "Popović 2015, chrF; sacrebleu",
    aggregation: Aggregation::Sums { counts: 3 * CHARACTER_ORDERS, value: |sums, _| value(sums) },
    count_text: Some(|_, hypothesis, reference, counts| count_characters(hypothesis, reference, counts)),
    ..Metric::PERCENT
};

/// Character n-grams, single words and pairs of words.
pub(crate) static CHRF_PLUS_PLUS: Metric = Metric {
    name: "chrf_plus_plus",
    signature: "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|beta:2|as:sacrebleu-2.6.0",
    about: "F-score, recall counting twice, of character n-grams up to 6, words and word pairs, counts summed",
    source: "Popović 2017, chrF++; sacrebleu",
    aggregation: Aggregation::Sums { counts: 3 * (CHARACTER_ORDERS + WORD_ORDERS), value: |sums, _| value(sums) },
    count_text: Some(|_, hypothesis, reference, counts| {
        let (of_characters, of_words) = counts.split_at_mut(3 * CHARACTER_ORDERS);
        count_characters(hypothesis, reference, of_characters);
        let pair = WordPair::cut_by(hypothesis, reference, words_and_punctuation);
        count_ngrams::<WORD_ORDERS>(pair, of_words);
    }),
    ..Metric::PERCENT
};

const CHARACTER_ORDERS: usize = 6;
const WORD_ORDERS: usize = 2;

/// The weight of recall, squared.
const FACTOR: f64 = 4.0;

fn count_characters(hypothesis: &str, reference: &str, counts: &mut [f64]) {
    // Characters of ASCII are small numbers already; others get the next ones.
    const ASCII: u32 = 128;
    let mut others: FxHashMap<char, u32> = FxHashMap::default();
    let mut numbers = |text: &str| -> Vec<u32> {
        let mut numbers = Vec::with_capacity(text.len());
        numbers.extend(text.chars().filter(|character| !is_whitespace(*character)).map(|character| {
            let next = ASCII + others.len() as u32;
            if character.is_ascii() { u32::from(character) } else { *others.entry(character).or_insert(next) }
        }));
        numbers
    };
    let (hypothesis, reference) = (numbers(hypothesis), numbers(reference));
    let pair = WordPair { hypothesis, reference, distinct: ASCII as usize + others.len() };
    count_ngrams::<CHARACTER_ORDERS>(pair, counts);
}

/// For each order: n-grams given, expected and common.
fn count_ngrams<const ORDERS: usize>(pair: WordPair, counts: &mut [f64]) {
    let lengths = (pair.hypothesis.len(), pair.reference.len());
    let common = common_ngrams::<ORDERS>(pair);
    for (index, (common, counts)) in common.into_iter().zip(counts.chunks_exact_mut(3)).enumerate() {
        let given = ngrams_in(lengths.0, index + 1);
        let expected = ngrams_in(lengths.1, index + 1);
        // Where nothing could be right, nothing given is held against the answer.
        counts[0] = if expected == 0 { 0.0 } else { given as f64 };
        counts[1] = expected as f64;
        counts[2] = f64::from(common);
    }
}

/// Precision and recall are means over the orders that both sides have.
fn value(sums: &[f64]) -> f64 {
    let (mut precision, mut recall, mut orders) = (0.0, 0.0, 0.0);
    for counts in sums.chunks_exact(3) {
        let (given, expected, common) = (counts[0], counts[1], counts[2]);
        if given > 0.0 && expected > 0.0 {
            precision += common / given;
            recall += common / expected;
            orders += 1.0;
        }
    }
    if precision + recall == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (precision / orders, recall / orders);
    100.0 * (1.0 + FACTOR) * precision * recall / (FACTOR * precision + recall)
}

/// Words, with one punctuation mark cut off: that at the end, or else that at the beginning.
fn words_and_punctuation(text: &str) -> impl Iterator<Item = &[u8]> {
    words(text).flat_map(|word| {
        let is_punctuation = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_punctuation);
        let cut = match word.len() {
            length if length > 1 && is_punctuation(word.last()) => length - 1,
            length if length > 1 && is_punctuation(word.first()) => 1,
            length => length,
        };
        let (left, right) = word.split_at(cut);
        [left, right].into_iter().filter(|part| !part.is_empty())
    })
}
