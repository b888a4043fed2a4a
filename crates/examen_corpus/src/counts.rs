//! The books of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::SkipReason;

/// What came in and what became of it. `files_in = files_out + skipped`, unless the consumer stopped the run early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Source files met, and links, archives and tables that could not be read; counted where they are found.
    pub files_in: u64,
    /// Files that the worker was given and answered; counted where they are handed over.
    pub files_out: u64,
    /// Rows skipped, by reason; counted where they are handed over.
    pub skipped: BTreeMap<SkipReason, u64>,
    /// Files, entries and rows that are not source code of a wanted language: no part of the corpus.
    pub other: u64,
    /// Hidden or vendored files, folders and entries passed over by choice; what lies in such a folder is not counted.
    pub left_out: u64,
    /// Bytes of the files that went out.
    pub bytes: u64,
}

impl Counts {
    /// Rows skipped for any reason.
    pub fn skipped_total(&self) -> u64 {
        self.skipped.values().sum()
    }

    /// Whether nothing was lost.
    pub fn is_balanced(&self) -> bool {
        self.files_in == self.files_out + self.skipped_total()
    }

    pub(crate) fn count_skipped(&mut self, reason: SkipReason) {
        *self.skipped.entry(reason).or_default() += 1;
    }
}
