//! Source files in: folders, archives, tables; limits, duplicates and splits.
//!
//! Second room of the flow. A [`Plan`] turns arguments into an ordered list of units; [`process()`] reads them, hands
//! every source file to a worker on several threads and the results, in plan order, to one consumer. What cannot be
//! read is a [`Skipped`] row with a [`SkipReason`], never an abort: files in = files out + files skipped.
//! [`Deduplicator`] finds exact and near copies among the files, [`Split`] keeps each project in one split.
//!
//! This crate touches files and knows names of languages, but it parses no code and knows no exams.

pub mod archive;
mod batch;
mod builtin;
pub mod counts;
pub mod duplicates;
pub mod error;
pub mod format;
pub mod limits;
pub mod lsh;
pub mod minhash;
mod name;
pub mod options;
pub mod plan;
pub mod process;
mod read;
pub mod skipped;
pub mod source;
pub mod split;
pub mod table;
mod vendored;
mod walk;

pub use archive::read_archive_bytes;
pub use counts::Counts;
pub use duplicates::{Deduplicator, Verdict, near_pairs};
pub use error::CorpusError;
pub use format::{ArchiveKind, FileKind, TableKind};
pub use limits::Limits;
pub use minhash::Fingerprint;
pub use options::{Progress, ProgressHook, ProjectRule, SourceOptions};
pub use plan::Plan;
pub use process::{Item, process, try_process};
pub use skipped::{SkipReason, Skipped};
pub use source::{Found, SourceFile, SourceKind};
pub use split::{Shares, Split};
pub use table::read_table_bytes;
