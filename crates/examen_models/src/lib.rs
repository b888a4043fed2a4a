//! What answers: models that are shown an example's input and give an answer.
//!
//! Examples come in as texts with their class, answers go out. This crate knows neither the suites that examples are from
//! nor the metrics that answers are marked with. There are models that need no network, small enough to be trained on the
//! spot: classifiers of texts, which say what an exam gives away to somebody who cannot read code, and a namer of functions.
//! And there are encoders: networks of checkpoints, read as they are found on the hub, which give the hidden states of all
//! their layers for a text; and [`probing`] classifiers, which ask what these layers know.

mod bag_of_tokens;
mod checkpoint;
mod classes;
mod classifier;
mod encoders;
mod error;
#[cfg(feature = "hub")]
pub mod hub;
mod length_only;
mod majority;
mod path_neighbours;
pub mod probing;
mod softmax_regression;
mod token_counts;

pub use classifier::{Classifier, Input, Labelled, Method};
pub use encoders::{
    ARCHITECTURES, Architecture, Encoder, FlowNode, FlowTokenizer, HiddenStates, MAX_NODES, Pooling, Sequence,
    TextFlow, TextNode, batches_by_length, takes_data_flow,
};
pub use error::ModelError;
pub use examen_tensor::{Device, Placement, Precision, use_threads};
pub use examen_tokenizers::{Tokenizer, TokenizerError, Tokens};
pub use path_neighbours::{Named, PathNeighbours};
