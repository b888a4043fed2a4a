//! How sure a value is: intervals, tests between two models, corrections for many tests, agreement of raters.
//!
//! A metric counts some numbers in each example, and a [`Statistic`] turns their sums into a value. So everything here works on a
//! [`Sample`], whatever the metric. One file per method; which method is for what is in `docs/statistics.md`.

mod agreement;
mod bootstrap;
mod correction;
mod distributions;
mod mcnemar;
mod paired;
mod permutation;
mod power;
mod sample;
mod seeds;

pub use agreement::{KAPPA, KRIPPENDORFF_ALPHA, Scale, Weights, cohen_kappa, krippendorff_alpha};
pub use bootstrap::{Bootstrap, Distribution, Ends, Estimate, bootstrap};
pub use correction::{benjamini_hochberg, holm};
pub use distributions::{binomial_half, chi_square_tail, normal_below, normal_quantile, t_quantile};
pub use mcnemar::{McNemar, McNemarForm, mcnemar, mcnemar_corrected, mcnemar_exact};
pub use paired::{Comparison, Pairs, paired_bootstrap};
pub use permutation::{PermutationTest, permutation_test};
pub use power::{ALPHA, POWER, detectable_difference, detectable_difference_of_shares};
pub use sample::{Sample, Statistic};
pub use seeds::{RunStatistics, SpreadOfRuns, run_statistics, spread_of_runs};

use thiserror::Error;

/// Why there is no interval or test of a sample.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum StatisticsError {
    /// A row has more or fewer numbers than the others.
    #[error("row {row} has {found} numbers and not {wanted}")]
    Width {
        /// The row, from 0.
        row: usize,
        /// How many numbers it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// A number is infinite or none.
    #[error("row {row} holds {value}, which cannot be counted with")]
    NotFinite {
        /// The row, from 0.
        row: usize,
        /// The number.
        value: f64,
    },
    /// There is too little to say how much values vary.
    #[error("there are {found}, and at least {wanted} are needed")]
    TooFew {
        /// How many there are: examples, clusters, runs or replicates.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Two samples are not of the same examples.
    #[error("the samples are not of the same examples")]
    NotPaired,
    /// The value has no value for some of the samples that were drawn.
    #[error("the value is not defined for {undefined} of {drawn} samples")]
    Undefined {
        /// For how many it is not defined.
        undefined: usize,
        /// Out of how many.
        drawn: usize,
    },
    /// Whatever examples are drawn, the value is the same: how sure it is cannot be told from them.
    #[error("the value is {value} whatever examples are drawn")]
    NoSpread {
        /// The value.
        value: f64,
    },
    /// All values of samples that were drawn lie on one side of the value, so that its bias cannot be corrected.
    #[error("all samples drawn lie on one side of the value {value}")]
    OneSided {
        /// The value.
        value: f64,
    },
    /// A class that the matrix does not have.
    #[error("there is no class {class} among {classes}")]
    NoSuchClass {
        /// The class, from 0.
        class: usize,
        /// How many there are.
        classes: usize,
    },
    /// A level or a p value that is none.
    #[error("{value} is not a probability that can be used here")]
    NotAProbability {
        /// What was given.
        value: f64,
    },
}

impl StatisticsError {
    /// Returns whether the value stands and only its interval cannot be told: nothing varies, or there is too little to
    /// draw from.
    pub const fn is_want_of_spread(&self) -> bool {
        matches!(self, Self::NoSpread { .. } | Self::TooFew { .. } | Self::OneSided { .. })
    }
}
