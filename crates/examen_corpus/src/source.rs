//! A source file with its provenance.

use std::ops::ControlFlow;

use examen_syntax::Language;
use serde::{Deserialize, Serialize};

use crate::{SkipReason, Skipped};

/// The bytes of one source file and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The project, the unit that splits keep together.
    pub project: String,
    /// The path in the project, `/`-separated; never absolute, so that it is the same on every machine.
    pub path: String,
    /// The language, by the file's name or its row's column.
    pub language: Language,
    /// What kind of container it was read from.
    pub source: SourceKind,
    /// The file as it is.
    pub bytes: Vec<u8>,
}

/// The kind of container that a file was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
    /// The file system.
    File,
    /// An archive.
    Archive,
    /// A JSONL or Parquet table.
    Table,
    /// The corpus in the binary.
    BuiltIn,
}

/// What the reader of a container meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A source file.
    File(SourceFile),
    /// Something that should have been one.
    Skipped(Skipped),
    /// Something that is no source code.
    Other,
    /// Something hidden or vendored.
    LeftOut,
}

/// Where readers put what they meet; it says when to stop.
pub(crate) type Sink<'a> = dyn FnMut(Found) -> ControlFlow<()> + 'a;

/// The provenance that the entries of a container share.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub(crate) project: &'a str,
    /// Path of the container in the project; empty when the container is the project.
    pub(crate) path: &'a str,
}

impl Origin<'_> {
    /// The path of an entry of this container.
    pub(crate) fn join(self, name: &str) -> String {
        match (self.path, name) {
            ("", name) => name.to_owned(),
            (path, "") => path.to_owned(),
            (path, name) => format!("{path}/{name}"),
        }
    }

    /// A row for the entry `name`, or for the container itself when `name` is empty.
    pub(crate) fn skipped(self, name: &str, reason: SkipReason, detail: impl Into<String>) -> Found {
        Found::Skipped(Skipped {
            project: self.project.to_owned(),
            path: self.join(name),
            reason,
            detail: detail.into(),
        })
    }
}
