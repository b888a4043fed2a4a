//! Errors.

use thiserror::Error;

/// The reason why a tensor cannot be made, placed or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TensorError {
    /// The number of values is not that of the shape.
    #[error("{values} values do not fill the shape {shape:?}")]
    Shape {
        /// The number of values.
        values: usize,
        /// The shape that they should fill.
        shape: Vec<usize>,
    },
    /// No device has this name.
    #[error("there is no device `{0}`: the devices are `cpu` and `cuda`")]
    UnknownDevice(String),
    /// No precision has this name.
    #[error("there is no precision `{0}`: the precisions are `f32` and `bf16`")]
    UnknownPrecision(String),
    /// The engine has no CUDA.
    #[error("this build has no CUDA: build with the feature `torch`")]
    NoCuda,
    /// The engine has CUDA, and the machine has no device.
    #[error("there is no CUDA device, or libtorch or the driver cannot use it")]
    NoCudaDevice,
    /// The engine has no bf16.
    #[error("this build computes in f32 only: for bf16 build with the feature `torch`")]
    NoBf16,
    /// There is no parameter of this name, or no optimizer state of it.
    #[error("there is no parameter `{0}`, or it has another shape")]
    NoParameter(String),
    /// A parameter has another number of axes than asked for.
    #[error("the parameter `{name}` has the shape {shape:?}, not {rank} axes")]
    Rank {
        /// The parameter.
        name: String,
        /// Its shape.
        shape: Vec<usize>,
        /// The number of axes that was asked for.
        rank: usize,
    },
    /// A file of tensors cannot be made or read.
    #[error("safetensors: {0}")]
    File(String),
    /// The engine failed to place or to hand out values.
    #[error("the tensor engine failed: {0}")]
    Engine(String),
}

/// Checks that so many values fill a shape.
pub(crate) fn check_shape(values: usize, shape: &[usize]) -> Result<(), TensorError> {
    let wanted = shape.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    if wanted == Some(values) { Ok(()) } else { Err(TensorError::Shape { values, shape: shape.to_vec() }) }
}
