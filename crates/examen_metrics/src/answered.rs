//! The fraction of examples that a model answered at all.

use crate::metric::Metric;

/// The fraction of examples with an answer that can be scored; the others count as wrong in every other metric.
pub static ANSWERED: Metric = Metric {
    name: "answered",
    signature: "",
    about: "fraction of examples with an answer that can be scored; the others count as wrong",
    source: "ours",
    ..Metric::FRACTION
};
