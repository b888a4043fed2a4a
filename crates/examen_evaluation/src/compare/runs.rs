//! The same exam sat again and again: what is due to the seed.

use std::collections::BTreeMap;

use crate::error::refuse;
use examen_metrics::statistics::{RunStatistics, Sample, SpreadOfRuns, run_statistics, spread_of_runs};
use serde::Serialize;

use super::marks::{MeasureKey, ModelMarks, ResultMarks};

/// What several runs of a model at an exam come to.
#[derive(Serialize)]
pub struct RepeatedRuns {
    #[serde(flatten)]
    pub of: MeasureKey,
    pub model: String,
    pub runs: usize,
    /// Examples that all runs have a mark at.
    pub n: u64,
    pub mean: f64,
    pub ci_low: f64,
    pub ci_high: f64,
    pub standard_deviation: f64,
    pub least: f64,
    pub greatest: f64,
    /// How much of the spread of a figure is due to the seed, not to which examples are in the exam.
    pub share_of_seed: Option<f64>,
}

/// Puts together the runs of every model that all results have.
pub fn repeated_runs(results: &[ResultMarks]) -> crate::Result<Vec<RepeatedRuns>> {
    let mut all = Vec::new();
    let Some(first) = results.first() else { return Ok(all) };
    for (of, by_model) in &first.measures {
        for model in by_model.keys() {
            let runs: Vec<&ModelMarks> =
                results.iter().filter_map(|result| result.measures.get(of)?.get(model)).collect();
            if runs.len() == results.len() {
                all.push(put_together(of, model, &runs)?);
            }
        }
    }
    if all.is_empty() {
        refuse!("no model has sat the same exam in all results");
    }
    Ok(all)
}

fn put_together(of: &MeasureKey, model: &str, runs: &[&ModelMarks]) -> crate::Result<RepeatedRuns> {
    let shared: Vec<&String> = runs[0].keys().filter(|id| runs.iter().all(|run| run.contains_key(*id))).collect();
    let mut samples = Vec::new();
    for run in runs {
        let by_example: BTreeMap<&String, &Vec<f64>> = shared.iter().map(|id| (*id, &run[*id].1)).collect();
        let width = by_example.values().next().map_or(0, |counts| counts.len());
        samples.push(Sample::of_examples(width, by_example.values())?);
    }
    let value = of.value_of_sums()?;
    let values = samples.iter().map(|sample| sample.value(&value)).collect::<Result<Vec<f64>, _>>()?;
    let RunStatistics { mean, standard_deviation, interval, range, .. } = run_statistics(&values)?;
    let SpreadOfRuns { share_of_seed, .. } = spread_of_runs(&samples, &value)?;
    Ok(RepeatedRuns {
        of: of.clone(),
        model: model.to_owned(),
        runs: runs.len(),
        n: shared.len() as u64,
        mean,
        ci_low: interval.low,
        ci_high: interval.high,
        standard_deviation,
        least: range.low,
        greatest: range.high,
        share_of_seed,
    })
}
