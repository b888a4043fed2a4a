//! The `robustness` suite: does the answer survive a change that keeps the meaning of the code?
//!
//! A file goes in whose examples some other suite made, and each wanted example comes out again
//! together with what it becomes when its functions are rewritten. The other suite makes both, so that labels and spans are
//! those of the code shown; a rewrite after which another answer would be right is left out and counted.

mod carrying;
mod pair;
pub mod published;
mod queries;
mod rewrite;
mod row;
mod suite;
mod transforms;

use std::collections::BTreeMap;

use examen_data::ExampleId;

pub use carrying::{MovedText, carried};
pub use pair::{ORIGINAL, ORIGINAL_ID, Pair, Paired, TRANSFORM, pair_columns};
pub(crate) use queries::{SPAN_TASKS, query_pairs};
pub use rewrite::{RewriteSettings, Rewriting};
pub use row::{name_pairs, probe_pairs};
pub use suite::{RobustnessSettings, SUITE};
pub use transforms::{StrengthChoice, TransformSettings};

use crate::suite::WantedIds;

/// What one file gives.
#[derive(Default)]
pub struct FilePairs {
    /// The rows by the folder of the other suite's task, each with the content hash of the text that it shows.
    pub by_folder: BTreeMap<String, Vec<PairRow>>,
    /// Rewrites that are left out, by folder and reason.
    pub skipped: BTreeMap<(String, &'static str), u64>,
}

/// A row, ready to be written.
pub struct PairRow {
    /// Its name.
    pub id: ExampleId,
    /// Hash of the content of the file that it is made of, rewritten or not.
    pub content_hash: String,
    /// What it shows and asks.
    pub row: Box<dyn erased_serde::Serialize + Send>,
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
