//! The engine of this build: one of the folders here. Both have the same names.

#[cfg(not(any(feature = "burn", feature = "torch")))]
compile_error!("examen_tensor needs an engine: the feature `burn` or the feature `torch`");

#[cfg(all(feature = "burn", not(feature = "torch")))]
mod burn;
#[cfg(feature = "torch")]
mod torch;

#[cfg(all(feature = "burn", not(feature = "torch")))]
use burn as chosen;
#[cfg(feature = "torch")]
use torch as chosen;

pub(crate) use chosen::check;
pub use chosen::{
    Mask, Pool, Tensor, attention, embedding, gelu, gelu_tanh, layer_norm, linear, pool, relu, rms_norm, silu, softmax,
    tanh, use_threads,
};
