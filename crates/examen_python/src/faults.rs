//! Faults on demand, for tests: that a panic is an exception cannot be tried with code that has none.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, Schema, SchemaRef};
use examen_syntax::Language;
use pyo3::prelude::*;

use crate::code_table::{CodeTable, TableArguments};
use crate::host::run;
use crate::rows::{BadRows, Rows};
use crate::stream::Stream;

/// Panics while it works on a row, while it makes a batch, or in a verb.
#[pyfunction]
pub(crate) fn _panic(py: Python<'_>, code: &Bound<'_, PyAny>, place: &str) -> PyResult<Stream> {
    match place {
        "row" => {
            let arguments = TableArguments { column: None, keep: None, language: Some(Language::Python) };
            let table = CodeTable::new(code, arguments)?;
            Ok(Stream::new(Rows::new(table, Vec::new(), BadRows::Raise, None, |_| panic!("as asked"))?))
        }
        "batch" => Ok(Stream::new(Panicking)),
        _ => run(py, None, None, |_| panic!("as asked")),
    }
}

struct Panicking;

impl Iterator for Panicking {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        panic!("as asked")
    }
}

impl RecordBatchReader for Panicking {
    fn schema(&self) -> SchemaRef {
        Arc::new(Schema::empty())
    }
}
