//! Metrics of a decision between yes and no (CodeQueries, section 4.3: relevance classification).

use crate::aggregation::Aggregation;
use crate::metric::Metric;

const SOURCE: &str = "CodeQueries, sections 4.3 and 5.2.1";

/// The fraction of decisions that are right.
pub static ACCURACY: Metric = Metric {
    name: "accuracy",
    signature: "",
    about: "fraction of decisions that are right",
    source: SOURCE,
    ..Metric::FRACTION
};

/// The fraction of those said to be yes that are.
pub static PRECISION: Metric = Metric {
    name: "precision",
    signature: "class:yes",
    about: "fraction of given yes that are right",
    source: SOURCE,
    aggregation: Aggregation::PRECISION,
    ..Metric::FRACTION
};

/// The fraction of those that are yes and were said to be.
pub static RECALL: Metric = Metric {
    name: "recall",
    signature: "class:yes",
    about: "fraction of true yes that were given",
    source: SOURCE,
    aggregation: Aggregation::RECALL,
    ..Metric::FRACTION
};

/// The harmonic mean of precision and recall.
pub static F1: Metric = Metric {
    name: "f1",
    signature: "class:yes",
    about: "harmonic mean of precision and recall",
    source: "after CodeQueries, section 5.2.1",
    aggregation: Aggregation::F1,
    ..Metric::FRACTION
};

/// Decisions, counted by what was true and what was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Yes, and said so.
    pub true_yes: u64,
    /// No, but said to be yes.
    pub false_yes: u64,
    /// Yes, but said to be no.
    pub false_no: u64,
    /// No, and said so.
    pub true_no: u64,
}

impl Decisions {
    /// Counts one decision.
    pub const fn add(&mut self, truth: bool, given: bool) {
        match (truth, given) {
            (true, true) => self.true_yes += 1,
            (false, true) => self.false_yes += 1,
            (true, false) => self.false_no += 1,
            (false, false) => self.true_no += 1,
        }
    }

    /// Right decisions, of all.
    pub const fn accuracy_counts(&self) -> (u64, u64) {
        let right = self.true_yes + self.true_no;
        (right, right + self.false_yes + self.false_no)
    }

    /// Right yes, of those given.
    pub const fn precision_counts(&self) -> (u64, u64) {
        (self.true_yes, self.true_yes + self.false_yes)
    }

    /// Right yes, of those true.
    pub const fn recall_counts(&self) -> (u64, u64) {
        (self.true_yes, self.true_yes + self.false_no)
    }

    /// [`F1`]; nothing when neither truth nor answers have a yes.
    pub fn f1(&self) -> Option<f64> {
        let total = 2 * self.true_yes + self.false_yes + self.false_no;
        (total > 0).then(|| (2 * self.true_yes) as f64 / total as f64)
    }
}
