//! `query`: the semantic queries, asked of every row.

use arrow_schema::{DataType, FieldRef};
use examen_analysis::{ParsedFile, QuerySettings, Scope, findings_in_file};
use examen_queries::select;
use examen_report::findings::finding_rows;
use examen_syntax::Language;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::reason_text;
use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{column, number, records, text};
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::{Names, value};

/// Answers the semantic queries on Python code: a row for each answer, with the facts that support it.
///
/// Lines and columns count from 1, and the last column is part of the span. What a file imports is unknown, but for the standard
/// library.
///
/// >>> import examen_code
/// >>> for finding in examen_code.query("def f(x=[]):\n    x.append(1)\n", queries="py/modification-of-default-value"):
/// ...     print(finding["start_line"], finding["text"])
/// 2 x
///
/// `queries` names queries by id, number (`Q20`), tag or hops (`single`, `multi`); `edition` is `2022-03` or `2021-08`, `python` is `3`,
/// `2` or `auto`. `negatives` adds places that look like answers and are none; `respect_noqa` keeps silent where a comment asks for
/// it. `column` is the column of code, `keep` those that results repeat, `errors` `raise` or `rows`, `threads` limits the threads.
#[pyfunction]
#[pyo3(signature = (code, *, queries=None, edition="2022-03", python="3", negatives=false, respect_noqa=false, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn query(
    code: &Bound<'_, PyAny>,
    queries: Option<Names>,
    edition: &str,
    python: &str,
    negatives: bool,
    respect_noqa: bool,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let settings = QuerySettings {
        queries: select(&Names::of(queries)).map_err(|error| PyValueError::new_err(error.to_string()))?,
        edition: value("edition", edition)?,
        scope: Scope::File,
        python: value("python", python)?,
        has_negatives: negatives,
        respects_noqa: respect_noqa,
    };
    let table = CodeTable::new(code, TableArguments { column, keep, language: Some(Language::Python) })?;
    let rows = Rows::new(table, fields(), BadRows::of(errors)?, thread_count(threads)?, move |input| {
        let file = ParsedFile::new(input.path, input.code.to_vec()).map_err(reason_text)?;
        let found = findings_in_file(&file, &settings);
        Ok(finding_rows(&[file], 0, &found).into_iter().map(output).collect())
    })?;
    Ok(Stream::new(rows))
}

fn fields() -> Vec<FieldRef> {
    let place = || ["start_line", "start_col", "end_line", "end_col"].into_iter().map(number);
    let mut fields = vec![text("query"), text("kind")];
    fields.extend(place());
    fields.extend([text("text"), text("message")]);
    fields.push(records("related", place().chain([text("message")]).collect()));
    fields.push(column("partial", DataType::Boolean));
    fields
}
