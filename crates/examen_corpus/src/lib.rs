//! Source files from directories, archives and tables, within limits; duplicates and splits.
//!
//! Place in the flow: arguments come in, source files go out to every other step, in the same order for any number of threads.
//! What cannot be read is a [`Skipped`] row with a [`SkipReason`], never an abort: files in = files out + files skipped. This
//! crate touches files and knows the names of languages. It must not know parsers or exams.
//!
//! Entry points:
//!
//! - [`Plan`]: from arguments to an ordered list of units;
//! - [`process()`]: reads a plan, hands every file to workers and their results, in order, to one consumer;
//! - [`Deduplicator`]: exact and near copies among the files;
//! - [`Split`]: the split of a project.

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
mod not_text;
pub mod options;
mod panic_message;
mod plain_file;
pub mod plan;
pub mod process;
mod read;
pub mod skipped;
pub mod source;
pub mod split;
pub mod table;
mod vendored;

pub use archive::read_archive_bytes;
pub use counts::Counts;
pub use duplicates::{Deduplicator, Verdict, band_keys, near_pairs};
pub use error::CorpusError;
pub use format::{ArchiveKind, FileKind, TableKind};
pub use limits::Limits;
pub use minhash::Fingerprint;
pub use options::{Progress, ProgressHook, ProjectRule, SourceOptions};
pub use plain_file::{open_plain_file, read_named_file, read_plain_file, read_plain_text};
pub use plan::{Plan, PlanContents};
pub use process::{Item, process, try_process};
pub use skipped::{SkipReason, Skipped};
pub use source::{Found, SourceFile, SourceKind};
pub use split::{Shares, Split};
pub use table::{CodeColumns, is_parquet_too_deep, read_table_bytes};
