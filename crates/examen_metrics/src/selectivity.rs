//! Selectivity of a probe: accuracy beyond what it can memorise (control tasks).

use crate::interval::{Interval, paired_difference_interval};
use crate::metric::Metric;

/// Accuracy less the accuracy of a model of the same kind on control labels.
pub static SELECTIVITY: Metric = Metric {
    name: "selectivity",
    signature: "",
    about: "accuracy less that on control labels: what is encoded and not memorised",
    source: "Hewitt and Liang 2019, Designing and Interpreting Probes with Control Tasks",
    range: (-1.0, 1.0),
    ..Metric::FRACTION
};

/// Examples, counted by whether the true and the control label were right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControlledAnswers {
    /// Both labels are right.
    pub both: u64,
    /// Only the true label is.
    pub only_true: u64,
    /// Only the control label is.
    pub only_control: u64,
    /// Neither is.
    pub neither: u64,
}

impl ControlledAnswers {
    /// Counts one example.
    pub const fn add(&mut self, is_right: bool, is_control_right: bool) {
        match (is_right, is_control_right) {
            (true, true) => self.both += 1,
            (true, false) => self.only_true += 1,
            (false, true) => self.only_control += 1,
            (false, false) => self.neither += 1,
        }
    }

    /// Right labels, of all.
    pub const fn true_counts(&self) -> (u64, u64) {
        (self.both + self.only_true, self.n())
    }

    /// Right control labels, of all.
    pub const fn control_counts(&self) -> (u64, u64) {
        (self.both + self.only_control, self.n())
    }

    /// [`SELECTIVITY`]; nothing without examples.
    pub fn selectivity(&self) -> Option<f64> {
        (self.n() > 0).then(|| (self.only_true as f64 - self.only_control as f64) / self.n() as f64)
    }

    /// The interval of [`ControlledAnswers::selectivity`], whose two fractions are of the same examples.
    pub fn interval(&self) -> Option<Interval> {
        paired_difference_interval(self.both, self.only_true, self.only_control, self.neither)
    }

    const fn n(&self) -> u64 {
        self.both + self.only_true + self.only_control + self.neither
    }
}
