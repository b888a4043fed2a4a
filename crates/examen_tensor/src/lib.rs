//! Tensors, and the operations that our networks are made of.
//!
//! This is the only crate that names a tensor engine. A build has one, and the models are written once, against the
//! vocabulary below, which is at the level where an engine fuses: a linear map, a norm, attention. The engine is burn on
//! the CPU (`engine/burn.rs`). Another one would be a second file with the same names, chosen by a feature; there is no
//! trait and no type parameter for the engine.
//!
//! Ranks are part of the type. That sizes fit together is up to the caller: whoever reads weights from a file checks their
//! shapes there, where the file and the tensor have a name. Operations on sizes that do not fit panic in the engine.
//!
//! So far the vocabulary is what inference needs. All of it computes in f32, and gives the same bits for any number of
//! threads.

mod engine;
mod error;

pub use engine::{
    Attention, Mask, Rotary, Tensor, attention, embedding, gelu, gelu_tanh, join_heads, layer_norm, linear, relu,
    rms_norm, rotate, silu, softmax, split_heads, tanh,
};
pub use error::TensorError;
