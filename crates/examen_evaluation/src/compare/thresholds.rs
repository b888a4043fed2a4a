//! Values and differences held against a limit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use examen_data::{Comparison, Measure, ResultRow};
use examen_metrics::{ANSWERED, Better};

use super::result_scores::{ResultScores, better, value};
use crate::error::refuse;
use crate::predict::NO_ANSWER;

/// A value or a gain that is not as good as was wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Shortfall {
    /// A model's value is beyond the limit.
    Value {
        /// What is measured.
        of: Measure,
        /// The model.
        model: String,
        /// Its value.
        value: f64,
        /// The limit.
        limit: f64,
    },
    /// A model has no answer to any example of a task.
    Unanswered {
        /// The suite and the task.
        task: String,
        /// The model.
        model: String,
    },
    /// The first model is not better than the second by so much.
    Gain {
        /// What is measured.
        of: Measure,
        /// By how much it is better.
        gain: f64,
        /// By how much it should be.
        least: f64,
    },
}

impl fmt::Display for Shortfall {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Value { of, model, value, limit } => {
                write!(formatter, "{of} {}: {model} has {value:.4}, and the limit is {limit}", of.metric)
            }
            Self::Unanswered { task, model } => write!(formatter, "{task}: {model} answered none of its examples"),
            Self::Gain { of, gain, least } => {
                write!(formatter, "{of} {}: better by {gain:+.4}, wanted {least:+.4} at least", of.metric)
            }
        }
    }
}

/// The values of a result that are below a limit, or above it where less is better. A result without a value that could be is an error:
/// it would pass any limit.
pub fn low_values(result: &ResultScores, limit: f64) -> crate::Result<Vec<Shortfall>> {
    let judged = without_added_baseline(result.models());
    let (mut low, mut compared) = (Vec::new(), 0);
    for (of, by_model) in &result.measures {
        for (model, scores) in by_model.iter().filter(|(model, _)| judged.contains(model.as_str())) {
            let value = value(of, scores)?;
            // A value that is no number is not good enough.
            let is_good = match better(of) {
                Better::Higher => value >= limit,
                Better::Lower => value <= limit,
                Better::Neither => continue,
            };
            compared += 1;
            if !is_good {
                low.push(Shortfall::Value { of: of.clone(), model: model.clone(), value, limit });
            }
        }
    }
    if compared == 0 {
        refuse!("{} have no value that could be below a limit", result.name);
    }
    Ok(low)
}

/// The models that were given. Scorers add the baseline that answers nothing, which counts as given only where it is alone.
pub(super) fn without_added_baseline<'m>(models: impl IntoIterator<Item = &'m str>) -> BTreeSet<&'m str> {
    let mut models: BTreeSet<&str> = models.into_iter().collect();
    if models.len() > 1 {
        models.remove(NO_ANSWER);
    }
    models
}

/// The tasks of a result that a model, which has answers to others, leaves out as a whole.
pub fn unanswered(rows: &[ResultRow]) -> Vec<Shortfall> {
    let mut tasks: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in rows {
        let answered = tasks.entry(format!("{}/{}", row.suite, row.task)).or_default();
        if let Some(model) = row.model.as_deref().filter(|_| row.metric == ANSWERED.name && row.value > 0.0) {
            answered.insert(model);
        }
    }
    let models = without_added_baseline(rows.iter().filter_map(|row| row.model.as_deref()));
    let left_out = |(task, answered): (&String, &BTreeSet<&str>)| {
        let models = models.difference(answered);
        models.map(|&model| Shortfall::Unanswered { task: task.clone(), model: model.to_owned() }).collect::<Vec<_>>()
    };
    tasks.iter().flat_map(left_out).collect()
}

/// The comparisons in which the first model is not better by `least`.
pub fn falls(comparisons: &[Comparison], least: f64) -> Vec<Shortfall> {
    let short = comparisons.iter().filter_map(|comparison| {
        let gain = gain(comparison).filter(|gain| *gain < least)?;
        Some(Shortfall::Gain { of: comparison.of.clone(), gain, least })
    });
    short.collect()
}

/// By how much the first model is better: the difference, negated where less is better; nothing where neither direction is.
fn gain(comparison: &Comparison) -> Option<f64> {
    match better(&comparison.of) {
        Better::Higher => Some(comparison.difference),
        Better::Lower => Some(-comparison.difference),
        Better::Neither => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_no_limit() {
        assert!(low_values(&ResultScores::new("these predictions".to_owned(), []), 0.0).is_err());
    }
}
