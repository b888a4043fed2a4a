//! BLEU as CodeQA reports it: that of Google's translation tutorial, one sentence at a time.

use super::ngrams::{common_ngrams, ngrams_in};
use super::words::WordPair;
use crate::metric::Metric;

/// Mean of sentence BLEU-4 with one added to all counts.
pub(crate) static BLEU_CODEQA: Metric = Metric {
    name: "bleu_codeqa",
    signature: "mean:sentences|order:4|smooth:add-1[all]|tok:whitespace|case:mixed|nrefs:1|as:codeqa-e0dba3c",
    about: "mean over answers of BLEU-4 with 1 added to matches and totals of every order",
    source: "Lin and Och 2004, ORANGE; Liu and Wan 2021, CodeQA, Section 5.2 and the released evaluation",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = sentence(hypothesis, reference)),
    ..Metric::FRACTION
};

/// A sentence with no word is worth nothing, on whichever side. (Against an empty reference the original divides by 0.)
fn sentence(hypothesis: &str, reference: &str) -> f64 {
    let pair = WordPair::between_whitespace(hypothesis, reference);
    let (length, expected) = (pair.hypothesis.len(), pair.reference.len());
    if length == 0 || expected == 0 {
        return 0.0;
    }
    let common = common_ngrams::<4>(pair);
    let mut product = 1.0;
    for (order, common) in (1..).zip(common) {
        // An order of which the sentence is too short to have any counts as right.
        product *= (f64::from(common) + 1.0) / (ngrams_in(length, order) as f64 + 1.0);
    }
    let ratio = length as f64 / expected as f64;
    let brevity = match ratio {
        _ if ratio > 1.0 => 1.0,
        _ if ratio < 1e-6 => 0.0,
        _ => (1.0 - 1.0 / ratio).exp(),
    };
    product.powf(0.25) * brevity
}
