//! Accuracy of a probe where one layer of many is chosen to stand for an encoder.

use crate::aggregation::Aggregation;
use crate::metric::Metric;

/// The accuracy of the layer that the validation split chooses.
pub static CHOSEN_LAYER_ACCURACY: Metric = Metric {
    name: "chosen_layer_accuracy",
    signature: "chosen_on:validation",
    about: "accuracy of a probe on the layer that is best on the validation split, of several the first",
    source: "ours",
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// The accuracy of the layer that is best on the very examples that are scored.
pub static BEST_LAYER_ACCURACY: Metric = Metric {
    name: "best_layer_accuracy",
    signature: "chosen_on:test",
    about: "highest accuracy of a probe on any layer; chosen on the examples that are scored, it flatters",
    source: "Karmakar and Robbes 2024, INSPECT: Intrinsic and Systematic Probing Evaluation for Code Transformers",
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};
