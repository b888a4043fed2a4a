//! What stops a whole run.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a corpus could not be read at all. A single bad file is a [`Skipped`](crate::Skipped) row instead.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// An argument names nothing that is there.
    #[error("{path}: no such file or folder", path = path.display())]
    Missing {
        /// The argument.
        path: PathBuf,
    },
    /// An argument is there but cannot be looked at.
    #[error("{path}: {error}", path = path.display())]
    Argument {
        /// The argument.
        path: PathBuf,
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// The system refused a thread.
    #[error("cannot start a thread: {error}")]
    Thread {
        /// What the system said.
        #[source]
        error: io::Error,
    },
    /// The shares of a split are negative, not finite, or all zero.
    #[error("shares of train, validation and test must be numbers from 0 up, not all 0: {train}, {validation}, {test}")]
    Shares {
        /// Share of the training split.
        train: f64,
        /// Share of the validation split.
        validation: f64,
        /// Share of the test split.
        test: f64,
    },
    /// A threshold of similarity lies outside of 0 to 1.
    #[error("the threshold of near duplicates must lie between 0 and 1: {threshold}")]
    Threshold {
        /// What was asked for.
        threshold: f64,
    },
}
