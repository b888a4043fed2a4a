//! Tokenizers: from texts to the tokens that models see, and from labels of tokens back to spans of the text.
//!
//! Place in the flow: Python tokens come in from `examen_syntax`; the suites write their token columns with this crate, and
//! the encoders read texts with it. It must not know suites, queries or networks, so that a span predictor can use both
//! halves: what a text becomes, and what a label of a token means in the text.
//!
//! Entry points:
//!
//! - [`Tokenizer`]: the tokenizer of a checkpoint, from any of the files that checkpoints have; [`train_byte_pairs`] trains one;
//! - [`LayoutTokenizer`]: the tokens of our own encoders, which know layout; trained on a corpus;
//! - [`Subwords`]: the pieces of single code tokens, by CuBERT's vocabulary or a `tokenizer.json`;
//! - [`code_tokens`]: Python tokens as CuBERT spells them;
//! - [`labels`]: B, I, O and F labels of tokens from spans, and spans from labels;
//! - [`sequence`]: the input of a span model in sub-words with a label each, its windows, and the runs that labels say.

pub mod code_tokens;
mod error;
pub mod labels;
mod layout;
pub mod sequence;
mod subwords;
mod tokenizer;
mod tokenizer_json;
mod training;

pub use error::TokenizerError;
pub use layout::{LayoutToken, LayoutTokenizer, SpecialToken};
pub use subwords::{PieceCounter, Subwords, count_cubert_pieces, cubert_entries};
pub use tokenizer::{Tokenizer, TokenizerFiles, Tokens};
pub use training::train_byte_pairs;
