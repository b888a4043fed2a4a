//! Spans counted one by one: partial credit where exact match gives none.

use crate::aggregation::Aggregation;
use crate::metric::Metric;
use crate::overlap::Overlap;
use crate::span_match::{Kinds, Spans};

/// The harmonic mean of the precision and recall of spans, over the corpus.
pub static SPAN_F1: Metric = Metric {
    name: "span_f1",
    signature: "spans:both|average:micro",
    about: "harmonic mean of the precision and recall of spans: those given that are exactly true ones, of all examples together",
    source: "ours, beside the exact match of CodeQueries, section 4.3",
    aggregation: Aggregation::F1,
    ..Metric::FRACTION
};

impl Overlap {
    /// Counts the spans of one example that are of some kinds.
    pub fn of_spans<P: Ord>(truth: &Spans<P>, given: &Spans<P>, kinds: Kinds) -> Self {
        let mut overlap = Self::default();
        for (truth, given) in truth.of_kinds(kinds).zip(given.of_kinds(kinds)) {
            let right = truth.intersection(given).count() as u64;
            overlap.add(Self { right, wrong: given.len() as u64 - right, missed: truth.len() as u64 - right });
        }
        overlap
    }
}
