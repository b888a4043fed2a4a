//! The engine of this build: `cpu` or `torch`, which have the same names, and the types that both are asked with.

#[cfg(not(any(feature = "cpu", feature = "torch")))]
compile_error!("examen_tensor needs an engine: the feature `cpu` or the feature `torch`");

mod attention;
#[cfg(all(feature = "cpu", not(feature = "torch")))]
mod cpu;
mod lstm;
mod packing;
mod placement;
#[cfg(feature = "torch")]
mod torch;

#[cfg(all(feature = "cpu", not(feature = "torch")))]
use cpu as chosen;
#[cfg(feature = "torch")]
use torch as chosen;

pub use attention::Attention;
pub(crate) use chosen::{Buffers, Store, rotate_halves};
pub use chosen::{
    Mask, Pool, Tensor, attention, bilstm, cross_entropy, dropout, embedding, gather, gelu, gelu_tanh, layer_norm,
    linear, log_softmax, lstm, masked_fill, pool, range_means, relu, rms_norm, scatter_add, sigmoid, silu, softmax,
    tanh, top_k, use_threads,
};
pub use lstm::{LstmState, LstmWeights};
pub use packing::Packing;
pub use placement::{Device, Placement, Precision};
