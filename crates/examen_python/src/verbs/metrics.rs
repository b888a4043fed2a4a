//! `metrics`: code measures of the functions of every row.

use examen_analysis::{MeasuredFunction, measure_functions};
use examen_syntax::Language;
use examen_views::measures::MEASURES;
use pyo3::prelude::*;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::reason_text;
use crate::code_table::{CodeTable, TableArguments};
use crate::columns::{number, text};
use crate::host::threads as thread_count;
use crate::rows::{BadRows, Rows, output};
use crate::stream::Stream;
use crate::words::{self, Names};

/// A function, measured in some language.
struct Row(MeasuredFunction, Language);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(function, language) = self;
        let mut row = serializer.serialize_map(Some(4 + MEASURES.len()))?;
        row.serialize_entry("function", &function.name)?;
        row.serialize_entry("start_line", &function.start_line)?;
        row.serialize_entry("end_line", &function.end_line)?;
        row.serialize_entry("function_language", language.name())?;
        for measure in MEASURES {
            let value = (measure.value)(&function.measures);
            row.serialize_entry(measure.code, &i64::try_from(value).unwrap_or(i64::MAX))?;
        }
        row.end()
    }
}

/// Measures functions: a row for each, with every code measure by its code (`CPX`, `LEN`, …; `examen explain CPX` says what one counts).
///
/// >>> import examen_code
/// >>> row = next(examen_code.metrics("def sign(x):\n    if x < 0:\n        return -1\n    return 1\n"))
/// >>> print(row["function"], row["CPX"], row["NMS"])
/// sign 1 1
///
/// Of Java these are the methods and constructors with a body that are not in a local or anonymous class, of Python the functions that
/// are not in another. `language` is that of all rows; otherwise a column `language` or the ending of `path` tells it.
#[pyfunction]
#[pyo3(signature = (code, *, language=None, column=None, keep=None, errors="raise", threads=None))]
pub(crate) fn metrics(
    code: &Bound<'_, PyAny>,
    language: Option<&str>,
    column: Option<String>,
    keep: Option<Names>,
    errors: &str,
    threads: Option<usize>,
) -> PyResult<Stream> {
    let language = language.map(words::language).transpose()?;
    let table = CodeTable::new(code, TableArguments { column, keep, language })?;
    let mut fields = vec![text("function"), number("start_line"), number("end_line"), text("function_language")];
    fields.extend(MEASURES.iter().map(|measure| number(measure.code)));
    let rows = Rows::new(table, fields, BadRows::of(errors)?, thread_count(threads)?, |input| {
        let functions = measure_functions(input.code.to_vec(), input.language).map_err(reason_text)?;
        Ok(functions.into_iter().map(|function| output(Row(function, input.language))).collect())
    })?;
    Ok(Stream::new(rows))
}
