//! What can go wrong with an artefact, each case with the file, row or column that failed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// The result of everything in this crate that touches files or rows.
pub type Result<T> = std::result::Result<T, DataError>;

/// An artefact that could not be written, read or merged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder concerned.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// An output is a device, a pipe or a socket, and not a file that could be replaced.
    #[error("{}: is a device or a pipe, and outputs are files that appear whole: name a file", path.display())]
    NotAFile {
        /// The output.
        path: PathBuf,
    },
    /// A folder for outputs cannot be made.
    #[error("{}: cannot be a folder for what is written: {}; name another one", path.display(), why_no_folder(error))]
    NoFolder {
        /// The folder.
        path: PathBuf,
        /// What the system said, which the message has in plain words.
        error: std::io::Error,
    },
    /// Another writer is at work on the same output.
    #[error("{}: another writer is at work here; wait for it or choose another output", path.display())]
    Busy {
        /// The output that both want.
        path: PathBuf,
    },
    /// The file is not Parquet, is cut short or is damaged.
    #[error("{}: not a readable Parquet file: {message}", path.display())]
    Parquet {
        /// The damaged file.
        path: PathBuf,
        /// What the decoder found.
        message: String,
    },
    /// Arrow refused rows that this crate put together.
    #[error("{context}: {source}")]
    Arrow {
        /// What was being done.
        context: String,
        /// What Arrow said.
        source: ArrowError,
    },
    /// A JSON document or line does not parse or does not fit its type.
    #[error("{}{}: {source}", path.display(), line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Json {
        /// The file.
        path: PathBuf,
        /// The line, from 1, where the format has lines.
        line: Option<u64>,
        /// What the parser said.
        source: serde_json::Error,
    },
    /// A line of a JSONL file is not acceptable for a reason other than its JSON.
    #[error("{}, line {line}: {message}", path.display())]
    BadLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// The file holds another schema, or another version of it, than the reader wants.
    #[error(
        "{}: holds {}, this reader wants `{wanted}`",
        path.display(),
        found.as_ref().map_or("no examen.schema".to_owned(), |found| format!("`{found}`"))
    )]
    WrongSchema {
        /// The file.
        path: PathBuf,
        /// `name/version` found in it, if any.
        found: Option<String>,
        /// `name/version` wanted.
        wanted: String,
    },
    /// A column is missing or has another type.
    #[error("{}: column `{column}` is {found}, wanted {wanted}", path.display())]
    WrongColumn {
        /// The file, or the task for rows that have no file yet.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its type, or `missing`.
        found: String,
        /// The type wanted.
        wanted: String,
    },
    /// A column type that the artefacts do not use.
    #[error("column `{column}` has type {data_type}, which the artefacts do not use")]
    UnsupportedType {
        /// The column.
        column: String,
        /// Its Arrow type.
        data_type: String,
    },
    /// A value does not fit its column or breaks a rule of its artefact.
    #[error("{subject}, row {row}: {message}")]
    BadRow {
        /// The file, table or task.
        subject: String,
        /// The row, from 0.
        row: u64,
        /// What is wrong with it.
        message: String,
    },
    /// Rows that must be in ascending order of id are not.
    #[error("{}: rows are not in ascending order of id near `{id}`", path.display())]
    Unsorted {
        /// The file.
        path: PathBuf,
        /// The id that comes too late.
        id: String,
    },
    /// A value is infinite or not a number, which JSON cannot say.
    #[error("{}: {field} of row {row} is {value}, not a finite number", path.display())]
    NotFinite {
        /// The result log.
        path: PathBuf,
        /// The row, from 0.
        row: usize,
        /// The field.
        field: &'static str,
        /// The value.
        value: f64,
    },
    /// A file of features is not one, or rows do not fit it.
    #[error("{}: {message}", path.display())]
    Features {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// A build made no example at all; the counts say why.
    #[error("no example of {suite}/{task} could be made: {}", explain_counts(counts_in, counts_skipped))]
    EmptyTask {
        /// The suite.
        suite: String,
        /// The task.
        task: String,
        /// What went in, by kind.
        counts_in: BTreeMap<String, u64>,
        /// What was left out, by reason.
        counts_skipped: BTreeMap<String, u64>,
    },
    /// A rule to select rows by that cannot be followed.
    #[error("{subject}: {message}")]
    BadSelection {
        /// The task.
        subject: String,
        /// What is wrong with the rule.
        message: String,
    },
    /// A suite or task name that cannot be a folder.
    #[error("`{name}` cannot be the name of a suite or task: letters, digits, `_`, `-` and `.` only")]
    BadName {
        /// The name.
        name: String,
    },
    /// A shard that is not `i/n` with 1 <= i <= n.
    #[error("`{text}` is not a shard: write `i/n` with i from 1 to n")]
    BadShard {
        /// The text given.
        text: String,
    },
    /// Two folders to merge were not made alike.
    #[error("{} and {} differ in {what}: {first_value} and {other_value}", first.display(), other.display())]
    MergeMismatch {
        /// The first folder.
        first: PathBuf,
        /// The one that differs from it.
        other: PathBuf,
        /// The fact that differs.
        what: String,
        /// Its value in the first folder.
        first_value: String,
        /// Its value in the other.
        other_value: String,
    },
    /// The shards to merge are not all there, or one is there twice.
    #[error("{suite}/{task}: {message}")]
    ShardSet {
        /// The suite.
        suite: String,
        /// The task.
        task: String,
        /// Which shards are missing or repeated.
        message: String,
    },
    /// Nothing to merge was found.
    #[error("no task folder (a folder with a manifest.json) found in {folders}")]
    NothingToMerge {
        /// The folders searched.
        folders: String,
    },
    /// A file does not hold the bytes that its manifest promises.
    #[error("{}: does not match its manifest ({message}); build it again", path.display())]
    Altered {
        /// The file.
        path: PathBuf,
        /// What differs.
        message: String,
    },
}

impl DataError {
    /// Whether a build made no example.
    pub const fn is_empty_task(&self) -> bool {
        matches!(self, Self::EmptyTask { .. })
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// The error of a folder that cannot be made.
    pub fn no_folder(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::NoFolder { path, error }
    }

    pub(crate) fn parquet(path: &Path) -> impl FnOnce(ParquetError) -> Self {
        let path = path.to_owned();
        move |source| Self::Parquet { path, message: source.to_string() }
    }

    pub(crate) fn json(path: &Path) -> impl FnOnce(serde_json::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Json { path, line: None, source }
    }

    pub(crate) fn arrow(context: &str) -> impl FnOnce(ArrowError) -> Self {
        let context = context.to_owned();
        move |source| Self::Arrow { context, source }
    }
}

fn explain_counts(counts_in: &BTreeMap<String, u64>, counts_skipped: &BTreeMap<String, u64>) -> String {
    let mut text = String::new();
    list_counts(&mut text, counts_in, "no input was read");
    text.push_str("; ");
    list_counts(&mut text, counts_skipped, "nothing was skipped");
    if !counts_skipped.is_empty() {
        text.push_str(" skipped");
    }
    text
}

fn list_counts(text: &mut String, counts: &BTreeMap<String, u64>, when_empty: &str) {
    if counts.is_empty() {
        text.push_str(when_empty);
    }
    for (position, (name, count)) in counts.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{count} {name}");
    }
}

/// Why a folder cannot be made, in plain words.
pub fn why_no_folder(error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory => "a file or a device stands in its place".to_owned(),
        ErrorKind::PermissionDenied => "there is no permission to write there".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "nothing can be written to this disk".to_owned(),
        _ => error.to_string(),
    }
}
