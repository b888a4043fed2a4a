//! What can go wrong with a verb, with the place.

use std::fmt;
use std::path::PathBuf;

use examen_analysis::AnalysisError;
use examen_corpus::CorpusError;
use examen_data::DataError;
use examen_metrics::statistics::StatisticsError;
use examen_models::ModelError;
use examen_suites::SuiteError;
use examen_training::TrainingError;

/// The result of every verb.
pub type Result<T> = std::result::Result<T, EvaluationError>;

/// A verb that could not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// Code cannot be analysed.
    #[error(transparent)]
    Analysis(Box<AnalysisError>),
    /// The code cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A table in CSV is not what it should be.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// An artefact cannot be read or written.
    #[error(transparent)]
    Data(Box<DataError>),
    /// An endpoint cannot be asked.
    #[cfg(feature = "endpoints")]
    #[error(transparent)]
    Endpoint(Box<examen_models::endpoints::EndpointError>),
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A checkpoint cannot be had from the hub.
    #[cfg(feature = "hub")]
    #[error(transparent)]
    Hub(Box<examen_models::hub::HubError>),
    /// The caller wanted no more of it.
    #[error("interrupted")]
    Interrupted,
    /// The operating system refused.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A value has no JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A table in memory cannot be completed.
    #[error("cannot complete a table: {0}")]
    Table(String),
    /// A model cannot be loaded, trained or asked.
    #[error(transparent)]
    Model(Box<ModelError>),
    /// A training cannot start or go on.
    #[error(transparent)]
    Training(Box<TrainingError>),
    /// A model has nothing to learn from; the message says where there is nothing.
    #[error("{0}")]
    NoTrainingExample(String),
    /// What was asked for cannot be done; the message says why and what would help.
    #[error("{0}")]
    Request(String),
    /// The settings of a suite are of no use.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// A statistic cannot be computed from these values.
    #[error(transparent)]
    Statistics(#[from] StatisticsError),
    /// Any of these, with what was being done.
    #[error("{doing}")]
    While {
        /// What was being done, and with what.
        doing: String,
        /// What went wrong.
        source: Box<EvaluationError>,
    },
}

impl From<AnalysisError> for EvaluationError {
    fn from(error: AnalysisError) -> Self {
        Self::Analysis(Box::new(error))
    }
}

impl From<DataError> for EvaluationError {
    fn from(error: DataError) -> Self {
        Self::Data(Box::new(error))
    }
}

#[cfg(feature = "endpoints")]
impl From<examen_models::endpoints::EndpointError> for EvaluationError {
    fn from(error: examen_models::endpoints::EndpointError) -> Self {
        Self::Endpoint(Box::new(error))
    }
}

#[cfg(feature = "hub")]
impl From<examen_models::hub::HubError> for EvaluationError {
    fn from(error: examen_models::hub::HubError) -> Self {
        Self::Hub(Box::new(error))
    }
}

impl From<TrainingError> for EvaluationError {
    fn from(error: TrainingError) -> Self {
        Self::Training(Box::new(error))
    }
}

impl From<ModelError> for EvaluationError {
    fn from(error: ModelError) -> Self {
        Self::Model(Box::new(error))
    }
}

impl EvaluationError {
    /// The error with what was being done.
    #[must_use]
    pub(crate) fn while_doing(self, doing: impl fmt::Display) -> Self {
        Self::While { doing: doing.to_string(), source: Box::new(self) }
    }

    /// A request that cannot be met.
    pub fn request(message: impl fmt::Display) -> Self {
        Self::Request(message.to_string())
    }

    /// Whether the caller wanted no more of it.
    pub fn is_interrupted(&self) -> bool {
        match self {
            Self::Interrupted => true,
            Self::While { source, .. } => source.is_interrupted(),
            _ => false,
        }
    }

    /// Whether a build made no example: an error for whoever asked for one, and none for a tour of all suites.
    pub fn is_empty_task(&self) -> bool {
        match self {
            Self::Data(error) => error.is_empty_task(),
            Self::While { source, .. } => source.is_empty_task(),
            _ => false,
        }
    }

    /// The error with its causes, but for those that it names itself.
    pub fn explained(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            let words = error.to_string();
            if !text.contains(&words) {
                text = format!("{text}: {words}");
            }
            cause = error.source();
        }
        text
    }
}

/// Says what was being done when something went wrong.
pub(crate) trait While<T> {
    /// Adds what was being done.
    fn doing<D: fmt::Display>(self, doing: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Into<EvaluationError>> While<T> for std::result::Result<T, E> {
    fn doing<D: fmt::Display>(self, doing: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| error.into().while_doing(doing()))
    }
}

/// The bytes of a table in CSV.
pub(crate) fn csv_bytes(table: csv::Writer<Vec<u8>>) -> Result<Vec<u8>> {
    table.into_inner().map_err(|error| EvaluationError::Table(error.to_string()))
}

/// Returns with a request that cannot be met.
macro_rules! refuse {
    ($($message:tt)*) => {
        return Err($crate::error::EvaluationError::Request(format!($($message)*)))
    };
}

pub(crate) use refuse;
