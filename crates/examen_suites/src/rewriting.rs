//! Examples and their rewrites: what suites make pairs with, and what they hand to the robustness suite.

mod carrying;
mod pair;
mod rewrite;

use std::collections::BTreeMap;

use examen_corpus::Fingerprint;
use examen_data::ExampleId;

pub(crate) use carrying::moved_texts;
pub use carrying::{MovedText, carried};
pub(crate) use pair::row_id;
pub use pair::{ORIGINAL, ORIGINAL_ID, Pair, Paired, pair_columns};
pub use rewrite::RewriteSettings;
pub(crate) use rewrite::{Rewriting, rewritings};

/// What one file gives.
#[derive(Default)]
pub struct FilePairs {
    /// The rows by the folder of the suite's task, each with the content hash of the text that it shows.
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
    pub(crate) fn push(&mut self, folder: &str, row: PairRow) {
        if !self.by_folder.contains_key(folder) {
            self.by_folder.insert(folder.to_owned(), Vec::new());
        }
        if let Some(rows) = self.by_folder.get_mut(folder) {
            rows.push(row);
        }
    }

    pub(crate) fn skip(&mut self, folder: &str, reason: &'static str) {
        *self.skipped.entry((folder.to_owned(), reason)).or_default() += 1;
    }
}

/// Hash of the content of a rewritten file.
pub(crate) fn content_hash(text: &str) -> String {
    Fingerprint::of(text.as_bytes()).content_hash_hex()
}
