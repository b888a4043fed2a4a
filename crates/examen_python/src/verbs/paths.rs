//! `paths`: path contexts of the methods of every row.

use examen_analysis::path_lines;
use examen_syntax::Language;
use examen_views::paths::{PathFormat, PathSettings};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use super::reason_text;
use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{text, texts};
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::{self, Names};

/// A method as its path contexts.
#[derive(Serialize)]
struct Row {
    name: String,
    contexts: Vec<String>,
}

/// Describes methods by path contexts, as code2vec's and code2seq's own extractors do: a row for each method.
///
/// >>> import examen_code
/// >>> row = next(examen_code.paths("def add(a, b):\n    return a + b\n"))
/// >>> print(row["name"], len(row["contexts"]) > 0)
/// add True
///
/// `style` is `code2seq` or `code2vec` (Java only); `max_length` and `max_width` bound a path, `max_child_id` numbers of children, `hashes`
/// writes code2vec's paths as hashes. `language` is that of all rows; otherwise a column `language` or the ending of `path` tells it.
#[pyfunction]
#[pyo3(signature = (code, *, style="code2seq", max_length=None, max_width=None, max_child_id=None, hashes=true, language=None, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn paths(
    code: &Bound<'_, PyAny>,
    style: &str,
    max_length: Option<u32>,
    max_width: Option<u32>,
    max_child_id: Option<u32>,
    hashes: bool,
    language: Option<&str>,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let format = match style {
        "code2seq" => PathFormat::Code2seq,
        "code2vec" => PathFormat::Code2vec,
        other => {
            let message = format!("style: there is no `{other}`; there are code2seq, code2vec");
            return Err(PyValueError::new_err(message));
        }
    };
    let defaults = PathSettings::of(format);
    let settings = PathSettings {
        max_length: max_length.unwrap_or(defaults.max_length),
        max_width: max_width.unwrap_or(defaults.max_width),
        max_child_id: max_child_id.unwrap_or(defaults.max_child_id),
        has_hashes: defaults.has_hashes && hashes,
        ..defaults
    };
    let is_java_only = format == PathFormat::Code2vec;
    let language = match language.map(words::language).transpose()? {
        Some(Language::Python) if is_java_only => {
            return Err(PyValueError::new_err("code2vec has no paths for Python; style=\"code2seq\" has"));
        }
        None if is_java_only => Some(Language::Java),
        named => named,
    };
    let table = CodeTable::new(code, TableArguments { column, keep, language })?;
    let fields = vec![text("name"), texts("contexts")];
    let rows = Rows::new(table, fields, BadRows::of(errors)?, thread_count(threads)?, move |input| {
        let lines = path_lines(input.code.to_vec(), input.language, &settings).map_err(reason_text)?;
        let row = |line: &str| {
            let mut words = line.split(' ').map(str::to_owned);
            output(Row { name: words.next().unwrap_or_default(), contexts: words.collect() })
        };
        Ok(lines.text.lines().map(row).collect())
    })?;
    Ok(Stream::new(rows))
}
