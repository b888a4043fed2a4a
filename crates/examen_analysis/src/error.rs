//! What can go wrong when code is analysed.

use examen_corpus::CorpusError;
use examen_data::DataError;

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
}
