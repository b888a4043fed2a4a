//! What can go wrong with a recipe or its run.

use std::path::PathBuf;

use examen_analysis::AnalysisError;
use examen_corpus::CorpusError;
use examen_data::DataError;
use examen_evaluation::EvaluationError;
use examen_report::ReportError;
use examen_suites::SuiteError;

/// The result of everything in this crate that can fail.
pub type Result<T> = std::result::Result<T, RunError>;

/// A run that could not start, or could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// Code cannot be analysed.
    #[error(transparent)]
    Analysis(Box<AnalysisError>),
    /// Another run works in the folder.
    #[error("{}: another run works in this folder; wait for its end, or name another folder by --out", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The code cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// An artefact cannot be read or written.
    #[error(transparent)]
    Data(Box<DataError>),
    /// A verb failed.
    #[error(transparent)]
    Evaluation(Box<EvaluationError>),
    /// A file or folder cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A value has no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// There is no code to work on.
    #[error("there is no file to work on; the counts above say what became of those that were met")]
    NothingToRead {
        /// The counts, as a table.
        counts: String,
    },
    /// A recipe says something that is of no use.
    #[error("{}{}: {message}", path.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Recipe {
        /// The file.
        path: PathBuf,
        /// The line, from 1, where one can be told.
        line: Option<usize>,
        /// What is wrong, and what would help.
        message: String,
    },
    /// The report cannot be made.
    #[error(transparent)]
    Report(Box<ReportError>),
    /// What was asked for cannot be done; the message says why and what would help.
    #[error("{0}")]
    Request(String),
    /// A stage failed.
    #[error("stage {stage}")]
    Stage {
        /// The stage.
        stage: String,
        /// What went wrong.
        source: Box<RunError>,
    },
    /// The settings of a suite are of no use.
    #[error(transparent)]
    Suite(#[from] SuiteError),
}

impl RunError {
    /// A request that cannot be met.
    pub(crate) fn request(message: impl Into<String>) -> Self {
        Self::Request(message.into())
    }

    /// No code, with what became of what was met.
    pub(crate) fn nothing_to_read(counts: &str) -> Self {
        Self::NothingToRead { counts: counts.to_owned() }
    }

    /// The same with the name of the stage that failed; that there is no code is said as it is.
    pub(crate) fn in_stage(self, stage: &str) -> Self {
        match self {
            error @ Self::NothingToRead { .. } => error,
            error => Self::Stage { stage: stage.to_owned(), source: Box::new(error) },
        }
    }

    /// An error of the system about a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }
}

impl From<AnalysisError> for RunError {
    fn from(error: AnalysisError) -> Self {
        Self::Analysis(Box::new(error))
    }
}

impl From<DataError> for RunError {
    fn from(error: DataError) -> Self {
        Self::Data(Box::new(error))
    }
}

impl From<EvaluationError> for RunError {
    fn from(error: EvaluationError) -> Self {
        Self::Evaluation(Box::new(error))
    }
}

impl From<ReportError> for RunError {
    fn from(error: ReportError) -> Self {
        Self::Report(Box::new(error))
    }
}
