//! Namers: code2vec and code2seq, which say what a function is called by the paths through its syntax tree.
//!
//! A function is a bag of path contexts: two leaves and the way between them. Both networks turn each context into a vector and
//! attend over these. code2vec (Alon et al., POPL 2019) makes one vector of a function and compares it with those of whole names;
//! code2seq (Alon et al., ICLR 2019) reads tokens by their parts and paths node by node, and writes a name part by part.
//!
//! What differs from the released programs: attention never sees padding, so that a function's name does not depend on its batch;
//! a part that is not in the vocabulary is never written.

mod code2seq;
mod code2vec;
mod config;
mod contexts;
mod folder;
mod network;
mod parameters;
mod parts;
mod vocabulary;

pub use config::{NamerConfig, NamerKind};
pub use contexts::{
    ContextTables, ContextTexts, EncodedName, NamerInput, PathContext, TextNumbers, path_contexts, sampled,
};
pub use folder::{NamerModel, write_namer};
pub use network::{Answered, NameGuess, NamerNetwork};
pub use parameters::{group_namer_parameters, initial_namer_parameters};
pub use vocabulary::NamerVocabulary;
