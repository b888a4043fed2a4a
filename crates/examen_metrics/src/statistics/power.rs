//! Minimum detectable effects.

use crate::statistics::StatisticsError;
use crate::statistics::distributions::{inner, normal_quantile};

/// The rate of differences found where there is none.
pub const ALPHA: f64 = 0.05;
/// The rate of differences found where there is one.
pub const POWER: f64 = 0.8;

/// The least true difference that a two-sided test at `alpha` finds with the probability `power`.
///
/// `(z(1 - alpha / 2) + z(power)) * standard_error`, with z the normal quantile (H. S. Bloom 1995, Minimum Detectable Effects).
/// The standard error of a mean of paired differences is their standard deviation over `sqrt(n)`; over the square root of the
/// clusters, if they are means of clusters. That of any other value is what the bootstrap gives.
pub fn detectable_difference(standard_error: f64, alpha: f64, power: f64) -> Result<f64, StatisticsError> {
    Ok((normal_quantile(1.0 - inner(alpha)? / 2.0)? + normal_quantile(power)?) * standard_error)
}

/// The least true difference of two fractions of the same `n` examples that McNemar's test finds; nothing when the models differ in
/// too few examples (`discordance` is the fraction of those) for any difference to be found.
///
/// The number of pairs needed for a difference d is `(a * sqrt(s) + b * sqrt(s - d^2))^2 / d^2`, with s the discordance, `a =
/// z(1 - alpha / 2)` and `b = z(power)` (O. S. Miettinen 1968, The Matched Pairs Design in the Case of All-or-None Responses; R. J.
/// Connor 1987, Sample Size for Testing Differences in Proportions for the Paired-Sample Design). Solved for d:
/// `(a * sqrt(n * s) + b * sqrt(s * (n - a^2 + b^2))) / (n + b^2)`.
pub fn detectable_difference_of_fractions(
    discordance: f64,
    n: u64,
    alpha: f64,
    power: f64,
) -> Result<Option<f64>, StatisticsError> {
    if !(0.0..=1.0).contains(&discordance) {
        return Err(StatisticsError::NotAProbability { value: discordance });
    }
    let (a, b) = (normal_quantile(1.0 - inner(alpha)? / 2.0)?, normal_quantile(power)?);
    let n = n as f64;
    let under_root = discordance * (n - a * a + b * b);
    if discordance <= 0.0 || under_root < 0.0 {
        return Ok(None);
    }
    let difference = (a * (n * discordance).sqrt() + b * under_root.sqrt()) / (n + b * b);
    // All examples in which they differ cannot speak for one model by more than their fraction.
    Ok((difference <= discordance).then_some(difference))
}
