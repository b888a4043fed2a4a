//! The distributions that tests and intervals ask.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};
use statrs::function::erf::erfc;

use crate::statistics::StatisticsError;

/// The point below which a standard normal number lies with the probability `share`, which is above 0 and below 1.
pub fn normal_quantile(share: f64) -> Result<f64, StatisticsError> {
    Ok(Normal::standard().inverse_cdf(inner(share)?))
}

/// The probability that a standard normal number lies below `point`.
pub fn normal_below(point: f64) -> f64 {
    Normal::standard().cdf(point)
}

/// The same as [`normal_quantile`] for Student's distribution with so many degrees of freedom, at least one.
pub fn t_quantile(share: f64, freedom: usize) -> Result<f64, StatisticsError> {
    let share = inner(share)?;
    let too_few = |_| StatisticsError::TooFew { found: freedom, wanted: 1 };
    Ok(StudentsT::new(0.0, 1.0, freedom as f64).map_err(too_few)?.inverse_cdf(share))
}

/// The probability that a chi-square number with one degree of freedom lies above `point`.
pub fn chi_square_tail(point: f64) -> f64 {
    // It is the square of a standard normal number.
    erfc((point.max(0.0) / 2.0).sqrt())
}

/// The probability of at most `heads` heads in so many throws of a fair coin.
pub fn binomial_half(heads: u64, throws: u64) -> f64 {
    Binomial::new(0.5, throws).map_or(1.0, |coin| coin.cdf(heads))
}

/// A probability that is neither 0 nor 1.
pub(super) fn inner(share: f64) -> Result<f64, StatisticsError> {
    if share > 0.0 && share < 1.0 { Ok(share) } else { Err(StatisticsError::NotAProbability { value: share }) }
}
