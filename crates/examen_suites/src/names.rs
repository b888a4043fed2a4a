//! The `names` suite: what is this function called? (code2vec, code2seq)
//!
//! A function is shown with its name masked; the answer is its name in parts. The robustness of models that name functions
//! is what the paper on transformations measures.

mod pairs;
mod row;
mod suite;

use std::collections::BTreeMap;

use examen_data::ExampleId;
use examen_syntax::{Language, LazyParsedFile, LineIndex, Span};
use examen_transforms::{Function, functions_of};

pub use suite::{NameSettings, SUITE};

pub use row::{MASK, NAME, NameRow, name_columns, shown};

use crate::source::LeftOut;

/// How the exams are made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Decides which functions are chosen when not all are.
    pub seed: u64,
}

/// What one file gives.
#[derive(Debug, Default)]
pub struct FileNames {
    /// The rows with their names.
    pub rows: Vec<(ExampleId, NameRow)>,
    /// Functions read.
    pub functions: u64,
    /// Functions left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// The task of a language.
pub const fn task(language: Language) -> &'static str {
    language.name()
}

/// Reads the functions of a file, or says why it is left out.
pub fn name_rows(code: &LazyParsedFile<'_>, settings: Settings) -> Result<FileNames, LeftOut> {
    let (text, language) = (code.source(), code.language());
    let lines = LineIndex::new(text);
    let mut out = FileNames::default();
    let read = functions_of(code, settings.seed, |function| {
        out.functions += 1;
        match row_of(function, text, language, &lines) {
            Ok(row) => out.rows.push((id(&row, language, settings), row)),
            Err(LeftOut(reason)) => *out.skipped.entry(reason).or_default() += 1,
        }
    });
    read.map_err(LeftOut::from)?;
    Ok(out)
}

/// The row of a function, unless it has no name to guess or nothing to guess it by.
fn row_of(function: &Function<'_>, text: &str, language: Language, lines: &LineIndex) -> Result<NameRow, LeftOut> {
    if function.is_constructor() {
        return Err(LeftOut("constructor"));
    }
    let name = function.simple_name().text(text);
    if !name.chars().any(char::is_alphabetic) {
        return Err(LeftOut("no-letter-in-name"));
    }
    if function.statements() == 0 {
        return Err(LeftOut("empty-body"));
    }
    Ok(row_at(text, language, function.span, &function.name, name, lines.line_of(function.span.start)))
}

/// The row of the function that stands at `span`.
fn row_at(text: &str, language: Language, span: Span, function: &str, name: &str, start_line: u32) -> NameRow {
    NameRow {
        function: function.to_owned(),
        start_line,
        text: shown(text, span, name, language),
        name: examen_views::paths::target(name),
    }
}

/// Functions with the same text and name are one example, whatever file they are in.
fn id(row: &NameRow, language: Language, settings: Settings) -> ExampleId {
    ExampleId::new(["names", language.name(), &settings.seed.to_string(), &row.name, &row.text])
}
