//! Baselines that look at no input: values of a task, to stand beside those of models.

use crate::aggregation::Aggregation;
use crate::metric::{Better, Metric};

/// The accuracy of picking a class at random.
pub static RANDOM_BASELINE: Metric = Metric {
    name: "random_baseline",
    signature: "",
    about: "accuracy of picking one of the classes at random",
    source: "ours",
    better: Better::Neither,
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// The accuracy of always giving the class that is most frequent among the scored examples.
pub static MAJORITY_BASELINE: Metric = Metric {
    name: "majority_baseline",
    signature: "",
    about: "fraction of the most frequent class: the accuracy of always giving it",
    source: "ours",
    better: Better::Neither,
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// Returns [`RANDOM_BASELINE`] where there are so many classes; nothing without any.
pub fn random_baseline(classes: usize) -> Option<f64> {
    (classes > 0).then(|| 1.0 / classes as f64)
}

/// Returns [`MAJORITY_BASELINE`] from the number of examples of each class; nothing without examples.
pub fn majority_baseline(examples_by_class: impl IntoIterator<Item = u64>) -> Option<f64> {
    let (mut most, mut all) = (0, 0);
    for count in examples_by_class {
        most = count.max(most);
        all += count;
    }
    (all > 0).then(|| most as f64 / all as f64)
}
