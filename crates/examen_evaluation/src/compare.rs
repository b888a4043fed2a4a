//! Models compared at the same examples, from the scores that `examen score` writes beside its result.

mod comparison;
mod result_scores;
mod runs;
mod thresholds;

use examen_data::{Comparison, Measure};
use serde::Serialize;

pub use comparison::{Clusters, Correction, REPLICATES, Settings};
pub(crate) use result_scores::value_of_sums;
pub use result_scores::{Flip, ModelScores, ResultScores, ScoresByModel};
pub use runs::repeated_runs;
pub use thresholds::{Shortfall, falls, low_values, unanswered};

use crate::error::refuse;

/// Two models compared by every measure that both have.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The name of the first model.
    pub first: String,
    /// The name of the second model.
    pub second: String,
    /// The correction for many comparisons, by name.
    pub correction: &'static str,
    /// Seed of the resamples.
    pub seed: u64,
    /// A comparison for each measure.
    pub comparisons: Vec<Comparison>,
    /// The examples that one model has better than the other.
    #[serde(skip)]
    pub flips: Vec<Flip>,
}

/// Compares a model of the first result with one of the second. Models are named where a result holds several.
pub fn compare_results(results: &[ResultScores], models: &[String], settings: &Settings) -> crate::Result<Compared> {
    let [first, second] = match results {
        [both] => [both, both],
        [first, second] => [first, second],
        _ => refuse!("wanted one result with two models, or two results; more with --repeated"),
    };
    let wanted = |at: usize| models.get(at).map(String::as_str);
    let names = if results.len() == 1 && models.is_empty() {
        let models = first.models();
        let [one, other] = models.as_slice() else {
            refuse!("{} holds {} models: name two with --models", first.name, models.len());
        };
        [*one, *other]
    } else {
        [first.model(wanted(0))?, second.model(wanted(1))?]
    };
    let compared = compare_models([first, second], names, settings)?;
    if compared.comparisons.is_empty() {
        refuse!("{} and {} have no task, metric and example in common", names[0], names[1]);
    }
    Ok(compared)
}

/// Compares each model of a result with its namesake in an earlier one, or with the only model there.
pub fn compare_with_baseline(
    now: &ResultScores,
    before: &ResultScores,
    settings: &Settings,
) -> crate::Result<Vec<Compared>> {
    let mut all = Vec::new();
    for model in thresholds::without_added_baseline(now.models()) {
        let namesake = before.models().into_iter().find(|other| *other == model);
        let names = [model, namesake.map_or_else(|| before.model(None), Ok)?];
        let mut compared = compare_models([now, before], names, settings)?;
        if compared.comparisons.is_empty() {
            refuse!("{model} and the baseline {} have no task, metric and example in common", names[1]);
        }
        if names[0] == names[1] {
            "baseline".clone_into(&mut compared.second);
        }
        all.push(compared);
    }
    Ok(all)
}

fn compare_models(results: [&ResultScores; 2], names: [&str; 2], settings: &Settings) -> crate::Result<Compared> {
    let (mut comparisons, mut flips) = (Vec::new(), Vec::new());
    for (of, first, second) in shared(results, names) {
        comparisons.extend(comparison::compare(of, first, second, settings)?);
        flips.extend(result_scores::flips(of, first, second)?);
    }
    settings.correction.correct(&mut comparisons)?;
    let [first, second] = names.map(str::to_owned);
    Ok(Compared { first, second, correction: settings.correction.name(), seed: settings.seed, comparisons, flips })
}

/// The measures that two models both have scores by.
fn shared<'a>(
    [first, second]: [&'a ResultScores; 2],
    names: [&str; 2],
) -> impl Iterator<Item = (&'a Measure, &'a ModelScores, &'a ModelScores)> {
    first
        .measures
        .iter()
        .filter_map(move |(of, by_model)| Some((of, by_model.get(names[0])?, second.measures.get(of)?.get(names[1])?)))
}
