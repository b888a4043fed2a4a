//! libtorch, by way of tch: f32 or bf16, on the CPU or on a CUDA device.
//!
//! libtorch tracks what is computed from the parameters of a `Store` and nothing else. Copies to a device are asynchronous;
//! only `into_values` and norms of gradients wait, so they should be called once for a batch.

#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod attention;
mod dropout;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod indexing;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod layers;
mod lstm;
mod packed;
mod pooling;
mod rotation;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod tensor;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod training;

pub use attention::{Mask, attention};
pub use dropout::dropout;
pub use indexing::{embedding, gather, masked_fill, scatter_add, top_k};
pub use layers::{
    cross_entropy, gelu, gelu_tanh, layer_norm, linear, log_softmax, relu, rms_norm, sigmoid, silu, softmax, tanh,
};
pub use lstm::{bilstm, lstm};
pub use pooling::{Pool, pool, range_means};
pub(crate) use rotation::rotate_halves;
pub use tensor::Tensor;
pub(crate) use training::{Buffers, Store};

use std::num::NonZeroUsize;

use crate::engine::{Device, Precision};
use crate::error::TensorError;

/// Checks that there is such a device, and that it computes in this precision.
pub(crate) fn check(device: Device, _: Precision) -> Result<(), TensorError> {
    match device {
        Device::Cuda if !tch::Cuda::is_available() => Err(TensorError::NoCudaDevice),
        Device::Cuda | Device::Cpu => Ok(()),
    }
}

/// Limits the threads of libraries that parallelise internally.
pub fn use_threads(threads: NonZeroUsize) {
    tch::set_num_threads(i32::try_from(threads.get()).unwrap_or(i32::MAX));
}
