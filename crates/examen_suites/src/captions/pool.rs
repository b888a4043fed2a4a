//! The pool: the functions of a file with their captions.

use std::collections::BTreeMap;

use examen_data::ExampleId;
use examen_syntax::{Language, LazyParsedFile, Span};

use super::library_code::is_library_code;
use super::row::PoolRow;
use crate::documented::{Documented, caption, documented_functions};
use crate::shown_code::{code_key, without_docstrings};
use crate::source::{LeftOut, SourceKey};

/// What one file gives.
#[derive(Debug, Default)]
pub struct FileCaptions {
    /// The rows with their names.
    pub rows: Vec<(ExampleId, PoolRow)>,
    /// Functions with documentation.
    pub documented: u64,
    /// Functions left out, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// Reads the functions of a file, or says why it is left out.
pub fn caption_rows(code: &LazyParsedFile<'_>, key: &SourceKey, sentences: usize) -> Result<FileCaptions, LeftOut> {
    let (text, language) = (code.source(), code.language());
    if !is_library_code(&key.path, language) {
        return Err(LeftOut("no-library-code"));
    }
    let mut out = FileCaptions::default();
    for documented in documented_functions(code) {
        out.documented += 1;
        match row_of(&documented, text, language, sentences) {
            Ok(row) => out.rows.push((pool_id(&row, language), row)),
            Err(LeftOut(reason)) => *out.skipped.entry(reason).or_default() += 1,
        }
    }
    Ok(out)
}

fn row_of(it: &Documented<'_>, text: &str, language: Language, sentences: usize) -> Result<PoolRow, LeftOut> {
    if it.function.body.is_none() {
        return Err(LeftOut("no-body"));
    }
    let caption = caption(&it.documentation, sentences)?;
    Ok(row_at(text, language, it.function.span, &it.function.qualified_name, it.line, caption))
}

/// The row of the function that stands at `span`.
pub(super) fn row_at(
    text: &str,
    language: Language,
    span: Span,
    function: &str,
    start_line: u32,
    caption: String,
) -> PoolRow {
    let text = without_docstrings(text, span, language);
    PoolRow { function: function.to_owned(), start_line, text, caption }
}

/// Functions with the same code are one example, whatever file they are in and whatever is said of them.
pub(super) fn pool_id(row: &PoolRow, language: Language) -> ExampleId {
    ExampleId::new(["captions", language.name(), &code_key(&row.text, language)])
}
