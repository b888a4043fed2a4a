//! Metrics of texts: an answer in words beside the words that were expected.
//!
//! Each metric counts numbers in a pair and makes a figure of their sums. The figure of a corpus, of a resample or of a
//! single pair is the same function of such sums, so that a caller may count on many threads and add up in any shape.
//! The tools that made these metrics known disagree in their tokens, smoothing and case: the signatures say which is meant.

mod bleu_codeqa;
mod bleu_codexglue;
mod bleu_nltk4;
mod bleu_sacre;
mod chrf;
mod common_subsequence;
mod meteor;
mod ngrams;
mod rouge;
mod rouge_coco;
mod token_overlap;
mod words;

pub(crate) use bleu_codeqa::BLEU_CODEQA;
pub(crate) use bleu_codexglue::BLEU_CODEXGLUE;
pub(crate) use bleu_nltk4::BLEU_NLTK4;
pub(crate) use bleu_sacre::BLEU_SACRE;
pub(crate) use chrf::{CHRF, CHRF_PLUS_PLUS};
pub(crate) use rouge::{
    ROUGE_L, ROUGE_L_PRECISION, ROUGE_L_RECALL, ROUGE1, ROUGE1_PRECISION, ROUGE1_RECALL, ROUGE2, ROUGE2_PRECISION,
    ROUGE2_RECALL,
};
pub(crate) use rouge_coco::ROUGE_L_COCO;
pub(crate) use token_overlap::{EXACT_MATCH, TOKEN_F1, TOKEN_PRECISION, TOKEN_RECALL};

pub use meteor::{METEOR, Paraphrases};

use crate::metric::Metric;

/// A metric of texts: what it counts in a pair, and the figure that sums of counts give.
pub struct TextMetric {
    /// What it tells about itself.
    pub metric: &'static Metric,
    /// How many numbers it counts in a pair.
    pub width: usize,
    /// Counts a pair (hypothesis, reference) into `width` numbers, which the caller has set to 0.
    pub count: fn(&TextResources, &str, &str, &mut [f64]),
    /// The figure of the sums of those numbers over so many pairs; the figure of one pair is that of its own numbers and 1.
    /// No pairs have the lowest figure of the range.
    pub figure: fn(&[f64], u64) -> f64,
}

/// Tables that some metrics read; they are empty by default.
#[derive(Default)]
pub struct TextResources {
    /// What METEOR takes for paraphrases; without, it has no such module.
    pub paraphrases: Option<Paraphrases>,
}

/// All metrics of texts, by name.
pub static TEXT_METRICS: &[&TextMetric] = &[
    &BLEU_CODEQA,
    &BLEU_CODEXGLUE,
    &BLEU_NLTK4,
    &BLEU_SACRE,
    &CHRF,
    &CHRF_PLUS_PLUS,
    &EXACT_MATCH,
    &METEOR,
    &ROUGE1,
    &ROUGE1_PRECISION,
    &ROUGE1_RECALL,
    &ROUGE2,
    &ROUGE2_PRECISION,
    &ROUGE2_RECALL,
    &ROUGE_L,
    &ROUGE_L_COCO,
    &ROUGE_L_PRECISION,
    &ROUGE_L_RECALL,
    &TOKEN_F1,
    &TOKEN_PRECISION,
    &TOKEN_RECALL,
];

impl TextMetric {
    /// The metric of that name, if there is one.
    pub fn named(name: &str) -> Option<&'static Self> {
        let place = TEXT_METRICS.binary_search_by(|it| it.metric.name.cmp(name)).ok()?;
        TEXT_METRICS.get(place).copied()
    }

    /// A metric whose figure is the mean of the marks of its pairs.
    const fn mean(metric: &'static Metric, count: fn(&TextResources, &str, &str, &mut [f64])) -> Self {
        Self { metric, width: 1, count, figure: |sums, pairs| if pairs == 0 { 0.0 } else { sums[0] / pairs as f64 } }
    }
}

impl TextResources {
    /// What these tables add to the signature of a metric.
    pub fn facts(&self, metric: &Metric) -> Vec<(&'static str, &'static str)> {
        if metric.name == METEOR.metric.name { vec![("modules", meteor::modules(self))] } else { Vec::new() }
    }
}
