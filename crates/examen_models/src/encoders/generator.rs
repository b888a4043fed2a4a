//! Generators: an encoder, and a decoder that writes names, captions and answers word by word, with attention to the tokens of the
//! input and with copies of its words.
//!
//! The scores of the words of a vocabulary and of the words of the input are one distribution (as in `CopyNet`, Gu et al. 2016), in
//! which a word that stands in several places has the sum of their probabilities. So words can be written that no vocabulary has. Names
//! are written part by part, texts word by word and in lower case.
//!
//! What reads and what writes differs between kinds ([`GeneratorKind`], `sides.rs`); embeddings, words, copies, loss and search do not.

mod config;
mod decoder;
mod folder;
mod graph;
mod input;
mod network;
mod parameters;
mod recurrent;
mod relative;
mod sides;
mod words;

pub use config::{GeneratedKind, GeneratorConfig, GeneratorKind};
pub use folder::{GeneratorModel, write_generator};
pub use graph::{CodeEdge, EdgeKind};
pub use input::{GeneratorInput, GeneratorTokens};
pub use network::{GeneratorNetwork, Written};
pub use parameters::{group_generator_parameters, initial_generator_parameters};
pub(crate) use words::source_words;
pub use words::{generated_words, joined_words};
