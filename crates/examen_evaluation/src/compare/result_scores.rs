//! The example scores of a result, by measure.

use std::collections::BTreeMap;
use std::path::Path;

use examen_data::{ExampleScore, Measure, ResultLog, example_scores_path, read_example_scores};
use examen_metrics::statistics::Sample;
use examen_metrics::{Better, Metric, ValueOfSums};
use serde::Serialize;

use crate::error::{While as _, refuse};
use crate::predict::NO_ANSWER;

/// The scores of one model by one measure: the project of each example, and what was counted in it.
pub type ModelScores = BTreeMap<String, (String, Vec<f64>)>;

/// The scores of several models by one measure.
pub type ScoresByModel = BTreeMap<String, ModelScores>;

/// The example scores of a result.
#[derive(Debug)]
pub struct ResultScores {
    /// How the result is called in messages.
    pub name: String,
    /// The scores by measure.
    pub measures: BTreeMap<Measure, ScoresByModel>,
}

impl ResultScores {
    /// Reads the example scores beside a result log.
    pub fn read(result: &Path) -> crate::Result<Self> {
        // A file that is no result log is named as such before its neighbour is missed.
        ResultLog::read(result)?;
        let path = example_scores_path(result);
        if !path.exists() {
            refuse!(
                "the scores of single examples are not beside {}: there is no {} (`examen score --out` writes both)",
                result.display(),
                path.display()
            );
        }
        let scores = read_example_scores(&path)?.collect::<examen_data::Result<Vec<_>>>();
        let scores = scores.doing(|| format!("cannot read {}", path.display()))?;
        Ok(Self::new(result.display().to_string(), scores))
    }

    /// Groups example scores by measure and model.
    pub fn new(name: String, scores: impl IntoIterator<Item = ExampleScore>) -> Self {
        let mut measures: BTreeMap<Measure, ScoresByModel> = BTreeMap::new();
        for ExampleScore { of, model, example_id, project, counts } in scores {
            measures.entry(of).or_default().entry(model).or_default().insert(example_id, (project, counts));
        }
        Self { name, measures }
    }

    /// The names of all models.
    pub fn models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = self.measures.values().flat_map(|by| by.keys().map(String::as_str)).collect();
        models.sort_unstable();
        models.dedup();
        models
    }

    /// The model of that name, or the only one besides the baseline that answers nothing.
    pub fn model(&self, wanted: Option<&str>) -> crate::Result<&str> {
        let mut models = self.models();
        if let Some(wanted) = wanted {
            let Some(found) = models.iter().find(|model| **model == wanted) else {
                refuse!("there is no model `{wanted}` in {}; there are {}", self.name, models.join(", "));
            };
            return Ok(found);
        }
        if models.len() > 1 {
            models.retain(|model| *model != NO_ANSWER);
        }
        match models.as_slice() {
            [model] => Ok(model),
            [] => refuse!("there is no score in {}", self.name),
            _ => refuse!(
                "there are several models in {}: choose with --models; there are {}",
                self.name,
                models.join(", ")
            ),
        }
    }
}

/// The value of a model by a measure.
pub(super) fn value(of: &Measure, scores: &ModelScores) -> crate::Result<f64> {
    let width = scores.values().next().map_or(0, |(_, counts)| counts.len());
    Ok(Sample::of_examples(width, scores.values().map(|(_, counts)| counts))?.value(&value_of_sums(of)?)?)
}

/// How counts of examples become a value. A metric that is not known, or that counts nothing in single examples, is an error.
pub(crate) fn value_of_sums(of: &Measure) -> crate::Result<ValueOfSums> {
    let Some(metric) = Metric::named(&of.metric) else { refuse!("there is no metric `{}`", of.metric) };
    match metric.aggregation.sums() {
        Some((_, value)) => Ok(value),
        None => refuse!("`{}` counts nothing in single examples", of.metric),
    }
}

/// Which values of a measure are the better ones.
pub(super) fn better(of: &Measure) -> Better {
    Metric::named(&of.metric).map_or(Better::Higher, |metric| metric.better)
}

/// An example that one model has better than the other.
#[derive(Clone, Debug, Serialize)]
pub struct Flip {
    /// What is measured.
    #[serde(flatten)]
    pub of: Measure,
    /// The `id` of the example.
    pub example_id: String,
    /// Its project.
    pub project: String,
    /// The score of the first model.
    pub first: f64,
    /// The score of the second model.
    pub second: f64,
    /// Whose is better: `first` or `second`.
    pub better: &'static str,
}

/// The word for the first model.
pub(super) const FIRST: &str = "first";
const SECOND: &str = "second";

/// The examples at which two models have different scores.
pub(super) fn flips(of: &Measure, first: &ModelScores, second: &ModelScores) -> crate::Result<Vec<Flip>> {
    let (value, better) = (value_of_sums(of)?, better(of));
    let mut flips = Vec::new();
    for (id, (project, counts)) in first {
        let Some((_, others)) = second.get(id) else { continue };
        let (first, second) = (value(counts, 1), value(others, 1));
        if counts != others && first.to_bits() != second.to_bits() {
            let is_first = (first > second) == (better != Better::Lower);
            flips.push(Flip {
                of: of.clone(),
                example_id: id.clone(),
                project: project.clone(),
                first,
                second,
                better: if is_first { FIRST } else { SECOND },
            });
        }
    }
    Ok(flips)
}
