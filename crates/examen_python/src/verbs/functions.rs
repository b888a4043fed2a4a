//! `functions`: the functions of every row.

use std::path::PathBuf;

use examen_analysis::CodeFile;
use examen_evaluation::embed::functions_in;
use pyo3::prelude::*;
use serde::Serialize;

use crate::code_table::{CodeTable, TableArguments};
use crate::columns::text;
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::{self, Names};

/// A function.
#[derive(Serialize)]
struct Row {
    function_id: String,
    function: Option<String>,
    function_language: String,
    text: String,
}

/// Takes functions out of files: a row for each, with its place (`path:line:column`, from 1), its name and its text.
///
/// >>> import examen_code
/// >>> [row["function"] for row in examen_code.functions("class A:\n    def f(self):\n        pass\n")]
/// ['A.f']
///
/// Of Java these are the methods and constructors with a body that are not in a local or anonymous class, of Python the functions that
/// are not in another. `language` is that of all rows; otherwise a column `language` or the ending of `path` tells it.
#[pyfunction]
#[pyo3(signature = (code, *, language=None, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn functions(
    code: &Bound<'_, PyAny>,
    language: Option<&str>,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let language = language.map(words::language).transpose()?;
    let table = CodeTable::new(code, TableArguments { column, keep, language })?;
    let fields = vec![text("function_id"), text("function"), text("function_language"), text("text")];
    let rows = Rows::new(table, fields, BadRows::of(errors)?, thread_count(threads)?, |input| {
        let file = CodeFile {
            place: PathBuf::from(&input.path),
            path: input.path,
            language: input.language,
            bytes: input.code.to_vec(),
        };
        let Some(functions) = functions_in(file) else { return Err("it is too deep or too much work".to_owned()) };
        let rows = functions.into_iter().map(|row| {
            let (function_id, function_language) = (row.id, row.language);
            output(Row { function_id, function: row.function, function_language, text: row.code })
        });
        Ok(rows.collect())
    })?;
    Ok(Stream::new(rows))
}
