//! Sub-words: how the vocabulary of a model cuts the tokens of a language.

mod cubert;
mod hugging_face;
mod piece_counter;

use crate::code_tokens::is_layout;
use crate::error::TokenizerError;
use cubert::Cubert;
use hugging_face::HuggingFace;

pub use cubert::cubert_entries;
pub use piece_counter::{PieceCounter, count_cubert_pieces};

/// A way to cut tokens into pieces.
pub struct Subwords(Kind);

enum Kind {
    Python,
    Cubert(Box<Cubert>),
    HuggingFace(Box<HuggingFace>),
}

impl Subwords {
    /// Tokens as they are, each a piece of its own.
    pub const fn python() -> Self {
        Self(Kind::Python)
    }

    /// `CuBERT`'s vocabulary for Python.
    ///
    /// Reading it takes some milliseconds, so make it once.
    pub fn cubert() -> Self {
        Self(Kind::Cubert(Box::new(Cubert::embedded())))
    }

    /// A vocabulary in the notation of `CuBERT`'s.
    pub fn from_cubert_text(text: &str) -> Result<Self, TokenizerError> {
        Cubert::new(text).map(|cubert| Self(Kind::Cubert(Box::new(cubert))))
    }

    /// The tokenizer that a `tokenizer.json` of Hugging Face describes.
    pub fn from_tokenizer_json(name: &str, json: &[u8]) -> Result<Self, TokenizerError> {
        HuggingFace::new(name, json).map(|tokenizer| Self(Kind::HuggingFace(Box::new(tokenizer))))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match &self.0 {
            Kind::Python => "python",
            Kind::Cubert(_) => "cubert",
            Kind::HuggingFace(tokenizer) => tokenizer.name(),
        }
    }

    /// The piece with which a sequence begins.
    pub fn class_token(&self) -> &str {
        match &self.0 {
            Kind::Python => "[CLS]",
            Kind::Cubert(_) => "[CLS]_",
            Kind::HuggingFace(tokenizer) => tokenizer.class_token(),
        }
    }

    /// The piece between the query and the code, and between blocks.
    pub fn separator(&self) -> &str {
        match &self.0 {
            Kind::Python => "[SEP]",
            Kind::Cubert(_) => "[SEP]_",
            Kind::HuggingFace(tokenizer) => tokenizer.separator(),
        }
    }

    /// Whether NEWLINE, NL, INDENT and DEDENT have pieces. Tokenizers of Hugging Face do without them, as the published data
    /// for `CodeBERT` does.
    pub const fn shows_layout(&self) -> bool {
        !matches!(self.0, Kind::HuggingFace(_))
    }

    /// Appends the pieces of a spelled token.
    ///
    /// For a tokenizer of Hugging Face every token but the first has a space before it. A token may have no pieces there:
    /// layout has none, and a vocabulary may leave out characters that it does not know.
    pub fn pieces(&self, spelling: &str, is_first: bool, out: &mut Vec<String>) {
        match &self.0 {
            Kind::Python => out.push(spelling.to_owned()),
            Kind::Cubert(cubert) => cubert.cut(spelling, |piece| out.push(piece.to_owned())),
            Kind::HuggingFace(_) if is_layout(spelling) => {}
            Kind::HuggingFace(tokenizer) => tokenizer.pieces(spelling, is_first, out),
        }
    }

    /// Number of pieces of a spelled token that is not the first. [`PieceCounter`] remembers the common ones.
    pub fn count(&self, spelling: &str) -> usize {
        match &self.0 {
            Kind::Python => 1,
            Kind::Cubert(cubert) => {
                let mut count = 0;
                cubert.cut(spelling, |_| count += 1);
                count
            }
            Kind::HuggingFace(_) if is_layout(spelling) => 0,
            Kind::HuggingFace(tokenizer) => tokenizer.count(spelling),
        }
    }

    /// The number of a piece in the vocabulary, or that of the piece for unknown ones; nothing where there are no numbers.
    pub fn id(&self, piece: &str) -> Option<u32> {
        match &self.0 {
            Kind::Python => None,
            Kind::Cubert(cubert) => cubert.id(piece),
            Kind::HuggingFace(tokenizer) => tokenizer.id(piece),
        }
    }
}
