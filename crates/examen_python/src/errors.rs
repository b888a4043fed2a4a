//! Errors as exceptions.

use std::error::Error;

use examen_evaluation::EvaluationError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;

create_exception!(
    examen_code,
    ExamenError,
    PyException,
    "What was asked for could not be done. The message says what went wrong and with which file, line or row."
);

/// The exception for an error of a verb.
pub(crate) fn exception(error: &EvaluationError) -> PyErr {
    if error.is_interrupted() {
        return PyKeyboardInterrupt::new_err(());
    }
    ExamenError::new_err(error.explained())
}

/// The exception for any other error.
pub(crate) fn failed(error: &dyn Error) -> PyErr {
    ExamenError::new_err(explained(error))
}

/// An error with its causes, but for those that it names itself.
pub(crate) fn explained(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.contains(&words) {
            text = format!("{text}: {words}");
        }
        cause = error.source();
    }
    text
}

/// What went wrong in the middle of a stream.
#[derive(Debug)]
pub(crate) enum StreamError {
    /// The user wants no more of it.
    Interrupted,
    /// A row, or the code that works on it.
    Failed(String),
}

impl std::fmt::Display for StreamError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Interrupted => formatter.write_str("interrupted"),
            Self::Failed(message) => formatter.write_str(message),
        }
    }
}

impl Error for StreamError {}

impl StreamError {
    /// An error with a message.
    pub(crate) fn failed(message: impl std::fmt::Display) -> Self {
        Self::Failed(message.to_string())
    }
}
