//! Why a model cannot be made.

use thiserror::Error;

/// Why a model cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// There is nothing to learn from.
    #[error("there is no example to train on")]
    NoTrainingExamples,
}
