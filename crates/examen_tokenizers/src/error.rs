//! The errors of tokenizers.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// The reason why a tokenizer or a vocabulary cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TokenizerError {
    /// A file cannot be read, or is not what it should be.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A directory has no tokenizer.
    #[error(
        "{}: no tokenizer: none of tokenizer.json, vocab.json with merges.txt, vocab.txt, sentencepiece.bpe.model",
        path.display()
    )]
    NoTokenizer {
        /// The directory.
        path: PathBuf,
    },
    /// A text cannot be tokenized, or a tokenizer cannot be trained.
    #[error("the tokenizer failed: {0}")]
    Failed(String),
    /// A vocabulary in `CuBERT`'s notation has a character in its entries, or needs one for escapes, that is no entry itself, so
    /// that not every token could be cut.
    #[error("the vocabulary has no entry for the character {0:?} alone")]
    MissingCharacter(char),
    /// A `tokenizer.json` that the tokenizers library does not accept.
    #[error("{name}: no tokenizer.json that can be read: {reason}")]
    TokenizerJson {
        /// The name under which it was given.
        name: String,
        /// What the library says.
        reason: String,
    },
}

impl TokenizerError {
    /// Returns the error of a file.
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over errors and texts that they need no more")]
    pub(crate) fn file(path: &Path, reason: impl ToString) -> Self {
        Self::File { path: path.to_owned(), reason: reason.to_string() }
    }
}
