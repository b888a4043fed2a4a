//! What was found, for people and for machines. One module per format; rendering is done by the workers, file by file.

mod github;
mod jsonl;
mod sarif;
mod text;

use std::io::Write;

use clap::ValueEnum;
use examen_corpus::SkipReason;
use examen_queries::{FindingKind, Query};

use crate::visible::visible;
use examen_analysis::{Found, ParsedFile};

pub use jsonl::{FactRow, FindingRow, finding_rows};
pub use text::render_example;

/// What is said of a file that is not Python throughout.
const SYNTAX_ERRORS: &str = "file has syntax errors; queries answered for the intact parts";

/// The format of findings.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum Format {
    /// Source lines with carets, for people.
    #[default]
    Text,
    /// One JSON object per answer: lines and columns count from 1, and the last column is part of the span. (In exams they count
    /// from 0, and the end is behind the span.)
    Jsonl,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Annotations of GitHub Actions.
    Github,
}

/// The most bytes that are written about one file, about; a place that is found again for each of a hundred thousand names would
/// otherwise be shown as often.
const MOST_BYTES: usize = 64 << 20;

/// What is left to write about one file.
pub struct Rendered {
    path: String,
    /// The text to write.
    pub output: String,
    /// The number of the query of each answer.
    pub answers: Vec<u8>,
    /// Answers that are counted and not written, because there are too many.
    pub unwritten: u64,
    /// Whether the file has syntax errors.
    pub has_syntax_errors: bool,
}

impl Format {
    /// Renders what was found in the file `at` among those asked about together.
    pub fn render(
        self,
        files: &[ParsedFile],
        at: usize,
        found: &[Found],
        queries: &[&Query],
    ) -> serde_json::Result<Rendered> {
        let (written, unwritten) = found.split_at(fitting(found));
        let output = match self {
            Self::Text => visible(&text::render(files, at, written)).into_owned(),
            Self::Jsonl => jsonl::render(files, at, written)?,
            Self::Sarif => sarif::render(files, at, written, queries)?,
            Self::Github => github::render(files, at, written),
        };
        let answers = found.iter().filter(|found| found.finding.kind == FindingKind::Answer);
        Ok(Rendered {
            path: files[at].path.clone(),
            output,
            answers: answers.map(|found| found.query.number).collect(),
            unwritten: unwritten.len() as u64,
            has_syntax_errors: files[at].syntax_error().is_some(),
        })
    }
}

/// How many of the findings are written within the limit.
fn fitting(found: &[Found]) -> usize {
    let mut bytes = 0_usize;
    let mut fits = |found: &Found| {
        let finding = &found.finding;
        bytes += 256 + finding.span.len() as usize + finding.message.len() + 128 * finding.facts.len();
        bytes <= MOST_BYTES
    };
    found.iter().take_while(|found| fits(found)).count()
}

/// Puts the output of files together.
pub struct Printer {
    out: Box<dyn Write>,
    log: Option<sarif::Log>,
}

impl Printer {
    /// Starts the output, which in some formats has a head.
    pub fn new(out: Box<dyn Write>, format: Format, queries: &[&Query]) -> crate::Result<Self> {
        let mut printer = Self { out, log: None };
        if matches!(format, Format::Sarif) {
            printer.out.write_all(sarif::head(queries)?.as_bytes())?;
            printer.log = Some(sarif::Log::default());
        }
        Ok(printer)
    }

    /// Writes what was found in a file.
    pub fn print(&mut self, rendered: &Rendered) -> std::io::Result<()> {
        match &mut self.log {
            Some(log) => self.out.write_all(log.add(rendered).as_bytes()),
            None => self.out.write_all(rendered.output.as_bytes()),
        }
    }

    /// Notes a file that was not read, where the format has a place for it.
    pub fn note_skipped(&mut self, path: &str, reason: SkipReason) {
        if let Some(log) = &mut self.log {
            log.add_skipped(path, reason);
        }
    }

    /// Ends the output.
    pub fn finish(mut self) -> crate::Result<()> {
        if let Some(log) = self.log.take() {
            self.out.write_all(log.tail()?.as_bytes())?;
        }
        Ok(self.out.flush()?)
    }
}

const fn kind_name(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Answer => "answer",
        FindingKind::Negative => "negative",
    }
}

#[cfg(test)]
mod tests;
