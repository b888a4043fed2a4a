//! Settings of a training.

use std::collections::BTreeMap;

use examen_tensor::Algorithm;

use crate::learning_rate::LearningRate;

/// How long a training goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many steps: the same weights on every run.
    Steps(u64),
    /// So many seconds, those of evaluations not counted: as many steps as the machine makes.
    Seconds(f64),
}

/// Settings of a training.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The seed of everything random.
    pub seed: u64,
    /// How long it goes on.
    pub budget: Budget,
    /// The most tokens of a batch: examples are drawn until the next has no room.
    pub batch_tokens: usize,
    /// The batches whose gradients are added up to one step.
    pub accumulation: usize,
    /// The optimizer.
    pub algorithm: Algorithm,
    /// The learning rate.
    pub learning_rate: LearningRate,
    /// The most that the global norm of gradients may be.
    pub clip: Option<f32>,
    /// How often parameters are evaluated, at equal distances, the last time at the end. Each evaluation ends with a checkpoint.
    pub evaluations: u64,
    /// The evaluations without a better score after which training stops early.
    pub patience: Option<u64>,
    /// The steps between two points of the loss curve.
    pub log_every: u64,
    /// What a checkpoint must agree in to be resumed, by name: the vocabulary, the network, the data.
    pub identity: BTreeMap<String, String>,
}
