//! burn's CPU backend: everything is f32 and lies in the memory of the process.

mod attention;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod kernels;
mod layers;
mod pooling;
mod tensor;

pub use attention::{Mask, attention};
pub use layers::{embedding, gelu, gelu_tanh, layer_norm, linear, relu, rms_norm, silu, softmax, tanh};
pub use pooling::{Pool, pool};
pub use tensor::Tensor;

use std::num::NonZeroUsize;

use crate::error::TensorError;
use crate::placement::{Device, Precision};

/// That there is such a device, and that it computes in this precision.
pub(crate) fn check(device: Device, precision: Precision) -> Result<(), TensorError> {
    match (device, precision) {
        (Device::Cuda, _) => Err(TensorError::NoCuda),
        (Device::Cpu, Precision::Bf16) => Err(TensorError::NoBf16),
        (Device::Cpu, Precision::F32) => Ok(()),
    }
}

/// Sets how many threads compute. Here those of rayon's pool do, which is not this crate's.
pub fn use_threads(_: NonZeroUsize) {}
