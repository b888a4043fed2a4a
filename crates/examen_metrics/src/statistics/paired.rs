//! Two models at the same exam: the interval of their difference.

use crate::statistics::bootstrap::{distribution, estimate};
use crate::statistics::power::{ALPHA, POWER, detectable_difference};
use crate::statistics::{Bootstrap, Estimate, Sample, Statistic, StatisticsError};

/// The counts of two models in the same examples.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairs {
    /// The numbers of the first model, then those of the second.
    joint: Sample,
    /// How many are of the first.
    width: usize,
}

impl Pairs {
    /// Two samples of the same examples, in the same order and clusters.
    pub fn new(first: &Sample, second: &Sample) -> Result<Self, StatisticsError> {
        if first.width() != second.width() {
            return Err(StatisticsError::Width { row: 0, found: second.width(), wanted: first.width() });
        }
        Ok(Self { joint: first.beside(second)?, width: first.width() })
    }

    /// The values of the first and of the second model.
    pub fn values(&self, statistic: Statistic<'_>) -> Result<(f64, f64), StatisticsError> {
        let of_first = |sums: &[f64], n| statistic(&sums[..self.width], n);
        let of_second = |sums: &[f64], n| statistic(&sums[self.width..], n);
        Ok((self.joint.value(&of_first)?, self.joint.value(&of_second)?))
    }

    /// The numbers of both models, side by side.
    pub(super) const fn joint(&self) -> &Sample {
        &self.joint
    }
}

/// Two models, compared.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// The first model's value.
    pub first: f64,
    /// The second model's value.
    pub second: f64,
    /// The first less the second.
    pub difference: Estimate,
    /// How probable a difference as great as this is if there is none.
    pub p: f64,
    /// The least true difference that such a comparison would find in four of five exams.
    pub detectable: f64,
}

/// The difference of two models' values: every drawn sample has the same examples for both (P. Koehn 2004, Statistical
/// Significance Tests for Machine Translation Evaluation).
///
/// The p value is that of the shift method, not Koehn's fraction of samples in which the second model wins, which is no p value of
/// a two-sided test (T. Berg-Kirkpatrick, D. Burkett and D. Klein 2012, An Empirical Investigation of Statistical Significance
/// in NLP, section 2).
pub fn paired_bootstrap(
    pairs: &Pairs,
    statistic: Statistic<'_>,
    how: Bootstrap,
) -> Result<Comparison, StatisticsError> {
    let (first, second) = pairs.values(statistic)?;
    let difference = |sums: &[f64], n| {
        let (first, second) = sums.split_at(pairs.width);
        statistic(first, n) - statistic(second, n)
    };
    let distribution = distribution(&pairs.joint, &difference, how)?;
    let estimate = estimate(&pairs.joint, &distribution, how)?;
    let detectable = detectable_difference(estimate.standard_error, ALPHA, POWER)?;
    Ok(Comparison { first, second, difference: estimate, p: distribution.p_of(0.0), detectable })
}
