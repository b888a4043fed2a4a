//! The `robustness` suite: does the answer survive a change that keeps the meaning of the code?
//!
//! [`pairs`] is the whole of it: a file goes in whose examples some other suite made, and each wanted example comes out again
//! together with what it becomes when its functions are rewritten. The other suite makes both, so that labels and spans are
//! those of the code shown; a rewrite after which another answer would be right is left out and counted.

mod carrying;
mod pair;
pub mod published;
mod queries;
mod rewrite;
mod row;

use std::collections::{BTreeMap, HashSet};

use arrow_schema::Field;
use examen_corpus::Split;
use examen_data::ExampleId;
use examen_syntax::Language;
use serde::Serialize;

pub use carrying::{MovedText, carried};
pub use pair::{ORIGINAL, Pair, Paired, TRANSFORM, pair_columns};
pub use rewrite::{RewriteSettings, Rewriting};
pub use row::{name_pairs, probe_pairs};

use crate::source::{LeftOut, SourceKey};
use crate::{names, probes, queries as queries_suite};

/// The suite whose examples are sat again.
pub enum Exam {
    /// Names of functions.
    Names(names::Settings),
    /// Classes of functions.
    Probes {
        /// The tasks.
        tasks: Vec<&'static probes::Task>,
        /// How they are made.
        settings: probes::Settings,
    },
    /// Spans that answer queries.
    Queries {
        /// The tasks.
        tasks: Vec<&'static queries_suite::Task>,
        /// How they are made.
        settings: queries_suite::Settings,
    },
}

impl Exam {
    /// The columns of the folder of one of its tasks; none if its examples cannot be rewritten.
    pub fn columns(&self, folder: &str) -> Option<Vec<Field>> {
        match self {
            Self::Names(_) => Some(names::name_columns()),
            Self::Probes { tasks, .. } => {
                let is_its = |task: &&&probes::Task| Language::ALL.iter().any(|&it| task.folder(it) == folder);
                let task = tasks.iter().find(is_its)?;
                row::is_of_whole_functions(task).then(probes::probe_columns)
            }
            Self::Queries { tasks, settings } => {
                let is_its =
                    |task: &&&queries_suite::Task| task.folders(&settings.queries).iter().any(|it| it == folder);
                let task = tasks.iter().find(is_its)?;
                queries::SPAN_TASKS.contains(&task.name).then(|| queries_suite::row::span_columns(false))
            }
        }
    }
}

/// A file whose examples are sat again.
#[derive(Clone, Copy, Debug)]
pub struct File<'f> {
    /// Its text.
    pub text: &'f str,
    /// Its language.
    pub language: Language,
    /// Its name.
    pub key: &'f SourceKey,
    /// The split of its examples.
    pub split: Split,
}

/// The ids of the examples that are sat again, by the folder of their task.
pub type WantedIds = BTreeMap<String, HashSet<String>>;

/// What one file gives.
#[derive(Debug, Default)]
pub struct FilePairs {
    /// The rows by the folder of the other suite's task, each with the content hash of the text that it shows.
    pub by_folder: BTreeMap<String, Vec<PairRow>>,
    /// Rewrites that are left out, by folder and reason.
    pub skipped: BTreeMap<(String, &'static str), u64>,
}

/// A row, ready to be written.
#[derive(Debug)]
pub struct PairRow {
    /// Its name.
    pub id: ExampleId,
    /// Hash of the content of the file that it is made of, rewritten or not.
    pub content_hash: String,
    /// What it shows and asks.
    pub row: AnyRow,
}

/// A row of any suite.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "the names say it")]
pub enum AnyRow {
    Name(Paired<names::NameRow>),
    Probe(Paired<probes::ProbeRow>),
    Query(Box<Paired<queries_suite::question::TaskRow>>),
}

/// Makes the pairs of the examples of a file that are wanted; or says why the file is left out.
pub fn pairs(
    exam: &Exam,
    file: File<'_>,
    wanted: &WantedIds,
    settings: &RewriteSettings,
) -> Result<FilePairs, LeftOut> {
    match exam {
        Exam::Names(names) => name_pairs(file, *names, wanted, settings),
        Exam::Probes { tasks, settings: probes } => probe_pairs(file, tasks, probes, wanted, settings),
        Exam::Queries { tasks, settings: of_queries } => {
            queries::query_pairs(file, tasks, of_queries, wanted, settings)
        }
    }
}

impl FilePairs {
    fn push(&mut self, folder: &str, row: PairRow) {
        if !self.by_folder.contains_key(folder) {
            self.by_folder.insert(folder.to_owned(), Vec::new());
        }
        if let Some(rows) = self.by_folder.get_mut(folder) {
            rows.push(row);
        }
    }

    fn skip(&mut self, folder: &str, reason: &'static str) {
        *self.skipped.entry((folder.to_owned(), reason)).or_default() += 1;
    }
}

/// Whether an example of a task is wanted.
fn is_wanted(wanted: &WantedIds, folder: &str, id: &ExampleId) -> bool {
    wanted.get(folder).is_some_and(|ids| ids.contains(id.as_str()))
}
