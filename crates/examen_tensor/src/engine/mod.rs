//! The engine of this build.

mod burn;

pub use burn::{
    Attention, Mask, Rotary, Tensor, attention, embedding, gelu, gelu_tanh, join_heads, layer_norm, linear, relu,
    rms_norm, rotate, silu, softmax, split_heads, tanh,
};
