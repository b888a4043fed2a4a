//! Lines of spans: credit for a place that is nearly right.

use crate::aggregation::Aggregation;
use crate::metric::Metric;

/// The fraction of examples whose spans are on exactly the true lines.
pub static LINE_MATCH: Metric = Metric {
    name: "line_match",
    signature: "spans:both",
    about: "fraction of examples whose spans are, by kind, on exactly the lines of the true ones",
    source: "ours, beside the exact match of CodeQueries, section 4.3",
    ..Metric::FRACTION
};

/// The harmonic mean of the precision and recall of the lines of spans, over the corpus.
pub static LINE_F1: Metric = Metric {
    name: "line_f1",
    signature: "spans:both|average:micro",
    about: "harmonic mean of the precision and recall of the lines that spans are on, by kind, of all examples together",
    source: "ours, beside the exact match of CodeQueries, section 4.3",
    aggregation: Aggregation::F1,
    ..Metric::FRACTION
};
