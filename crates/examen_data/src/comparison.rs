//! Comparisons of models at the same examples.
//!
//! `examen compare --out` writes them, and the report reads them: they are artefacts, so they live beside the others and neither
//! side has to know the other.

use serde::{Deserialize, Serialize};

use crate::example_scores::Measure;

/// Two models compared by one measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// What is measured.
    #[serde(flatten)]
    pub of: Measure,
    /// Examples that both have a score at.
    pub n: u64,
    /// Examples that only one of them has a score at.
    pub unpaired: u64,
    /// The value of the first model.
    pub first: f64,
    /// The value of the second model.
    pub second: f64,
    /// The first less the second.
    pub difference: f64,
    /// Lower end of the difference's interval.
    pub ci_low: Option<f64>,
    /// Upper end of the difference's interval.
    pub ci_high: Option<f64>,
    /// The probability of such a difference between equal models.
    pub p: Option<f64>,
    /// The test that p is of.
    pub test: Option<String>,
    /// p, corrected for all comparisons made together.
    pub p_corrected: Option<f64>,
    /// Minimum detectable effect: the least true difference that such an exam finds in four of five cases.
    pub detectable: Option<f64>,
    /// Examples that the first model has better.
    pub first_better: u64,
    /// Examples that the second model has better.
    pub second_better: u64,
    /// The unit that was resampled: `example` or `project`.
    pub unit: String,
    /// The number of units.
    pub units: usize,
}

/// Several runs of a model with other seeds, by one measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RepeatedRuns {
    /// What is measured.
    #[serde(flatten)]
    pub of: Measure,
    /// The model.
    pub model: String,
    /// The number of runs.
    pub runs: usize,
    /// Examples that all runs have a score at.
    pub n: u64,
    /// The mean over runs.
    pub mean: f64,
    /// Lower end of the mean's interval over seeds.
    pub ci_low: f64,
    /// Upper end of the mean's interval over seeds.
    pub ci_high: f64,
    /// The standard deviation over runs.
    pub standard_deviation: f64,
    /// The least value of a run.
    pub least: f64,
    /// The greatest value of a run.
    pub greatest: f64,
    /// The fraction of a value's variance that is due to the seed, not to which examples are in the exam.
    pub fraction_due_to_seed: Option<f64>,
}
