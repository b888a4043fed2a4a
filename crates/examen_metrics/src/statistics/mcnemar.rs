//! McNemar's test: two models' right and wrong answers to the same examples.

use crate::statistics::distributions::{binomial_half, chi_square_tail};

/// From so many differing examples on, the exact test and the corrected one give nearly the same.
const FEW: u64 = 25;

/// The outcome of McNemar's test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// How the probability was found.
    pub form: McNemarForm,
    /// The lesser of the two counts, or chi-square.
    pub statistic: f64,
    /// How probable counts as different as these are if both models are equally good.
    pub p: f64,
}

/// How a probability is found from the examples that only one model answers right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum McNemarForm {
    /// From the binomial distribution.
    Exact,
    /// From chi-square with the correction for continuity.
    Corrected,
}

/// McNemar's test from how many examples only the first and only the second model answers right: exact when these are fewer
/// than 25, and corrected otherwise (Q. McNemar 1947, Note on the Sampling Error of the Difference between Correlated
/// Proportions).
pub fn mcnemar(only_first: u64, only_second: u64) -> McNemar {
    if only_first.saturating_add(only_second) < FEW {
        mcnemar_exact(only_first, only_second)
    } else {
        mcnemar_corrected(only_first, only_second)
    }
}

/// The two-sided binomial probability, as a sign test has it. 1 when the models never differ.
pub fn mcnemar_exact(only_first: u64, only_second: u64) -> McNemar {
    let lesser = only_first.min(only_second);
    let p = (2.0 * binomial_half(lesser, only_first + only_second)).min(1.0);
    McNemar { form: McNemarForm::Exact, statistic: lesser as f64, p }
}

/// Chi-square of `(|a - b| - 1)^2 / (a + b)` (A. L. Edwards 1948, Note on the Correction for Continuity in Testing the
/// Significance of the Difference between Correlated Proportions). Exact when the models never differ.
pub fn mcnemar_corrected(only_first: u64, only_second: u64) -> McNemar {
    let differing = only_first as f64 + only_second as f64;
    if differing <= 0.0 {
        return mcnemar_exact(only_first, only_second);
    }
    let statistic = (only_first.abs_diff(only_second) as f64 - 1.0).powi(2) / differing;
    McNemar { form: McNemarForm::Corrected, statistic, p: chi_square_tail(statistic) }
}
