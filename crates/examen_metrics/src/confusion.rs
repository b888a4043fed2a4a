//! Metrics of a choice between any number of classes: what was true, counted by what was given.
//!
//! Classes that neither the truth nor the answers have do not count in means over classes, and a class without answers has the
//! precision 0 and without true examples the recall 0, as in scikit-learn.

use crate::aggregation::Aggregation;
use crate::classification::Decisions;
use crate::metric::Metric;
use crate::statistics_error::StatisticsError;

/// Up to here floats hold every count.
const MOST_COUNTED: f64 = 9_007_199_254_740_992.0;

/// What the means over classes have in common.
const MEAN_OF_CLASSES: Metric = Metric {
    signature: "average:macro|zero_division:0",
    source: "Sokolova and Lapalme 2009, A systematic analysis of performance measures; as scikit-learn has it",
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// The mean over classes of the fraction of their examples that are found.
pub static BALANCED_ACCURACY: Metric = Metric {
    name: "balanced_accuracy",
    signature: "average:macro|classes:true",
    about: "mean recall of the classes that the truth has",
    source: "Brodersen et al. 2010, The Balanced Accuracy and Its Posterior Distribution",
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// The mean F1 of the classes.
pub static MACRO_F1: Metric = Metric { name: "macro_f1", about: "mean F1 of the classes", ..MEAN_OF_CLASSES };

/// The mean precision of the classes.
pub static MACRO_PRECISION: Metric =
    Metric { name: "macro_precision", about: "mean precision of the classes", ..MEAN_OF_CLASSES };

/// The mean recall of the classes.
pub static MACRO_RECALL: Metric =
    Metric { name: "macro_recall", about: "mean recall of the classes", ..MEAN_OF_CLASSES };

/// The correlation of truth and answers.
pub static MCC: Metric = Metric {
    name: "mcc",
    signature: "classes:any",
    about: "Matthews correlation coefficient of truth and answers; 0 is guessing",
    source: "Gorodkin 2004, Comparing two K-category assignments by a K-category correlation coefficient",
    range: (-1.0, 1.0),
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// F1 of all decisions of all classes together.
pub static MICRO_F1: Metric = Metric {
    name: "micro_f1",
    signature: "average:micro",
    about: "F1 over the decisions of all classes; where each example has one class, accuracy",
    ..MEAN_OF_CLASSES
};

/// The mean F1 of the classes, by how many examples they have.
pub static WEIGHTED_F1: Metric = Metric {
    name: "weighted_f1",
    signature: "average:weighted|zero_division:0",
    about: "mean F1 of the classes by their examples",
    ..MEAN_OF_CLASSES
};

/// The mean precision of the classes, by how many examples they have.
pub static WEIGHTED_PRECISION: Metric = Metric {
    name: "weighted_precision",
    signature: "average:weighted|zero_division:0",
    about: "mean precision of the classes by their examples",
    ..MEAN_OF_CLASSES
};

/// Examples, counted by their true class and the one that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusionMatrix {
    classes: usize,
    /// One row for each true class.
    counts: Vec<u64>,
}

impl ConfusionMatrix {
    /// No examples yet, of classes numbered from 0.
    pub fn new(classes: usize) -> Self {
        Self { classes, counts: vec![0; classes * classes] }
    }

    /// The matrix whose rows, one after the other, are these counts, as a `Statistic` gets them from a
    /// sample of one-hot rows; nothing when they are not as many as they should be, or no counts.
    pub fn of_sums(classes: usize, sums: &[f64]) -> Option<Self> {
        let are_counts = sums.iter().all(|&sum| (0.0..=MOST_COUNTED).contains(&sum) && sum.fract() == 0.0);
        #[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
        let counts = || sums.iter().map(|&sum| sum as u64).collect();
        (sums.len() == classes * classes && are_counts).then(|| Self { classes, counts: counts() })
    }

    /// Counts one example.
    pub fn add(&mut self, truth: usize, given: usize) -> Result<(), StatisticsError> {
        let class = truth.max(given);
        if class >= self.classes {
            return Err(StatisticsError::NoSuchClass { class, classes: self.classes });
        }
        self.counts[truth * self.classes + given] += 1;
        Ok(())
    }

    /// Returns how many classes there are.
    pub const fn classes(&self) -> usize {
        self.classes
    }

    /// Returns how many examples there are.
    pub fn n(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns how many examples of a class were given a class; none of classes that there are not.
    pub fn count(&self, truth: usize, given: usize) -> u64 {
        if truth.max(given) < self.classes { self.counts[truth * self.classes + given] } else { 0 }
    }

    /// Returns how many examples are of a class.
    pub fn of_truth(&self, class: usize) -> u64 {
        (0..self.classes).map(|given| self.count(class, given)).sum()
    }

    /// Returns how many examples were given a class.
    pub fn of_given(&self, class: usize) -> u64 {
        (0..self.classes).map(|truth| self.count(truth, class)).sum()
    }

    /// The matrix as decisions whether an example is of one class: its precision, recall and F1 are those of the class.
    pub fn decisions(&self, class: usize) -> Decisions {
        self.decisions_of(class, self.of_truth(class), self.of_given(class), self.n())
    }

    /// Right answers, of all.
    pub fn accuracy_counts(&self) -> (u64, u64) {
        ((0..self.classes).map(|class| self.count(class, class)).sum(), self.n())
    }

    /// [`BALANCED_ACCURACY`]; like all that follow, nothing without examples.
    pub fn balanced_accuracy(&self) -> Option<f64> {
        mean(self.met().filter(|it| it.true_yes + it.false_no > 0).map(|it| (fraction(it.recall_counts()), 1)))
    }

    /// [`MACRO_PRECISION`].
    pub fn macro_precision(&self) -> Option<f64> {
        mean(self.met().map(|it| (fraction(it.precision_counts()), 1)))
    }

    /// [`MACRO_RECALL`].
    pub fn macro_recall(&self) -> Option<f64> {
        mean(self.met().map(|it| (fraction(it.recall_counts()), 1)))
    }

    /// [`MACRO_F1`].
    pub fn macro_f1(&self) -> Option<f64> {
        mean(self.met().map(|it| (it.f1().unwrap_or(0.0), 1)))
    }

    /// [`MICRO_F1`]. Micro-averaged precision and recall are the same: an error of one class is one of another too.
    pub fn micro_f1(&self) -> Option<f64> {
        let (right, n) = self.accuracy_counts();
        (n > 0).then(|| fraction((right, n)))
    }

    /// [`WEIGHTED_PRECISION`]. Weighted recall is accuracy.
    pub fn weighted_precision(&self) -> Option<f64> {
        mean(self.met().map(|it| (fraction(it.precision_counts()), it.true_yes + it.false_no)))
    }

    /// [`WEIGHTED_F1`].
    pub fn weighted_f1(&self) -> Option<f64> {
        mean(self.met().map(|it| (it.f1().unwrap_or(0.0), it.true_yes + it.false_no)))
    }

    /// [`MCC`]; 0 when the truth or the answers are all of one class.
    pub fn mcc(&self) -> Option<f64> {
        let (right, n) = self.accuracy_counts();
        let (right, n) = (right as f64, n as f64);
        let (mut both, mut truths, mut givens) = (0.0, 0.0, 0.0);
        for (of_truth, of_given) in self.truths().into_iter().zip(self.givens()) {
            let (of_truth, of_given) = (of_truth as f64, of_given as f64);
            both += of_truth * of_given;
            truths += of_truth * of_truth;
            givens += of_given * of_given;
        }
        let spread = (n * n - truths) * (n * n - givens);
        (n > 0.0).then(|| if spread > 0.0 { ((right * n - both) / spread.sqrt()).clamp(-1.0, 1.0) } else { 0.0 })
    }

    /// The decisions about each class that the truth or the answers have.
    fn met(&self) -> impl Iterator<Item = Decisions> {
        let (n, truths, givens) = (self.n(), self.truths(), self.givens());
        let decisions = move |class| self.decisions_of(class, truths[class], givens[class], n);
        (0..self.classes).map(decisions).filter(|it| it.f1().is_some())
    }

    fn decisions_of(&self, class: usize, of_truth: u64, of_given: u64, n: u64) -> Decisions {
        let true_yes = self.count(class, class);
        Decisions {
            true_yes,
            false_yes: of_given - true_yes,
            false_no: of_truth - true_yes,
            true_no: n + true_yes - of_truth - of_given,
        }
    }

    /// Returns how many examples are of each class.
    pub(crate) fn truths(&self) -> Vec<u64> {
        (0..self.classes).map(|class| self.of_truth(class)).collect()
    }

    /// Returns how many examples were given each class.
    pub(crate) fn givens(&self) -> Vec<u64> {
        (0..self.classes).map(|class| self.of_given(class)).collect()
    }
}

fn fraction((part, all): (u64, u64)) -> f64 {
    if all > 0 { part as f64 / all as f64 } else { 0.0 }
}

/// The mean of values with weights; nothing without any.
fn mean(weighted: impl Iterator<Item = (f64, u64)>) -> Option<f64> {
    let (sum, weights) =
        weighted.fold((0.0, 0), |(sum, weights), (value, weight)| (sum + value * weight as f64, weights + weight));
    (weights > 0).then(|| sum / weights as f64)
}
