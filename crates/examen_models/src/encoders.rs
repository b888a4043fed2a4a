//! Encoders: networks that give the hidden states of all their layers.
//!
//! `config.json` decides which architecture a checkpoint has. An architecture is one file over the parts that all share, and an
//! entry of [`ARCHITECTURES`]. Networks that write text are encoders too: what they know of a text is in the states of its
//! tokens.

mod bart;
mod batch;
mod bert;
mod code;
mod codegen;
mod config;
mod data_flow;
mod encoder;
mod generator;
mod gpt2;
mod hidden;
mod llama;
mod modernbert;
mod network;
mod parts;
mod post_norm;
mod pre_norm;
mod random;
mod t5;

pub use batch::{FlowNode, Sequence, batches_by_length};
pub use code::{
    BlockSpan, CodeBlock, CodeConfig, CodeHead, CodeModel, CodeNetwork, CodeSize, Decision, DecisionSequence,
    DecisionText, DecisionTokens, MaskedTokens, PackedInput, PackedSequence, ScoredTokens, SpanInput, SpanReader,
    TokenPlace, decision_loss, decode_spans, group_code_parameters, initial_code_parameters, write_code_model,
};
pub use data_flow::{FlowTokenizer, MAX_NODES, TextFlow, TextNode};
pub use encoder::Encoder;
pub(crate) use generator::source_words;
pub use generator::{
    CodeEdge, EdgeKind, GeneratedKind, GeneratorConfig, GeneratorInput, GeneratorKind, GeneratorModel,
    GeneratorNetwork, GeneratorTokens, Written, generated_words, group_generator_parameters,
    initial_generator_parameters, joined_words, write_generator,
};
pub use hidden::{HiddenStates, Pooling};
pub use network::Network;

use crate::error::ModelError;
use crate::weights::Weights;
use config::Config;
use network::Loaded;

/// An architecture of checkpoints.
#[derive(Clone, Copy, Debug)]
pub struct Architecture {
    /// The `model_type` of `config.json`.
    pub model_type: &'static str,
    /// Well-known checkpoints of it, and which part of them is used.
    pub about: &'static str,
    /// Whether a position sees only those before it, so that none but the last knows the whole text.
    pub is_causal: bool,
    /// Whether the network can be shown the data flow of a text.
    pub takes_data_flow: bool,
    /// The name of a weight in the network for its name in a checkpoint; none for heads, buffers and decoders.
    rename: fn(&str) -> Option<String>,
    /// Makes the network of a configuration and its weights.
    load: fn(&Config, &mut Weights<'_>) -> Result<Loaded, ModelError>,
}

/// All architectures, by name.
pub const ARCHITECTURES: &[Architecture] = &[
    bart::BART,
    bert::BERT,
    codegen::CODEGEN,
    gpt2::GPT2,
    llama::LLAMA,
    modernbert::MODERNBERT,
    bart::PLBART,
    llama::QWEN2,
    bert::ROBERTA,
    t5::T5,
    bert::XLM_ROBERTA,
];

/// Whether networks with this `model_type` can be shown the data flow of a text.
pub fn takes_data_flow(model_type: &str) -> bool {
    ARCHITECTURES.iter().any(|architecture| architecture.model_type == model_type && architecture.takes_data_flow)
}
