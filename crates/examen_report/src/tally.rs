//! The counts that end the talk about a run of queries.

use std::collections::BTreeMap;
use std::fmt::Write;

use examen_corpus::SkipReason;
use examen_queries::python::QUERIES;

use crate::findings::Rendered;
use crate::table::table;
pub use examen_data::counted;
use examen_data::grouped;

/// What became of the files that were to be asked about.
#[derive(Default)]
pub struct Tally {
    files: u64,
    answers: u64,
    files_with_answers: u64,
    files_with_syntax_errors: u64,
    unwritten: u64,
    /// By number of the query.
    answers_by_query: BTreeMap<u8, u64>,
    skipped: BTreeMap<SkipReason, u64>,
}

impl Tally {
    /// Counts a file that was asked about.
    pub fn add(&mut self, rendered: &Rendered) {
        self.files += 1;
        self.answers += rendered.answers.len() as u64;
        self.files_with_answers += u64::from(!rendered.answers.is_empty());
        self.files_with_syntax_errors += u64::from(rendered.has_syntax_errors);
        self.unwritten += rendered.unwritten;
        for &number in &rendered.answers {
            *self.answers_by_query.entry(number).or_default() += 1;
        }
    }

    /// Counts a file that could not be read.
    pub fn skip(&mut self, reason: SkipReason) {
        *self.skipped.entry(reason).or_default() += 1;
    }

    /// Whether no file was asked about.
    pub const fn is_empty(&self) -> bool {
        self.files == 0
    }

    /// Whether a query has an answer.
    pub const fn has_answers(&self) -> bool {
        self.answers > 0
    }

    /// The queries that have answers, with how many.
    pub fn to_table(&self) -> String {
        let mut table = table(&["query", "id", "answers"], |column| column == 2);
        for query in QUERIES.iter().copied() {
            if let Some(&count) = self.answers_by_query.get(&query.number) {
                table.add_row([format!("Q{}", query.number), query.id.to_owned(), grouped(count)]);
            }
        }
        format!("{table}\n")
    }

    /// The counts for people, given how many queries were asked.
    pub fn to_text(&self, queries: usize) -> String {
        let mut text = format!(
            "{} of {} in {} ({} asked of {})\n",
            counted(self.answers, "finding", "findings"),
            counted(self.answers_by_query.len() as u64, "query", "queries"),
            counted(self.files_with_answers, "file", "files"),
            counted(queries as u64, "query", "queries"),
            counted(self.files, "file", "files"),
        );
        if self.files_with_syntax_errors > 0 {
            let files = counted(self.files_with_syntax_errors, "file", "files");
            let _ = writeln!(text, "{files} with syntax errors, asked as far as intact");
        }
        if self.unwritten > 0 {
            let findings = counted(self.unwritten, "finding", "findings");
            let _ = writeln!(text, "{findings} counted and not shown: there are too many in one file");
        }
        if !self.skipped.is_empty() {
            let _ = writeln!(text, "{} skipped", counted(self.skipped.values().sum(), "file", "files"));
        }
        for (reason, &count) in &self.skipped {
            let _ = writeln!(text, "  {:>8}  {reason}: {}", grouped(count), reason.description());
        }
        text
    }
}
