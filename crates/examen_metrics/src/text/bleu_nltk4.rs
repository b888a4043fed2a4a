//! Sentence BLEU of NLTK with its fourth smoothing.

use super::ngrams::{common_ngrams, ngrams_in};
use super::words::WordPair;
use crate::metric::Metric;

/// Mean of sentence BLEU-4 whose zero counts become smaller the shorter the sentence is.
pub(crate) static BLEU_NLTK4: Metric = Metric {
    name: "bleu_nltk4",
    signature: "mean:sentences|order:4|smooth:method4[5]|tok:whitespace|case:mixed|nrefs:1|as:nltk-3.10.4",
    about: "mean over answers of BLEU-4 with the fourth smoothing of Chen and Cherry",
    source: "Chen and Cherry 2014, A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU; NLTK",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = sentence(hypothesis, reference)),
    ..Metric::FRACTION
};

/// The constant of the smoothing.
const K: f64 = 5.0;

fn sentence(hypothesis: &str, reference: &str) -> f64 {
    let pair = WordPair::between_whitespace(hypothesis, reference);
    let (length, expected) = (pair.hypothesis.len(), pair.reference.len());
    let common = common_ngrams::<4>(pair);
    if common[0] == 0 {
        return 0.0;
    }
    let (mut product, mut halves) = (1.0, 1.0);
    for (order, common) in (1..).zip(common) {
        let total = ngrams_in(length, order).max(1) as f64;
        if common > 0 {
            product *= f64::from(common) / total;
        } else if length > 1 {
            halves *= 2.0;
            product *= (length as f64).ln() / (halves * K) / total;
        }
        // A zero count in a sentence of one word stays zero, and NLTK leaves zeros out of its mean.
    }
    let brevity = if length > expected { 1.0 } else { (1.0 - expected as f64 / length as f64).exp() };
    product.powf(0.25) * brevity
}
