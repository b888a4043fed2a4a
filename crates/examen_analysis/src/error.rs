//! What can go wrong when code is analysed.

use std::io;

use examen_corpus::CorpusError;
use examen_data::DataError;
use examen_syntax::EditError;

/// The result of everything in this crate that reads files or finds things by name.
pub type Result<T> = std::result::Result<T, AnalysisError>;

/// An analysis that could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The code cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The table of the corpus cannot be written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Edits of a rewrite that do not fit the text.
    #[error("{id}")]
    Edits {
        /// The rewrite.
        id: String,
        /// What does not fit.
        source: EditError,
    },
    /// A compiler that takes no orders.
    #[error("javac cannot be asked: {reason}")]
    Javac {
        /// What it says.
        reason: String,
    },
    /// Code would be executed without protection.
    #[error("this executes the code that is read, and the system has no protection to offer: {reason}")]
    Unprotected {
        /// Why there is none.
        reason: String,
    },
    /// The programs that verify rewrites cannot be set up.
    #[error("cannot write the program that verifies rewrites to the folder for temporary files")]
    Verifier {
        /// The cause.
        source: io::Error,
    },
}
