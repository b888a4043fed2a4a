//! libtorch, by way of tch: f32 or bf16, on the CPU or on a CUDA device.
//!
//! Nothing here asks for gradients, so libtorch records none. What is sent to a device is sent without waiting for it; only
//! `into_values` waits, and whoever wants speed calls it once for a batch.

#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod attention;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod layers;
mod pooling;
#[expect(clippy::needless_pass_by_value, reason = "the other engine takes values over, to reuse their memory")]
mod tensor;

pub use attention::{Mask, attention};
pub use layers::{embedding, gelu, gelu_tanh, layer_norm, linear, relu, rms_norm, silu, softmax, tanh};
pub use pooling::{Pool, pool};
pub use tensor::Tensor;

use std::num::NonZeroUsize;

use crate::error::TensorError;
use crate::placement::{Device, Precision};

/// That there is such a device, and that it computes in this precision.
pub(crate) fn check(device: Device, _: Precision) -> Result<(), TensorError> {
    match device {
        Device::Cuda if !tch::Cuda::is_available() => Err(TensorError::NoCudaDevice),
        Device::Cuda | Device::Cpu => Ok(()),
    }
}

/// Sets how many threads of a processor compute.
pub fn use_threads(threads: NonZeroUsize) {
    tch::set_num_threads(i32::try_from(threads.get()).unwrap_or(i32::MAX));
}
