//! Values and differences held against a limit.

use std::fmt;

use examen_data::{Comparison, Measure};
use examen_metrics::Better;

use super::result_scores::{ResultScores, better, value};
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
            Self::Gain { of, gain, least } => {
                write!(formatter, "{of} {}: better by {gain:+.4}, wanted {least:+.4} at least", of.metric)
            }
        }
    }
}

/// The values of a result that are below a limit, or above it where less is better.
pub fn low_values(result: &ResultScores, limit: f64) -> crate::Result<Vec<Shortfall>> {
    let mut low = Vec::new();
    for (of, by_model) in &result.measures {
        for (model, scores) in by_model.iter().filter(|(model, _)| *model != NO_ANSWER) {
            let value = value(of, scores)?;
            let is_short = match better(of) {
                Better::Higher => value < limit,
                Better::Lower => value > limit,
                Better::Neither => false,
            };
            if is_short {
                low.push(Shortfall::Value { of: of.clone(), model: model.clone(), value, limit });
            }
        }
    }
    Ok(low)
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
