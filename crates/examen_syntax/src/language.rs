//! The languages that are read.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// Java through 21.
    Java,
    /// Python 2 and 3.
    Python,
}

impl Language {
    /// All of them, in the order in which reports list them.
    pub const ALL: [Self; 2] = [Self::Java, Self::Python];

    /// The language that a file name's extension announces.
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension {
            "py" | "pyw" | "pyi" => Some(Self::Python),
            "java" => Some(Self::Java),
            _ => None,
        }
    }

    /// The language that a data set's `lang` or `language` column names.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.name().eq_ignore_ascii_case(name))
    }

    /// The lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Java => "java",
            Self::Python => "python",
        }
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
