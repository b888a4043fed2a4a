//! The version of Python that files are read as.

use clap::ValueEnum;
use examen_semantics::python::Version;
use examen_syntax::python::{Dialect, PythonFile};
use serde::{Deserialize, Serialize};

/// The version of Python that files are read as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub enum PythonRules {
    /// Python 2, whatever the syntax.
    #[serde(rename = "2")]
    #[value(name = "2")]
    Two,
    /// Python 3, whatever the syntax, as the published labels do.
    #[default]
    #[serde(rename = "3")]
    #[value(name = "3")]
    Three,
    /// The version that each file's syntax shows.
    #[serde(rename = "auto")]
    Auto,
}

impl PythonRules {
    /// The version that a file is read as.
    pub fn version(self, file: &PythonFile) -> Version {
        match (self, file.dialect) {
            (Self::Two, _) | (Self::Auto, Dialect::Python2) => Version::Python2,
            (Self::Three, _) | (Self::Auto, Dialect::Python3) => Version::Python3,
        }
    }
}
