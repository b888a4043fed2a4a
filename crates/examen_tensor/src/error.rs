//! Why a tensor cannot be made or read.

use thiserror::Error;

/// Why a tensor cannot be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TensorError {
    /// The number of values is not that of the shape.
    #[error("{values} values do not fill the shape {shape:?}")]
    Shape {
        /// How many values there are.
        values: usize,
        /// The shape that they were to fill.
        shape: Vec<usize>,
    },
    /// The engine failed to hand out its values.
    #[error("the tensor engine failed: {0}")]
    Engine(String),
}
