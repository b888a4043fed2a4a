//! What can be wrong with the settings of an exam.

use examen_queries::UnknownQuery;

/// Settings that no exam can be made by.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// There is no such task or edition.
    #[error("{message}")]
    Choice {
        /// What is wrong, and what there is.
        message: String,
    },
    /// The value of a flag is of no use.
    #[error("--{flag} {message}")]
    Flag {
        /// The flag.
        flag: &'static str,
        /// What is wrong with its value.
        message: String,
    },
    /// Flags that do not parse.
    #[error("{0}")]
    Flags(String),
    /// A tokenizer that cannot be read or used.
    #[error("{message}")]
    Tokenizer {
        /// What is wrong, with its name.
        message: String,
    },
    /// There is no such query.
    #[error(transparent)]
    UnknownQuery(#[from] UnknownQuery),
    /// There is no such transformation, or it has no rule of this strength.
    #[error("{message}")]
    Transform {
        /// What is wrong, and what there is.
        message: String,
    },
}
