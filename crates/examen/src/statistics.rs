//! The figures that describe a corpus.

use std::collections::BTreeMap;
use std::fmt::Write;

use examen_corpus::{Counts, SkipReason};
use examen_data::CorpusRow;
use examen_syntax::{Language, Outline};
use serde::Serialize;

use crate::table::table;

/// What a corpus holds. `files_in = files + skipped`.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Statistics {
    /// Source files met.
    files_in: u64,
    /// Files read.
    files: u64,
    /// Files that could not be read, by reason.
    skipped: BTreeMap<SkipReason, u64>,
    /// Files that are no source code of a wanted language.
    other: u64,
    /// Hidden and vendored folders and files passed over.
    left_out: u64,
    languages: BTreeMap<Language, LanguageStatistics>,
    duplicates: Duplicates,
    /// Files per split.
    splits: BTreeMap<String, u64>,
    /// Files by how their bytes were read.
    encodings: BTreeMap<String, u64>,
}

#[derive(Debug, Default, Serialize)]
struct LanguageStatistics {
    files: u64,
    bytes: u64,
    lines: u64,
    functions: u64,
    methods: u64,
    documented: u64,
    clean: u64,
    with_errors: u64,
    python2: u64,
}

#[derive(Debug, Default, Serialize)]
struct Duplicates {
    exact: u64,
    near: u64,
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

impl Statistics {
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
    pub(crate) fn is_empty(&self) -> bool {
        self.files == 0
    }

    /// Takes over what only the reader knows.
    pub(crate) fn close(&mut self, counts: &Counts) {
        self.files_in = counts.files_in;
        self.other = counts.other;
        self.left_out = counts.left_out;
    }

    /// The figures as tables for people.
    pub(crate) fn to_text(&self) -> String {
        let mut text = String::new();
        let header = ["language", "files", "clean", "errors", "bytes", "lines", "functions", "methods", "documented"];
        let mut table = table(&header, |column| column > 0);
        for (language, counts) in &self.languages {
            let mut name = language.to_string();
            if counts.python2 > 0 {
                let _ = write!(name, " ({} Python 2)", grouped(counts.python2));
            }
            let figures = [
                counts.files,
                counts.clean,
                counts.with_errors,
                counts.bytes,
                counts.lines,
                counts.functions,
                counts.methods,
                counts.documented,
            ];
            table.add_row(std::iter::once(name).chain(figures.map(grouped)));
        }
        let _ = writeln!(text, "{table}");
        let skipped: u64 = self.skipped.values().sum();
        let _ = writeln!(
            text,
            "\n{} files in, {} read, {} skipped",
            grouped(self.files_in),
            grouped(self.files),
            grouped(skipped)
        );
        for (reason, &count) in &self.skipped {
            let _ = writeln!(text, "  {:>8}  {reason}: {}", grouped(count), reason.description());
        }
        let Duplicates { exact, near } = self.duplicates;
        let _ = writeln!(text, "duplicates: {} exact, {} near", grouped(exact), grouped(near));
        let _ = writeln!(text, "splits: {}", listed(&self.splits));
        let _ = writeln!(text, "encodings: {}", listed(&self.encodings));
        if self.other + self.left_out > 0 {
            let (other, left_out) = (grouped(self.other), grouped(self.left_out));
            let _ = writeln!(text, "not part of it: {other} other files; {left_out} hidden or vendored passed over");
        }
        text
    }
}

fn listed(counts: &BTreeMap<String, u64>) -> String {
    let parts: Vec<String> = counts.iter().map(|(name, &count)| format!("{} {name}", grouped(count))).collect();
    parts.join(", ")
}

/// `1234567` as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
