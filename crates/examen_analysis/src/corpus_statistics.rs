//! Counts that describe a corpus.

use std::collections::BTreeMap;

use examen_corpus::{Counts, SkipReason};
use examen_data::CorpusRow;
use examen_syntax::{Language, Outline};
use serde::Serialize;

/// What a corpus holds. `files_in = files + skipped`.
#[derive(Debug, Default, Serialize)]
pub struct CorpusStatistics {
    /// Source files met.
    pub files_in: u64,
    /// Files read.
    pub files: u64,
    /// Files that could not be read, by reason.
    pub skipped: BTreeMap<SkipReason, u64>,
    /// Files that are no source code of a wanted language.
    pub other: u64,
    /// Hidden and vendored folders and files passed over.
    pub left_out: u64,
    /// Counts by language.
    pub languages: BTreeMap<Language, LanguageStatistics>,
    /// Files that copy an earlier one.
    pub duplicates: DuplicateCounts,
    /// Files per split.
    pub splits: BTreeMap<String, u64>,
    /// Files by how their bytes were read.
    pub encodings: BTreeMap<String, u64>,
}

/// Counts of one language.
#[derive(Debug, Default, Serialize)]
pub struct LanguageStatistics {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
    /// Lines.
    pub lines: u64,
    /// Functions outside of classes.
    pub functions: u64,
    /// Methods.
    pub methods: u64,
    /// Functions and methods with a docstring or Javadoc.
    pub documented: u64,
    /// Files without a syntax error.
    pub clean: u64,
    /// Files with syntax errors.
    pub with_errors: u64,
    /// Files of Python 2.
    pub python2: u64,
}

/// Files that copy an earlier one.
#[derive(Debug, Default, Serialize)]
pub struct DuplicateCounts {
    /// Exact copies.
    pub exact: u64,
    /// Near copies.
    pub near: u64,
}

/// What a file is to those before it.
#[derive(Clone, Copy)]
pub(crate) enum Duplicate {
    Unique,
    Exact,
    Near,
}

impl Duplicate {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Exact => "exact",
            Self::Near => "near",
        }
    }
}

impl CorpusStatistics {
    pub(crate) fn skip(&mut self, reason: SkipReason) {
        *self.skipped.entry(reason).or_default() += 1;
    }

    pub(crate) fn add(&mut self, language: Language, row: &CorpusRow, outline: &Outline, duplicate: Duplicate) {
        self.files += 1;
        let of_language = self.languages.entry(language).or_default();
        of_language.files += 1;
        of_language.bytes += row.bytes;
        of_language.lines += row.lines;
        of_language.functions += row.functions;
        of_language.methods += row.methods;
        of_language.documented += row.documented;
        of_language.python2 += u64::from(outline.is_python2);
        if outline.is_clean() {
            of_language.clean += 1;
        } else {
            of_language.with_errors += 1;
        }
        match duplicate {
            Duplicate::Unique => {}
            Duplicate::Exact => self.duplicates.exact += 1,
            Duplicate::Near => self.duplicates.near += 1,
        }
        *self.splits.entry(row.split.clone()).or_default() += 1;
        *self.encodings.entry(row.encoding.clone()).or_default() += 1;
    }

    /// Whether no file was read.
    pub fn is_empty(&self) -> bool {
        self.files == 0
    }

    /// Takes over what only the reader knows.
    pub(crate) fn close(&mut self, counts: &Counts) {
        self.files_in = counts.files_in;
        self.other = counts.other;
        self.left_out = counts.left_out;
    }
}
