//! Counts of predictions that could not be scored as they are: values of a model, to stand beside its scores.

use crate::aggregation::Aggregation;
use crate::metric::{Better, Metric};

/// A number of examples or predictions.
const COUNT: Metric = Metric {
    source: "ours",
    range: (0.0, f64::INFINITY),
    better: Better::Lower,
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// Examples that the model failed at.
pub static FAILED: Metric = Metric { name: "failed", about: "examples that the model failed at", ..COUNT };

/// Examples of several rows of which only some were answered.
pub static INCOMPLETE: Metric =
    Metric { name: "incomplete", about: "examples of several rows of which only some were answered", ..COUNT };

/// Examples that could not be put together from their rows.
pub static LEFT_OUT: Metric = Metric {
    name: "left_out",
    about: "examples that could not be put together from their rows and have no score",
    ..COUNT
};

/// Examples without a prediction.
pub static MISSING: Metric = Metric { name: "missing", about: "examples without a prediction", ..COUNT };

/// Predictions beyond the first for an example.
pub static REPEATED: Metric =
    Metric { name: "repeated", about: "predictions beyond the first for the same example, which counts", ..COUNT };

/// Examples that the model was not asked about.
pub static SKIPPED: Metric = Metric { name: "skipped", about: "examples that the model was not asked about", ..COUNT };

/// Texts that the model saw only a part of.
pub static TRUNCATED: Metric =
    Metric { name: "truncated", about: "texts of all splits that the model saw only a part of", ..COUNT };

/// Answers without a control label, where others of the model have one.
pub static UNCONTROLLED: Metric = Metric {
    name: "uncontrolled",
    about: "answers without a control label of a model that gives one to other examples",
    ..COUNT
};

/// Examples whose prediction cannot be read as an answer of the task's kind.
pub static UNUSABLE: Metric = Metric {
    name: "unusable",
    about: "examples whose prediction cannot be read as an answer of the task's kind",
    ..COUNT
};
