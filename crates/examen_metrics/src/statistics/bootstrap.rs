//! Intervals by drawing samples from the sample (B. Efron and R. J. Tibshirani 1993, An Introduction to the Bootstrap).

use rand::distr::Uniform;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::interval::Interval;
use crate::statistics::distributions::{inner, normal_below, normal_quantile, t_quantile};
use crate::statistics::sample::{all_defined, random_stream};
use crate::statistics::{Sample, Statistic, StatisticsError};

/// The settings of a bootstrap: how samples are drawn, and which of their values are the ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// The seed of the samples: the same seed gives the same interval, on any number of threads.
    pub seed: u64,
    /// The number of samples.
    pub replicates: u32,
    /// How often intervals should hold the true value.
    pub level: f64,
    /// Which of the drawn values are the ends.
    pub ends: Ends,
    /// Whether intervals are made wider where units are few.
    ///
    /// Drawn samples vary less than samples do, by the factor `(k - 1) / k` for k units, and take their own spread to be the
    /// true one. Hesterberg's remedy puts `sqrt(k / (k - 1))` times the quantile of Student's distribution with k - 1 degrees of
    /// freedom in the place of the normal one (T. C. Hesterberg 2015, What Teachers Should Know About the Bootstrap, the expanded
    /// percentile interval). He gives it for percentiles; the normal quantile of BCa is the same quantity. Where clusters are of
    /// unlike sizes, k is how many of equal size would tell as much.
    pub is_expanded: bool,
}

/// Which of the values of drawn samples are the ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Those that leave as many outside on either side (Efron and Tibshirani 1993, chapter 13).
    Percentile,
    /// Those, corrected for bias and for spread that changes with the value (B. Efron 1987, Better Bootstrap Confidence
    /// Intervals; Efron and Tibshirani 1993, section 14.3).
    Bca,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self { seed: 0, replicates: 2_000, level: 0.95, ends: Ends::Bca, is_expanded: true }
    }
}

/// A value, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value of all examples.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// The standard deviation of the values of drawn samples.
    pub standard_error: f64,
    /// How many examples there are.
    pub n: u64,
    /// How many units they are in: clusters, or examples.
    pub units: usize,
}

/// The interval of a value of a sample.
pub fn bootstrap(sample: &Sample, statistic: Statistic<'_>, how: Bootstrap) -> Result<Estimate, StatisticsError> {
    estimate(sample, &distribution(sample, statistic, how)?, how)
}

pub(super) fn estimate(
    sample: &Sample,
    distribution: &Distribution,
    how: Bootstrap,
) -> Result<Estimate, StatisticsError> {
    Ok(Estimate {
        value: distribution.value,
        interval: distribution.interval(how.ends, tail(how, sample.effective_units())?)?,
        standard_error: distribution.standard_error(),
        n: sample.n(),
        units: sample.units(),
    })
}

/// The normal quantile that the ends of an interval start from, which is above 0.
fn tail(how: Bootstrap, units: usize) -> Result<f64, StatisticsError> {
    let probability = f64::midpoint(1.0, inner(how.level)?);
    if !how.is_expanded {
        return normal_quantile(probability);
    }
    let k = units as f64;
    Ok((k / (k - 1.0)).sqrt() * t_quantile(probability, units - 1)?)
}

/// The values of samples that were drawn.
pub(super) fn distribution(
    sample: &Sample,
    statistic: Statistic<'_>,
    how: Bootstrap,
) -> Result<Distribution, StatisticsError> {
    if sample.units() < 2 {
        return Err(StatisticsError::TooFew { found: sample.units(), wanted: 2 });
    }
    let value = sample.value(statistic)?;
    let sample = sample.grouped(how.seed);
    let too_few = |_| StatisticsError::TooFew { found: sample.units(), wanted: 2 };
    let any_unit = Uniform::new(0, sample.units() as u32).map_err(too_few)?;
    let replicates = (0..how.replicates).into_par_iter().map_init(
        || vec![0.0; sample.width()],
        |totals, replicate| {
            let n = sample.draw(&mut random_stream(how.seed, u64::from(replicate)), any_unit, totals);
            statistic(totals, n)
        },
    );
    Distribution::new(value, replicates.collect(), sample.left_out(statistic)?)
}

/// A value, the values of samples drawn from its sample, and those of the sample less one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    value: f64,
    /// From the least to the greatest.
    replicates: Vec<f64>,
    left_out: Vec<f64>,
}

impl Distribution {
    /// Of values in any order, at least two of each.
    pub fn new(value: f64, replicates: Vec<f64>, left_out: Vec<f64>) -> Result<Self, StatisticsError> {
        let found = replicates.len().min(left_out.len());
        if found < 2 {
            return Err(StatisticsError::TooFew { found, wanted: 2 });
        }
        let mut replicates = all_defined(replicates)?;
        replicates.sort_by(f64::total_cmp);
        Ok(Self { value, replicates, left_out: all_defined(left_out)? })
    }

    /// The interval whose normal counterpart reaches `tail` standard errors to either side.
    pub fn interval(&self, ends: Ends, tail: f64) -> Result<Interval, StatisticsError> {
        if self.has_no_spread() {
            return Err(StatisticsError::NoSpread { value: self.value });
        }
        let (low, high) = match ends {
            Ends::Percentile => (normal_below(-tail), normal_below(tail)),
            Ends::Bca => {
                let (bias, acceleration) = (self.bias()?, self.acceleration());
                (corrected(bias, acceleration, -tail), corrected(bias, acceleration, tail))
            }
        };
        Ok(Interval { low: self.quantile(low), high: self.quantile(high) })
    }

    /// The standard deviation of the values of drawn samples.
    pub fn standard_error(&self) -> f64 {
        let count = self.replicates.len() as f64;
        let mean = self.replicates.iter().sum::<f64>() / count;
        let squares: f64 = self.replicates.iter().map(|value| (value - mean).powi(2)).sum();
        (squares / (count - 1.0)).sqrt()
    }

    /// The fraction of drawn values at least as far from the value as the value is from `null`: a p value, if samples of
    /// models that differ by `null` vary as the drawn ones do about the value.
    ///
    /// The shift method (E. W. Noreen 1989, Computer-Intensive Methods for Testing Hypotheses), with one added above and below,
    /// so that no p is 0.
    pub(super) fn p_of(&self, null: f64) -> f64 {
        let distance = (self.value - null).abs() - self.rounding();
        let far = self.replicates.iter().filter(|&&value| (value - self.value).abs() >= distance).count();
        (far + 1) as f64 / (self.replicates.len() + 1) as f64
    }

    fn has_no_spread(&self) -> bool {
        self.replicates.last().zip(self.replicates.first()).is_none_or(|(most, least)| most - least <= self.rounding())
    }

    /// Returns what may be no difference at all but an accident of the order of additions.
    fn rounding(&self) -> f64 {
        1e-12 * self.value.abs().max(f64::MIN_POSITIVE)
    }

    /// Returns how far the value is from the median of the drawn ones, in normal quantiles. Equal values count half.
    fn bias(&self) -> Result<f64, StatisticsError> {
        let below = self.replicates.partition_point(|&value| value < self.value);
        let not_above = self.replicates.partition_point(|&value| value <= self.value);
        let fraction = (below + not_above) as f64 / (2 * self.replicates.len()) as f64;
        normal_quantile(fraction).map_err(|_| StatisticsError::OneSided { value: self.value })
    }

    /// Returns how fast the standard error changes with the value: a sixth of the skewness of what each unit adds.
    fn acceleration(&self) -> f64 {
        let mean = self.left_out.iter().sum::<f64>() / self.left_out.len() as f64;
        let (mut squares, mut cubes) = (0.0, 0.0);
        for value in &self.left_out {
            let distance = mean - value;
            squares += distance.powi(2);
            cubes += distance.powi(3);
        }
        if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 }
    }

    /// The value below which a fraction of the drawn ones lies, on the line between its two neighbours.
    fn quantile(&self, fraction: f64) -> f64 {
        let last = self.replicates.len() - 1;
        let place = fraction.clamp(0.0, 1.0) * last as f64;
        #[expect(clippy::cast_sign_loss, reason = "a fraction of a length is not negative")]
        let left = (place.floor() as usize).min(last);
        let (below, above) = (self.replicates[left], self.replicates[(left + 1).min(last)]);
        below + (above - below) * (place - left as f64)
    }
}

/// The fraction of drawn values below a corrected end.
fn corrected(bias: f64, acceleration: f64, tail: f64) -> f64 {
    let place = bias + tail;
    let scale = 1.0 - acceleration * place;
    // A few units that differ very much push the end beyond all values.
    if scale <= 0.0 { if place < 0.0 { 0.0 } else { 1.0 } } else { normal_below(bias + place / scale) }
}
