//! burn's CPU backend: everything is f32 and lies in the memory of the process.

#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod activations;
mod attention;
mod dropout;
mod indexing;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod kernels;
mod linear;
mod lstm;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod norms;
mod pooling;
mod record;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod recurrence;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod softmax;
mod tensor;
mod training;

pub use activations::{gelu, gelu_tanh, relu, sigmoid, silu, tanh};
pub use attention::{Mask, attention};
pub use dropout::dropout;
pub use indexing::{embedding, gather, masked_fill, scatter_add, top_k};
pub use linear::linear;
pub use lstm::{bilstm, lstm};
pub use norms::{layer_norm, rms_norm};
pub use pooling::{Pool, pool};
pub use softmax::{cross_entropy, log_softmax, softmax};
pub use tensor::Tensor;
pub(crate) use training::{Beside, Store};

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
