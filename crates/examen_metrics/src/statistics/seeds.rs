//! The same model trained or asked again: what is due to the seed.

use crate::interval::Interval;
use crate::statistics::distributions::t_quantile;
use crate::statistics::sample::all_defined;
use crate::statistics::{Sample, Statistic, StatisticsError};

/// The values of one model over runs with different seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunStatistics {
    /// How many runs there are.
    pub runs: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with `runs - 1` below the line.
    pub standard_deviation: f64,
    /// The 95 % interval of the mean over all seeds, on these examples (Student 1908, The Probable Error of a Mean).
    pub interval: Interval,
    /// The least and the greatest value.
    pub range: Interval,
}

/// Sums up the values of at least two runs.
pub fn run_statistics(values: &[f64]) -> Result<RunStatistics, StatisticsError> {
    if let Some((row, &value)) = values.iter().enumerate().find(|(_, value)| !value.is_finite()) {
        return Err(StatisticsError::NotFinite { row, value });
    }
    let runs = values.len();
    if runs < 2 {
        return Err(StatisticsError::TooFew { found: runs, wanted: 2 });
    }
    let mean = mean(values);
    let standard_deviation = variance(values).sqrt();
    let half = t_quantile(0.975, runs - 1)? * standard_deviation / (runs as f64).sqrt();
    let range = Interval {
        low: values.iter().copied().fold(f64::INFINITY, f64::min),
        high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    };
    let interval = Interval { low: mean - half, high: mean + half };
    Ok(RunStatistics { runs, mean, standard_deviation, interval, range })
}

/// The sources of variance of the value of one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpreadOfRuns {
    /// The variance due to the seed: what another run on the same examples would show.
    pub of_seed: f64,
    /// The variance due to the examples: what other examples would show, were all seeds averaged.
    pub of_examples: f64,
    /// The first of them, of both; nothing when nothing varies.
    pub fraction_due_to_seed: Option<f64>,
}

/// Splits the variance of a value between the seed and the sampling of examples, from at least two runs on the same examples.
///
/// The two-way analysis of variance without repetition, with runs and units both drawn at random (H. Scheffé 1959, The Analysis
/// of Variance, chapter 7). Of `k` units and `r` runs, the mean squares of runs, units and rest give `of_seed = MS(runs) / k`
/// and `of_examples = (MS(units) - MS(rest)) / (r * k)`, not below 0. What is analysed are the jackknife's pseudo-values of the
/// units (J. W. Tukey 1958), which are the scores themselves where the value is a mean of examples, and stand for them where it
/// is not or where examples are in clusters.
pub fn spread_of_runs(runs: &[Sample], statistic: Statistic<'_>) -> Result<SpreadOfRuns, StatisticsError> {
    let Some(first) = runs.first().filter(|_| runs.len() > 1) else {
        return Err(StatisticsError::TooFew { found: runs.len(), wanted: 2 });
    };
    if first.units() < 2 {
        return Err(StatisticsError::TooFew { found: first.units(), wanted: 2 });
    }
    if runs.iter().any(|run| run.examples() != first.examples()) {
        return Err(StatisticsError::NotPaired);
    }
    let table = runs.iter().map(|run| pseudo_values(run, statistic)).collect::<Result<Vec<_>, _>>()?;
    let (r, k) = (table.len() as f64, first.units() as f64);

    let of_runs: Vec<f64> = table.iter().map(|row| mean(row)).collect();
    let of_units: Vec<f64> =
        (0..first.units()).map(|unit| table.iter().map(|row| row[unit]).sum::<f64>() / r).collect();
    let of_all = mean(&of_runs);
    let rest: f64 = table
        .iter()
        .zip(&of_runs)
        .flat_map(|(row, of_run)| row.iter().zip(&of_units).map(move |(value, of_unit)| value - of_run - of_unit))
        .map(|value| (value + of_all).powi(2))
        .sum();
    let rest = rest / ((r - 1.0) * (k - 1.0));

    let of_seed = variance(&of_runs);
    let of_examples = ((variance(&of_units) - rest / r) / k).max(0.0);
    let both = of_seed + of_examples;
    Ok(SpreadOfRuns { of_seed, of_examples, fraction_due_to_seed: (both > 0.0).then(|| of_seed / both) })
}

/// Returns what each unit says of the value: k times the value of all, less k - 1 times that without it.
fn pseudo_values(run: &Sample, statistic: Statistic<'_>) -> Result<Vec<f64>, StatisticsError> {
    let k = run.units() as f64;
    let all = run.value(statistic)?;
    all_defined(run.left_out(statistic)?.into_iter().map(|rest| k * all - (k - 1.0) * rest).collect())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() as f64 - 1.0)
}
