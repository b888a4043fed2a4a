//! The engine of this build: one of the modules here. Both have the same names.

#[cfg(not(any(feature = "cpu", feature = "torch")))]
compile_error!("examen_tensor needs an engine: the feature `cpu` or the feature `torch`");

#[cfg(all(feature = "cpu", not(feature = "torch")))]
mod cpu;
#[cfg(feature = "torch")]
mod torch;

#[cfg(all(feature = "cpu", not(feature = "torch")))]
use cpu as chosen;
#[cfg(feature = "torch")]
use torch as chosen;

pub(crate) use chosen::{Buffers, Store, check};
pub use chosen::{
    Mask, Pool, Tensor, attention, bilstm, cross_entropy, dropout, embedding, gather, gelu, gelu_tanh, layer_norm,
    linear, log_softmax, lstm, masked_fill, pool, range_means, relu, rms_norm, scatter_add, sigmoid, silu, softmax,
    tanh, top_k, use_threads,
};
