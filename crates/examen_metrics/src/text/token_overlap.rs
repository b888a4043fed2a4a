//! Answers as multisets of words, as CodeQA scores them: SQuAD's scores, but of articles and punctuation too.

use super::words::{common_words, lowered, words};
use crate::metric::Metric;

const BASE: Metric = Metric {
    signature: "tok:whitespace|case:lower|articles:kept|punctuation:kept|nrefs:1|as:codeqa-e0dba3c",
    source: "Rajpurkar et al. 2016, SQuAD; Liu and Wan 2021, CodeQA, Section 5.2 and the released evaluation",
    ..Metric::FRACTION
};

/// The fraction of answers that say the same, word for word.
pub(crate) static EXACT_MATCH: Metric = Metric {
    name: "exact_match",
    about: "fraction of answers that are the expected words in their order",
    count_text: Some(|_, hypothesis, reference, scores| {
        scores[0] = f64::from(u8::from(is_exact(hypothesis, reference)));
    }),
    ..BASE
};

/// The harmonic mean of the next two, for each answer.
pub(crate) static TOKEN_F1: Metric = Metric {
    name: "token_f1",
    about: "mean over answers of the harmonic mean of both fractions of words",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = WordOverlap::new(hypothesis, reference).f1()),
    ..BASE
};

/// The fraction of given words that were expected.
pub(crate) static TOKEN_PRECISION: Metric = Metric {
    name: "token_precision",
    about: "mean over answers of the fraction of given words that were expected",
    count_text: Some(|_, hypothesis, reference, scores| {
        scores[0] = WordOverlap::new(hypothesis, reference).precision();
    }),
    ..BASE
};

/// The fraction of expected words that were given.
pub(crate) static TOKEN_RECALL: Metric = Metric {
    name: "token_recall",
    about: "mean over answers of the fraction of expected words that were given",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = WordOverlap::new(hypothesis, reference).recall()),
    ..BASE
};

/// The words that two texts have in common.
pub(super) struct WordOverlap {
    pub(super) common: usize,
    pub(super) given: usize,
    pub(super) expected: usize,
}

impl WordOverlap {
    /// The words of two texts. Nothing is rightly answered by nothing, and by nothing else.
    fn new(hypothesis: &str, reference: &str) -> Self {
        if hypothesis.is_empty() && reference.is_empty() {
            return Self { common: 1, given: 1, expected: 1 };
        }
        let (hypothesis, reference) = (lowered(hypothesis), lowered(reference));
        Self::of_words(&hypothesis, &reference)
    }

    /// Counts the words between whitespace.
    pub(super) fn of_words(hypothesis: &str, reference: &str) -> Self {
        let [common, given, expected] = common_words(hypothesis, reference);
        Self { common, given, expected }
    }

    pub(super) fn precision(&self) -> f64 {
        fraction(self.common, self.given)
    }

    pub(super) fn recall(&self) -> f64 {
        fraction(self.common, self.expected)
    }

    pub(super) fn f1(&self) -> f64 {
        let (precision, recall) = (self.precision(), self.recall());
        if precision + recall > 0.0 { 2.0 * precision * recall / (precision + recall) } else { 0.0 }
    }
}

fn fraction(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The authors count an exact match only where there is a word in common, so two texts of whitespace are none.
fn is_exact(hypothesis: &str, reference: &str) -> bool {
    if reference.is_empty() {
        return hypothesis.is_empty();
    }
    let (hypothesis, reference) = (lowered(hypothesis), lowered(reference));
    words(&hypothesis).next().is_some() && words(&hypothesis).eq(words(&reference))
}
