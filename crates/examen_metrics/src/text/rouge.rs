//! ROUGE-1, -2 and -L as the package `rouge-score` computes them, each as F-score, precision and recall.

use super::common_subsequence::longest_common_subsequence;
use super::ngrams::{common_ngrams, ngrams_in};
use super::token_overlap::WordOverlap;
use super::words::WordPair;
use crate::metric::Metric;

const BASE: Metric = Metric {
    signature: "mean:answers|tok:a-z0-9|case:lower|stem:no|nrefs:1|as:rouge-score-0.1.2",
    source: "Lin 2004, ROUGE; the package rouge-score",
    ..Metric::FRACTION
};

/// Words in common: F-score.
pub(crate) static ROUGE1: Metric = Metric {
    name: "rouge1",
    about: "mean over answers of the F-score of words in common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = single_words(hypothesis, reference).f1()),
    ..BASE
};

/// Words in common: fraction of those given.
pub(crate) static ROUGE1_PRECISION: Metric = Metric {
    name: "rouge1_precision",
    about: "mean over answers of the fraction of given words that are common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = single_words(hypothesis, reference).precision()),
    ..BASE
};

/// Words in common: fraction of those expected.
pub(crate) static ROUGE1_RECALL: Metric = Metric {
    name: "rouge1_recall",
    about: "mean over answers of the fraction of expected words that are common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = single_words(hypothesis, reference).recall()),
    ..BASE
};

/// Word pairs in common: F-score.
pub(crate) static ROUGE2: Metric = Metric {
    name: "rouge2",
    about: "mean over answers of the F-score of word pairs in common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = word_pairs(hypothesis, reference).f1()),
    ..BASE
};

/// Word pairs in common: fraction of those given.
pub(crate) static ROUGE2_PRECISION: Metric = Metric {
    name: "rouge2_precision",
    about: "mean over answers of the fraction of given word pairs that are common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = word_pairs(hypothesis, reference).precision()),
    ..BASE
};

/// Word pairs in common: fraction of those expected.
pub(crate) static ROUGE2_RECALL: Metric = Metric {
    name: "rouge2_recall",
    about: "mean over answers of the fraction of expected word pairs that are common",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = word_pairs(hypothesis, reference).recall()),
    ..BASE
};

/// The longest common subsequence: F-score.
pub static ROUGE_L: Metric = Metric {
    name: "rougeL",
    about: "mean over answers of the F-score of the longest common subsequence",
    count_text: Some(|_, hypothesis, reference, scores| {
        scores[0] = subsequence(hypothesis, reference, WordOverlap::f1);
    }),
    ..BASE
};

/// The longest common subsequence: fraction of the words given.
pub(crate) static ROUGE_L_PRECISION: Metric = Metric {
    name: "rougeL_precision",
    about: "mean over answers of the fraction of given words in the longest common subsequence",
    count_text: Some(|_, hypothesis, reference, scores| {
        scores[0] = subsequence(hypothesis, reference, WordOverlap::precision);
    }),
    ..BASE
};

/// The longest common subsequence: fraction of the words expected.
pub(crate) static ROUGE_L_RECALL: Metric = Metric {
    name: "rougeL_recall",
    about: "mean over answers of the fraction of expected words in the longest common subsequence",
    count_text: Some(|_, hypothesis, reference, scores| {
        scores[0] = subsequence(hypothesis, reference, WordOverlap::recall);
    }),
    ..BASE
};

fn single_words(hypothesis: &str, reference: &str) -> WordOverlap {
    WordOverlap::of_words(&only_words(hypothesis), &only_words(reference))
}

fn word_pairs(hypothesis: &str, reference: &str) -> WordOverlap {
    let pair = WordPair::between_whitespace(&only_words(hypothesis), &only_words(reference));
    let (given, expected) = (ngrams_in(pair.hypothesis.len(), 2), ngrams_in(pair.reference.len(), 2));
    let [_, common] = common_ngrams(pair);
    WordOverlap { common: common as usize, given, expected }
}

/// A value of the longest common subsequence; not a number for texts that are too long for one.
fn subsequence(hypothesis: &str, reference: &str, value: fn(&WordOverlap) -> f64) -> f64 {
    let pair = WordPair::between_whitespace(&only_words(hypothesis), &only_words(reference));
    let (given, expected) = (pair.hypothesis.len(), pair.reference.len());
    longest_common_subsequence(&pair).map_or(f64::NAN, |common| value(&WordOverlap { common, given, expected }))
}

/// Returns the runs of letters and digits of ASCII; all else becomes spaces.
fn only_words(text: &str) -> String {
    let mut bytes = text.to_lowercase().into_bytes();
    for byte in &mut bytes {
        *byte = if byte.is_ascii_alphanumeric() { *byte } else { b' ' };
    }
    // Nothing beyond ASCII is left.
    String::from_utf8(bytes).unwrap_or_default()
}
