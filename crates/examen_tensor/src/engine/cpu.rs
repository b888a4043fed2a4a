//! An engine of our own for the CPU: everything is f32 and lies in the memory of the process.
//!
//! `array` has values under shapes and strides, `product` multiplies matrices with the crate `gemm`, `tape` passes gradients
//! back, and `tensor` is an array with its place on the tape. The other modules are the operations.

#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod activations;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod array;
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
mod product;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod recurrence;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod softmax;
mod tape;
mod tensor;
mod training;

pub use activations::{gelu, gelu_tanh, relu, sigmoid, silu, tanh};
pub(crate) use attention::rotate_halves;
pub use attention::{Mask, attention};
pub use dropout::dropout;
pub use indexing::{embedding, gather, masked_fill, scatter_add, top_k};
pub use linear::linear;
pub use lstm::{bilstm, lstm};
pub use norms::{layer_norm, rms_norm};
pub use pooling::{Pool, pool, range_means};
pub use softmax::{cross_entropy, log_softmax, softmax};
pub use tensor::Tensor;
pub(crate) use training::{Buffers, Store};

use std::num::NonZeroUsize;

use crate::engine::{Device, Precision};
use crate::error::TensorError;

/// Checks that there is such a device, and that it computes in this precision.
pub(crate) fn check(device: Device, precision: Precision) -> Result<(), TensorError> {
    match (device, precision) {
        (Device::Cuda, _) => Err(TensorError::NoCuda),
        (Device::Cpu, Precision::Bf16) => Err(TensorError::NoBf16),
        (Device::Cpu, Precision::F32) => Ok(()),
    }
}

/// Limits the threads of libraries that parallelise internally. This engine computes on rayon's pool, which is not its own.
pub fn use_threads(_: NonZeroUsize) {}
