//! Many tests at once: p values that allow for how many there are.

use crate::statistics::StatisticsError;

/// Holm's p values, in the order given: that any of those below 0.05 is wrong has a probability of at most 0.05 (S. Holm 1979, A
/// Simple Sequentially Rejective Multiple Test Procedure).
pub fn holm(p_values: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    let order = from_least(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut greatest: f64 = 0.0;
    for (rank, place) in order.into_iter().enumerate() {
        greatest = greatest.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[place] = greatest;
    }
    Ok(adjusted)
}

/// Benjamini and Hochberg's p values, in the order given: of those below 0.05, a fraction of 0.05 is expected to be wrong (Y.
/// Benjamini and Y. Hochberg 1995, Controlling the False Discovery Rate).
pub fn benjamini_hochberg(p_values: &[f64]) -> Result<Vec<f64>, StatisticsError> {
    let order = from_least(p_values)?;
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 1.0;
    for (rank, place) in order.into_iter().enumerate().rev() {
        // The factor first: it is at least 1 whatever is rounded, so that no p gets less.
        least = least.min(p_values[place] * (p_values.len() as f64 / (rank + 1) as f64));
        adjusted[place] = least;
    }
    Ok(adjusted)
}

/// The places of the p values, from the least to the greatest.
fn from_least(p_values: &[f64]) -> Result<Vec<usize>, StatisticsError> {
    if let Some(&value) = p_values.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(StatisticsError::NotAProbability { value });
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&left, &right| p_values[left].total_cmp(&p_values[right]));
    Ok(order)
}
