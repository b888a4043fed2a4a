//! 95 % intervals of values.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Wilson's score interval of the fraction `right / n`; nothing without examples or when more are right than there are.
///
/// It holds for small n and for fractions of 0 and 1, where the usual formula gives an interval without width (E. B. Wilson
/// 1927; L. D. Brown, T. T. Cai and A. `DasGupta` 2001, Interval Estimation for a Binomial Proportion).
pub fn fraction_interval(right: u64, n: u64) -> Option<Interval> {
    if n == 0 || right > n {
        return None;
    }
    let (right, n) = (right as f64, n as f64);
    let fraction = right / n;
    let scale = 1.0 + Z * Z / n;
    let middle = (fraction + Z * Z / (2.0 * n)) / scale;
    let half = Z / scale * (fraction * (1.0 - fraction) / n + Z * Z / (4.0 * n * n)).sqrt();
    // Rounding must not push an end over the fraction itself.
    Some(Interval { low: (middle - half).clamp(0.0, fraction), high: (middle + half).clamp(fraction, 1.0) })
}

/// The normal interval of a mean of values between 0 and 1 that are not all 0 or 1; nothing for fewer than two.
pub fn mean_interval(sum: f64, sum_of_squares: f64, n: u64) -> Option<Interval> {
    if n < 2 {
        return None;
    }
    let n = n as f64;
    let mean = sum / n;
    let variance = ((sum_of_squares - n * mean * mean) / (n - 1.0)).max(0.0);
    let half = Z * (variance / n).sqrt();
    Some(Interval { low: (mean - half).clamp(0.0, 1.0), high: (mean + half).clamp(0.0, 1.0) })
}

/// The interval of a fraction whose examples come in clusters that are alike inside, such as projects: of each cluster how many
/// examples are counted and how many there are. Nothing for fewer than two clusters.
///
/// The usual linearised variance of a ratio of sums over clusters (W. G. Cochran 1977, Sampling Techniques, chapter 11), but
/// never narrower than Wilson's interval: few clusters, or clusters that are all alike, would make it so.
pub fn clustered_fraction_interval(clusters: impl IntoIterator<Item = (u64, u64)>) -> Option<Interval> {
    let clusters: Vec<(u64, u64)> = clusters.into_iter().collect();
    let (part, n) = clusters.iter().fold((0, 0), |(part, n), it| (part + it.0, n + it.1));
    if clusters.len() < 2 || n == 0 {
        return None;
    }
    let wilson = fraction_interval(part, n)?;
    let fraction = part as f64 / n as f64;
    let squares: f64 = clusters.iter().map(|&(part, n)| (part as f64 - fraction * n as f64).powi(2)).sum();
    let count = clusters.len() as f64;
    let half = Z * (count / (count - 1.0) * squares).sqrt() / n as f64;
    let (low, high) = ((fraction - half).clamp(0.0, 1.0), (fraction + half).clamp(0.0, 1.0));
    Some(Interval { low: low.min(wilson.low), high: high.max(wilson.high) })
}

/// Newcombe's interval of the difference of two fractions of the same examples, the first less the second, from how many are
/// right in both, in only one and in neither; nothing without examples.
///
/// It puts the two Wilson intervals together and allows for how far the two agree (R. G. Newcombe 1998, Improved confidence
/// intervals for the difference between binomial proportions based on paired data, method 10).
pub fn paired_difference_interval(both: u64, only_first: u64, only_second: u64, neither: u64) -> Option<Interval> {
    let n = both + only_first + only_second + neither;
    let (first, second) = (both + only_first, both + only_second);
    let (of_first, of_second) = (fraction_interval(first, n)?, fraction_interval(second, n)?);
    let agreement = agreement(both as f64, only_first as f64, only_second as f64, neither as f64);
    let (first, second) = (first as f64 / n as f64, second as f64 / n as f64);
    let joined = |left: f64, right: f64| (left * left - 2.0 * agreement * left * right + right * right).max(0.0).sqrt();
    let low = joined(first - of_first.low, of_second.high - second);
    let high = joined(of_first.high - first, second - of_second.low);
    let difference = first - second;
    Some(Interval { low: (difference - low).max(-1.0), high: (difference + high).min(1.0) })
}

/// The correlation of two scores, with Newcombe's correction for continuity; 0 where one of them is always the same.
fn agreement(both: f64, only_first: f64, only_second: f64, neither: f64) -> f64 {
    let n = both + only_first + only_second + neither;
    let product = (both + only_first) * (only_second + neither) * (both + only_second) * (only_first + neither);
    if product <= 0.0 {
        return 0.0;
    }
    let determinant = both * neither - only_first * only_second;
    let corrected = if determinant > 0.0 { (determinant - n / 2.0).max(0.0) } else { determinant };
    corrected / product.sqrt()
}
