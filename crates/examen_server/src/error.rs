//! What can go wrong with a server.

use std::path::PathBuf;

use examen_evaluation::EvaluationError;

/// The result of starting or running a server.
pub type Result<T> = std::result::Result<T, ServerError>;

/// A server that cannot start or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A folder has nothing that could be shown.
    #[error(
        "{}: there is neither a report (index.html with files.json, by `examen run` or `examen report`) nor a rating (key.csv, by \
         `examen ratings sheets`)",
        path.display()
    )]
    Nothing {
        /// The folder.
        path: PathBuf,
    },
    /// The port cannot be had.
    #[error("port {port} of 127.0.0.1 cannot be had: {source}; without --port any free one is taken")]
    Port {
        /// The port.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// The operating system has no random bytes for a token.
    #[error("no random bytes for the token: {0}")]
    Random(String),
    /// The tables of a rating cannot be read.
    #[error(transparent)]
    Ratings(Box<EvaluationError>),
    /// A page cannot be filled in.
    #[error(transparent)]
    Page(#[from] askama::Error),
}

impl From<EvaluationError> for ServerError {
    fn from(error: EvaluationError) -> Self {
        Self::Ratings(Box::new(error))
    }
}
