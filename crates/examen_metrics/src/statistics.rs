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
pub use power::{ALPHA, POWER, detectable_difference, detectable_difference_of_fractions};
pub use sample::{Sample, Statistic};
pub use seeds::{RunStatistics, SpreadOfRuns, run_statistics, spread_of_runs};

pub use crate::statistics_error::StatisticsError;
