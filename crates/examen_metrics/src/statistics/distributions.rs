//! The distributions that tests and intervals ask.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal, StudentsT};
use statrs::function::erf::erfc;

use crate::statistics::StatisticsError;

/// Above this the inverse of Student's distribution loses digits, and the series in powers of `1 / freedom` has more.
const MUCH_FREEDOM: usize = 1_000;

/// The point below which a standard normal number lies with `probability`, which is above 0 and below 1.
pub fn normal_quantile(probability: f64) -> Result<f64, StatisticsError> {
    Ok(Normal::standard().inverse_cdf(inner(probability)?))
}

/// The probability that a standard normal number lies below `point`.
pub fn normal_below(point: f64) -> f64 {
    Normal::standard().cdf(point)
}

/// The same as [`normal_quantile`] for Student's distribution with so many degrees of freedom, at least one.
pub fn t_quantile(probability: f64, freedom: usize) -> Result<f64, StatisticsError> {
    if freedom > MUCH_FREEDOM {
        return Ok(nearly_normal(normal_quantile(probability)?, freedom as f64));
    }
    let probability = inner(probability)?;
    let too_few = |_| StatisticsError::TooFew { found: freedom, wanted: 1 };
    Ok(StudentsT::new(0.0, 1.0, freedom as f64).map_err(too_few)?.inverse_cdf(probability))
}

/// Student's quantile from the normal one (E. A. Cornish and R. A. Fisher 1937; M. Abramowitz and I. A. Stegun 1964, 26.7.5).
fn nearly_normal(z: f64, freedom: f64) -> f64 {
    let square = z * z;
    let first = (square + 1.0) / 4.0;
    let second = ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    z * (1.0 + (first + (second + third / freedom) / freedom) / freedom)
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
pub(super) fn inner(probability: f64) -> Result<f64, StatisticsError> {
    if probability > 0.0 && probability < 1.0 {
        Ok(probability)
    } else {
        Err(StatisticsError::NotAProbability { value: probability })
    }
}
