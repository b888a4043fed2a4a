//! The marks of a result, by what they are marks of.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::error::{EvaluationError, While as _, refuse};
use examen_data::{ExampleMark, ResultLog, marks_path, read_marks};
use examen_metrics::{Better, Metric, ValueOfSums};
use serde::Serialize;

use crate::score::NO_ANSWER;

/// A figure of an exam.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct MeasureKey {
    pub suite: String,
    pub task: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    pub metric: String,
    pub signature: String,
}

/// The marks of one model at the examples of an exam: the project of each example, and what was counted in it.
pub type ModelMarks = BTreeMap<String, (String, Vec<f64>)>;

/// The marks of several models at an exam.
pub type MarksByModel = BTreeMap<String, ModelMarks>;

/// The marks of a result.
pub struct ResultMarks {
    /// How the result is called in messages.
    pub name: String,
    pub measures: BTreeMap<MeasureKey, MarksByModel>,
}

impl ResultMarks {
    /// Reads the marks beside a result log.
    pub fn read(result: &Path) -> crate::Result<Self> {
        ResultLog::read(result)?;
        let path = marks_path(result);
        if !path.exists() {
            refuse!(
                "the marks of single examples are not beside {}: there is no {} (`examen score --out` writes both)",
                result.display(),
                path.display()
            );
        }
        let marks = read_marks(&path)?.collect::<examen_data::Result<Vec<_>>>();
        let marks = marks.doing(|| format!("cannot read {}", path.display()))?;
        Ok(Self::of(result.display().to_string(), marks))
    }

    pub fn of(name: String, marks: impl IntoIterator<Item = ExampleMark>) -> Self {
        let mut measures: BTreeMap<MeasureKey, MarksByModel> = BTreeMap::new();
        for mark in marks {
            let ExampleMark { suite, task, metric, signature, group, model, example_id, project, counts } = mark;
            let key = MeasureKey { suite, task, group, metric, signature };
            measures.entry(key).or_default().entry(model).or_default().insert(example_id, (project, counts));
        }
        Self { name, measures }
    }

    /// All models.
    pub fn models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = self.measures.values().flat_map(|by| by.keys().map(String::as_str)).collect();
        models.sort_unstable();
        models.dedup();
        models
    }

    /// The model of that name, or the only one besides the floor.
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
            [] => refuse!("there is no mark in {}", self.name),
            _ => refuse!(
                "there are several models in {}: choose with --models; there are {}",
                self.name,
                models.join(", ")
            ),
        }
    }
}

impl MeasureKey {
    /// How counts of examples become a value. A metric that is not known, or that counts nothing in single examples, is an error.
    pub fn value_of_sums(&self) -> crate::Result<ValueOfSums> {
        let metric = Metric::named(&self.metric)
            .ok_or_else(|| EvaluationError::request(format!("there is no metric `{}`", self.metric)))?;
        let sums = metric.aggregation.sums();
        let (_, value) = sums
            .ok_or_else(|| EvaluationError::request(format!("`{}` counts nothing in single examples", self.metric)))?;
        Ok(value)
    }

    /// Which figures are the better ones.
    pub fn better(&self) -> Better {
        Metric::named(&self.metric).map_or(Better::Higher, |metric| metric.better)
    }

    /// What figures are multiplied by where people read them: shares are shown in percent.
    pub fn shown_scale(&self) -> f64 {
        let range = Metric::named(&self.metric).map_or((0.0, 1.0), |metric| metric.range);
        if range.1 <= 1.0 { 100.0 } else { 1.0 }
    }
}

impl fmt::Display for MeasureKey {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.suite, self.task)?;
        self.group.as_ref().map_or(Ok(()), |group| write!(formatter, " {group}"))
    }
}

/// An example that one model has better than the other.
#[derive(Serialize)]
pub struct Flip<'a> {
    #[serde(flatten)]
    of: &'a MeasureKey,
    example_id: &'a str,
    project: &'a str,
    /// The marks of both.
    first: f64,
    second: f64,
    /// Whose is better.
    better: &'static str,
}

impl Flip<'_> {
    /// Whether the first model has it better.
    pub fn is_first(&self) -> bool {
        self.better == FIRST
    }
}

const FIRST: &str = "first";
const SECOND: &str = "second";

/// The examples at which two models have different marks.
pub fn flips<'a>(of: &'a MeasureKey, first: &'a ModelMarks, second: &'a ModelMarks) -> crate::Result<Vec<Flip<'a>>> {
    let (value, better) = (of.value_of_sums()?, of.better());
    let mut flips = Vec::new();
    for (id, (project, counts)) in first {
        let Some((_, others)) = second.get(id) else { continue };
        let (first, second) = (value(counts, 1), value(others, 1));
        if counts != others && first.to_bits() != second.to_bits() {
            let is_first = (first > second) == (better != Better::Lower);
            let better = if is_first { FIRST } else { SECOND };
            flips.push(Flip { of, example_id: id, project, first, second, better });
        }
    }
    Ok(flips)
}
