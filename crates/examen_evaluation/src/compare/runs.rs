//! The same exam predicted with several seeds: how much is due to the seed.

use std::collections::BTreeMap;

use examen_data::{Measure, RepeatedRuns};
use examen_metrics::statistics::{RunStatistics, Sample, SpreadOfRuns, run_statistics, spread_of_runs};

use super::result_scores::{ModelScores, ResultScores, value_of_sums};
use crate::error::refuse;

/// Puts together the runs of every model that all results have.
pub fn repeated_runs(results: &[ResultScores]) -> crate::Result<Vec<RepeatedRuns>> {
    if results.len() < 2 {
        refuse!("--repeated wants two results at least: runs of the same models with other seeds");
    }
    let mut all = Vec::new();
    let Some(first) = results.first() else { return Ok(all) };
    for (of, by_model) in &first.measures {
        for model in by_model.keys() {
            let runs: Vec<&ModelScores> =
                results.iter().filter_map(|result| result.measures.get(of)?.get(model)).collect();
            if runs.len() == results.len() {
                all.push(put_together(of, model, &runs)?);
            }
        }
    }
    if all.is_empty() {
        refuse!("no model has scores at the same exam in all results");
    }
    Ok(all)
}

fn put_together(of: &Measure, model: &str, runs: &[&ModelScores]) -> crate::Result<RepeatedRuns> {
    let shared: Vec<&String> = runs[0].keys().filter(|id| runs.iter().all(|run| run.contains_key(*id))).collect();
    let mut samples = Vec::new();
    for run in runs {
        let by_example: BTreeMap<&String, &Vec<f64>> = shared.iter().map(|id| (*id, &run[*id].1)).collect();
        let width = by_example.values().next().map_or(0, |counts| counts.len());
        samples.push(Sample::of_examples(width, by_example.values())?);
    }
    let value_of = value_of_sums(of)?;
    let values = samples.iter().map(|sample| sample.value(&value_of)).collect::<Result<Vec<f64>, _>>()?;
    let RunStatistics { mean, standard_deviation, interval, range, .. } = run_statistics(&values)?;
    let SpreadOfRuns { fraction_due_to_seed, .. } = spread_of_runs(&samples, &value_of)?;
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
        fraction_due_to_seed,
    })
}
