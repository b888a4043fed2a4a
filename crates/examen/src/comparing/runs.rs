//! The same exam sat again and again: what is due to the seed.

use std::collections::BTreeMap;

use anyhow::bail;
use examen_metrics::statistics::{RunStatistics, Sample, SpreadOfRuns, run_statistics, spread_of_runs};
use serde::Serialize;

use super::marks::{MeasureKey, ModelMarks, ResultMarks};
use crate::statistics::grouped;
use crate::table::table;

/// What several runs of a model at an exam come to.
#[derive(Serialize)]
pub(crate) struct RepeatedSitting {
    #[serde(flatten)]
    of: MeasureKey,
    model: String,
    runs: usize,
    /// Examples that all runs have a mark at.
    n: u64,
    mean: f64,
    ci_low: f64,
    ci_high: f64,
    standard_deviation: f64,
    least: f64,
    greatest: f64,
    /// How much of the spread of a figure is due to the seed, not to which examples are in the exam.
    share_of_seed: Option<f64>,
}

/// Puts together the runs of every model that all results have.
pub(crate) fn repeated_runs(results: &[ResultMarks]) -> anyhow::Result<Vec<RepeatedSitting>> {
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
        bail!("no model has sat the same exam in all results");
    }
    Ok(all)
}

fn put_together(of: &MeasureKey, model: &str, runs: &[&ModelMarks]) -> anyhow::Result<RepeatedSitting> {
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
    Ok(RepeatedSitting {
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

const HEADER: [&str; 9] =
    ["task", "metric", "model", "runs", "n", "mean", "standard deviation", "range", "due to the seed"];

const LEGEND: &str = "\
Shares in percent. The mean has its 95 % interval over seeds, on these examples. `due to the seed` is the share of the
variance of a figure that another seed makes; the rest is made by which examples are in the exam.
";

pub(crate) fn runs_table(runs: &[RepeatedSitting]) -> String {
    let mut rows = table(&HEADER, |column| column > 2);
    for run in runs {
        let scale = run.of.shown_scale();
        let shown = |value: f64| format!("{:.2}", scale * value);
        rows.add_row([
            run.of.to_string(),
            run.of.metric.clone(),
            run.model.clone(),
            run.runs.to_string(),
            grouped(run.n),
            format!("{} [{}, {}]", shown(run.mean), shown(run.ci_low), shown(run.ci_high)),
            shown(run.standard_deviation),
            format!("{} to {}", shown(run.least), shown(run.greatest)),
            run.share_of_seed.map_or_else(String::new, |share| format!("{:.0} %", 100.0 * share)),
        ]);
    }
    format!("{rows}\n\n{LEGEND}")
}
