//! Encoders of our own: small, modern, made for code.
//!
//! RMS norms before attention and feed-forward network (and on the embeddings and behind the last layer), rotary positions,
//! gated feed-forward networks, no biases. Sequences are packed one behind the other, so nothing is padded. A learned vector
//! of the query, where there is one, is added to every token, and so is one for how often its word occurs (or, for
//! decisions about two texts, whether the other one has it), if the
//! configuration has that. Three heads: masked tokens for pre-training, labels of tokens and ends of spans for queries, and a
//! decision about the whole sequence.

mod body;
mod config;
mod decisions;
mod features;
mod folder;
mod input;
mod network;
mod parameters;
mod span_decoding;
mod span_input;
mod span_reader;

pub use config::{CodeConfig, CodeSize, Decision};
pub use decisions::{DecisionSequence, DecisionText, DecisionTokens, decision_loss};
pub(super) use folder::TOKENIZER;
pub use folder::{CodeModel, write_code_model};
pub use input::{MaskedTokens, PackedInput, PackedSequence};
pub use network::{CodeHead, CodeNetwork};
pub(super) use parameters::group_matrices;
pub use parameters::{group_code_parameters, initial_code_parameters};
pub use span_decoding::{ScoredTokens, decode_spans};
pub use span_input::{CodeBlock, SpanInput, TokenPlace};
pub use span_reader::{BlockSpan, SpanReader};
