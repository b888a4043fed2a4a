//! Errors.

use std::path::PathBuf;

use examen_data::DataError;
use examen_tensor::TensorError;
use thiserror::Error;

use crate::objective::ObjectiveError;

/// The reason why a training cannot start or go on. The last checkpoint stays as it was.
#[derive(Debug, Error)]
pub enum TrainingError {
    /// There is nothing to draw from, or nothing of it fits a batch.
    #[error("there is no training example of at most {tokens} tokens")]
    NoExamples {
        /// The tokens of a batch.
        tokens: usize,
    },
    /// The loss or the norm of the gradients is infinite or not a number.
    #[error("the loss of step {step} is {loss} and the norm of its gradients {norm}: a smaller learning rate may help")]
    NotFinite {
        /// The step, from 0.
        step: u64,
        /// The loss.
        loss: f32,
        /// The norm.
        norm: f32,
    },
    /// A checkpoint cannot be read, or is not what it should be.
    #[error("{}: no checkpoint that can be resumed: {reason}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A checkpoint of another training: another vocabulary, network, data or setting.
    #[error("{}: a checkpoint of another training: {field} is {found}, not {expected}", path.display())]
    OtherTraining {
        /// The file.
        path: PathBuf,
        /// What differs.
        field: String,
        /// Its value in the checkpoint.
        found: String,
        /// Its value now.
        expected: String,
    },
    /// A checkpoint cannot be written.
    #[error(transparent)]
    Data(Box<DataError>),
    /// The objective failed.
    #[error("{0}")]
    Objective(#[source] ObjectiveError),
    /// The tensor engine failed.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}

impl From<DataError> for TrainingError {
    fn from(error: DataError) -> Self {
        Self::Data(Box::new(error))
    }
}
