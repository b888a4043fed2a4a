//! What can go wrong with a report.

use std::path::PathBuf;

use examen_data::DataError;

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, ReportError>;

/// A report that could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The output was closed, or its disk is full.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A value has no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// There is nothing to report.
    #[error("the results have no value; `examen score --out FILE.json` and `examen probe` write such files")]
    NoValue,
    /// A folder for a report has something else in it.
    #[error("{path} has files of its own and no report; name a new folder")]
    NotAReport {
        /// The folder.
        path: PathBuf,
    },
    /// A page could not be filled in.
    #[error(transparent)]
    Page(#[from] askama::Error),
    /// There is no such model among the results.
    #[error("there is no model `{name}` to be the baseline; there are {models}")]
    UnknownBaseline {
        /// The name.
        name: String,
        /// The models that there are.
        models: String,
    },
}
