//! The semantic queries, asked of files.

use std::io;
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use clap::ValueEnum;
use examen_corpus::SkipReason;
use examen_queries::{Finding, PythonRules, Query, QueryEdition, python};
use examen_semantics::python::{FileId, Model, Program, SemanticFile};
use examen_syntax::python::{PythonFile, Tree, parse};
use examen_syntax::{Diagnostic, DiagnosticKind, Language, LineIndex, SourceText, Span};
use serde::Serialize;

use crate::parallel::in_parallel;
use crate::suppression::Suppressions;

/// Which queries are asked, and how.
pub struct QuerySettings {
    /// The queries.
    pub queries: Vec<&'static Query>,
    /// Whose texts of the queries are followed.
    pub edition: QueryEdition,
    /// How far names are followed.
    pub scope: Scope,
    /// The version of Python that files are read as.
    pub python: PythonRules,
    /// Adds places that look like answers and are none, where a query has no answer.
    pub has_negatives: bool,
    /// Obeys comments that suppress findings.
    pub respects_noqa: bool,
}

/// How far names are followed.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// Each file alone; what it imports is unknown, but for the standard library.
    #[default]
    File,
    /// All files together: imports among them are resolved. Keeps them all in memory.
    Project,
}

/// A file that can be asked about.
pub struct ParsedFile {
    /// The path as the user would write it.
    pub path: String,
    /// The decoded text.
    pub text: String,
    python: PythonFile,
    lines: OnceLock<LineIndex>,
}

/// A finding of a query. The facts' file ids count the files that were asked about together.
pub struct Found {
    /// The query.
    pub query: &'static Query,
    /// What it found.
    pub finding: Finding,
}

/// A place for people: 1-based, the end inclusive, columns in characters. The end of an empty span is the character
/// before its start, as `CodeQL` has it.
#[derive(Clone, Copy, Serialize)]
pub struct Region {
    /// First line.
    pub start_line: u32,
    /// First column.
    pub start_col: u32,
    /// Last line.
    pub end_line: u32,
    /// Last column.
    pub end_col: u32,
}

/// Returns the findings in a file by itself, in the order of the text.
pub fn findings_in_file(file: &ParsedFile, settings: &QuerySettings) -> Vec<Found> {
    let model = file.model(settings);
    ask(&SemanticFile::alone(&model), file, settings)
}

/// What is found in files that may import each other: for each of them, in order, what `then` makes of its number and
/// its findings, or the message of a panic.
pub fn findings_in_project<T: Send>(
    files: &[ParsedFile],
    settings: &QuerySettings,
    threads: Option<NonZeroUsize>,
    then: impl Fn(usize, Vec<Found>) -> T + Sync,
) -> io::Result<Vec<Result<T, String>>> {
    let mut models: Vec<Model<'_>> = Vec::with_capacity(files.len());
    for file in files {
        let mut model = file.model(settings);
        model.shrink_to_fit();
        models.push(model);
    }
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let program = Program::new(&models, &paths);
    in_parallel(files.len(), threads, |at| {
        let semantic = SemanticFile::of(&program, FileId(at as u32));
        then(at, ask(&semantic, &files[at], settings))
    })
}

fn ask(semantic: &SemanticFile<'_>, file: &ParsedFile, settings: &QuerySettings) -> Vec<Found> {
    let mut all = Vec::new();
    for &query in &settings.queries {
        let mut findings = python::answers(query, semantic, settings.edition);
        if settings.has_negatives && findings.is_empty() {
            findings = python::plausible(query, semantic);
        }
        all.extend(findings.into_iter().map(|finding| Found { query, finding }));
    }
    in_order(all, file, settings)
}

/// The findings of a file in the order of its text, without those that comments suppress if such comments count.
pub fn in_order(mut all: Vec<Found>, file: &ParsedFile, settings: &QuerySettings) -> Vec<Found> {
    if settings.respects_noqa && !all.is_empty() {
        let suppressions = Suppressions::new(&file.text, file.lines());
        all.retain(|found| !suppressions.cover(file.lines().line_of(found.finding.span.start), found.query.id));
    }
    all.sort_by_key(|found| (found.finding.span, found.query.number));
    all
}

impl ParsedFile {
    /// Decodes and parses; the only failure is a parser that gives up.
    pub fn new(path: String, bytes: Vec<u8>) -> Result<Self, SkipReason> {
        let text = SourceText::decode(bytes, Language::Python).text;
        let python = parse(&text);
        if python.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::TooMuchWork) {
            return Err(SkipReason::TooMuchWork);
        }
        Ok(Self { path, text, python, lines: OnceLock::new() })
    }

    /// Gives back the memory that parsing reserved, for a file that waits for others.
    #[must_use]
    pub fn compact(mut self) -> Self {
        self.text.shrink_to_fit();
        self.python.tree.shrink_to_fit();
        self
    }

    fn model(&self, settings: &QuerySettings) -> Model<'_> {
        Model::new(&self.text, &self.python.tree, settings.python.version(&self.python))
    }

    /// The first place that is no Python; what is intact around such places answers all the same.
    pub fn syntax_error(&self) -> Option<&Diagnostic> {
        let is_error = |kind| matches!(kind, DiagnosticKind::Syntax | DiagnosticKind::TooDeep);
        self.python.diagnostics.iter().filter(|diagnostic| is_error(diagnostic.kind)).min_by_key(|first| first.span)
    }

    /// The syntax tree.
    pub fn tree(&self) -> &Tree {
        &self.python.tree
    }

    /// The lines of the text.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// The place of a span.
    pub fn region(&self, span: Span) -> Region {
        let (start_line, start_col) = self.line_and_column(span.start);
        if span.is_empty() {
            return Region { start_line, start_col, end_line: start_line, end_col: start_col - 1 };
        }
        let last = self.text.floor_char_boundary(span.end as usize - 1) as u32;
        let (end_line, end_col) = self.line_and_column(last);
        Region { start_line, start_col, end_line, end_col }
    }

    fn line_and_column(&self, offset: u32) -> (u32, u32) {
        let position = self.lines().position(&self.text, offset);
        (position.line, position.char_column + 1)
    }
}
