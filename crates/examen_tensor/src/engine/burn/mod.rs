//! burn's CPU backend: everything is f32 and lies in the memory of the process.

mod attention;
#[expect(clippy::inline_always, reason = "what is not inlined is compiled without vector instructions")]
mod kernels;
mod layers;
mod tensor;

pub use attention::{Attention, Mask, Rotary, attention, join_heads, rotate, split_heads};
pub use layers::{embedding, gelu, gelu_tanh, layer_norm, linear, relu, rms_norm, silu, softmax, tanh};
pub use tensor::Tensor;
