//! Where a training stands.

use serde::{Deserialize, Serialize};

use crate::mixture::SamplerState;

/// A point of a curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The steps that were done.
    pub step: u64,
    /// The examples that were seen.
    pub examples: u64,
    /// `loss`, or the name of a score.
    pub name: String,
    /// The mean loss since the last point, or the score.
    pub value: f64,
    /// The examples of the batches, or those that were scored.
    pub n: u64,
}

/// How a training goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The fraction that is done.
    pub done: f64,
    /// The steps that were done.
    pub step: u64,
    /// The examples that were seen.
    pub examples: u64,
    /// The points of curves that are new.
    pub points: Vec<CurvePoint>,
    /// Tokens a second in this run, evaluations not counted.
    pub tokens_per_second: f64,
    /// The seconds that training still takes at this speed.
    pub seconds_left: f64,
    /// The learning rate.
    pub learning_rate: f64,
}

/// What a checkpoint has beside tensors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) step: u64,
    pub(crate) examples: u64,
    pub(crate) tokens: u64,
    pub(crate) sampler: SamplerState,
    /// Of a budget of seconds only: a clock has no place in what must be the same bytes.
    pub(crate) seconds: f64,
    pub(crate) evaluations: u64,
    pub(crate) best: Option<f64>,
    /// Evaluations since the best one.
    pub(crate) stale: u64,
    /// The losses since the last point of the curve.
    pub(crate) loss_sum: f64,
    pub(crate) loss_count: u64,
    pub(crate) loss_examples: u64,
    pub(crate) curve: Vec<CurvePoint>,
}
