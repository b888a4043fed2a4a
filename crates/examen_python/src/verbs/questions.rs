//! `questions`: question-answer pairs of the comment of every row.

use arrow_schema::DataType;
use examen_evaluation::questions::{LineQuestions, Mode, built_in_english, question_comment};
use examen_syntax::Language;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;

use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{column as typed, text, texts};
use crate::errors::exception;
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::Names;

/// A comment of which no pair is made.
#[derive(Serialize)]
struct Unused {
    unused: Vec<&'static str>,
}

/// Makes question-answer pairs of comments: a row for each pair.
///
/// >>> import examen_code
/// >>> for pair in examen_code.questions("Trims all leading zeros using the given mask."):
/// ...     print(pair["question"], pair["answer"])
/// What does the code trim using the given mask? All leading zeros.
/// How does the code trim all leading zeros? Using the given mask.
/// Does the code trim all leading zeros using the given mask? Yes
///
/// `mode` is `clean` or `faithful`. With `unused`, a comment without a pair becomes a row too, with the reasons. `column` is the column
/// of comments.
#[pyfunction]
#[pyo3(signature = (comments, *, mode="clean", unused=false, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn questions(
    comments: &Bound<'_, PyAny>,
    mode: &str,
    unused: bool,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let mode = match mode {
        "clean" => Mode::Clean,
        "faithful" => Mode::Faithful,
        other => {
            return Err(PyValueError::new_err(format!("mode: there is no `{other}`; there are clean, faithful")));
        }
    };
    let english = built_in_english().map_err(|error| exception(&error))?;
    // Comments have no language that matters; a table need not tell one.
    let table = CodeTable::new(comments, TableArguments { column, keep, language: Some(Language::Python) })?;
    let mut fields = ["question", "answer", "type", "rule", "category"].map(text).to_vec();
    fields.extend([typed("confidence", DataType::Float64), text("sentence"), texts("unused")]);
    let rows = Rows::new(table, fields, BadRows::of(errors)?, thread_count(threads)?, move |input| {
        let comment = String::from_utf8_lossy(input.code);
        Ok(match question_comment(english, &comment, mode, 1) {
            LineQuestions::Pairs(pairs) => pairs.into_iter().map(output).collect(),
            LineQuestions::Skipped { reasons, .. } if unused => vec![output(Unused { unused: reasons })],
            LineQuestions::Skipped { .. } => Vec::new(),
        })
    })?;
    Ok(Stream::new(rows))
}
