//! Tensors, and the operations that our networks are made of.
//!
//! This is the only crate that names a tensor engine. A build has one, and the models are written once, against the
//! operations below, which are at the level where an engine fuses: a linear map, a norm, attention. There is no trait and no
//! type parameter for the engine: both have the same names, and a feature chooses.
//!
//! - `cpu`, the default, is an engine of our own (`engine/cpu/`): kernels over arrays of f32, a tape for gradients, and the
//!   matrix product of the crate `gemm`. Cargo alone builds it, and the bits are the same for any number of threads.
//! - `torch` is libtorch by way of tch (`engine/torch/`), for CUDA, bf16 and processors that libtorch knows better. It wins where
//!   both features are set. libtorch 2.11 comes from `pip install torch==2.11.0` with `LIBTORCH_USE_PYTORCH=1`, or from the
//!   folder that `LIBTORCH` names; its `lib` folder must be on the library path when the program runs. f32 is full f32, also on
//!   CUDA, where products could be taken in fewer bits. libtorch makes no promise about bits and threads.
//!
//! A [`Placement`], a device and a precision, is chosen once, for the weights of a network. New tensors are f32 on the CPU and
//! are [placed](Tensor::placed), or put [beside](Tensor::beside) others; ids, masks, pools and rotary positions follow
//! the tensors that they meet, and remember the first place where they were. [`Tensor::into_values`] always gives f32.
//!
//! Ranks are part of the type. That sizes fit together is up to the caller: whoever reads weights from a file checks their
//! shapes there, where the file and the tensor have a name. Operations on sizes that do not fit panic in the engine, and so do
//! those that a device has no memory for.
//!
//! A network is trained through its [`Parameters`]: it is made of their [tracked](Parameters::tracked) tensors, computes a loss,
//! asks for the [`Gradients`] of it, and an [`Optimizer`] makes a step. Tracked and detached tensors go through the same
//! functions. [`Mode`] says whether dropout drops anything, and its [`Rng`] what.

mod algorithm;
mod engine;
mod error;
mod gradients;
mod heads;
mod labels;
mod optimizer;
mod parameters;
mod random;
mod rotary;
mod schedule;
mod shapes;
mod tensor_file;

pub use algorithm::{Adam, Algorithm, Muon};
pub use engine::{
    Attention, Device, LstmState, LstmWeights, Mask, Packing, Placement, Pool, Precision, Tensor, attention, bilstm,
    cross_entropy, dropout, embedding, gather, gelu, gelu_tanh, layer_norm, linear, log_softmax, lstm, masked_fill,
    pool, range_means, relu, rms_norm, scatter_add, sigmoid, silu, softmax, tanh, top_k, use_threads,
};
pub use error::TensorError;
pub use gradients::Gradients;
pub use heads::{join_heads, split_heads};
pub use labels::Labels;
pub use optimizer::Optimizer;
pub use parameters::{NamedValues, Parameters};
pub use random::{Mode, Rng};
pub use rotary::{Rotary, rotate};
pub use schedule::Schedule;
pub use tensor_file::{Storage, TensorFile};
