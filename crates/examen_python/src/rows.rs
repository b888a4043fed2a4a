//! Work on the rows of a table: one batch in, one batch out.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, Int64Array, RecordBatch, RecordBatchReader, UInt32Array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use examen_analysis::in_parallel;
use examen_syntax::Language;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_arrow::ArrayBuilder;

use crate::code_table::{CodeTable, LanguageOf, Texts};
use crate::errors::StreamError;
use crate::host::{look_at_signals, panic_message, without_lock};

/// The rows and the bytes of code after which signals are looked at.
const SLICE_ROWS: usize = 1024;
const SLICE_BYTES: usize = 8 << 20;

/// The column that says why a row has no result.
const SKIPPED: &str = "skipped";

/// The column of the number of the row, where no column is repeated.
const ROW: &str = "row";

/// A row of input.
pub(crate) struct Input<'i> {
    /// The code.
    pub(crate) code: &'i [u8],
    /// Its path, or a stand-in.
    pub(crate) path: String,
    /// Its language.
    pub(crate) language: Language,
}

/// A row of output, which fits the columns of the verb by the names of its fields.
pub(crate) type OutputRow = Box<dyn erased_serde::Serialize + Send>;

/// What a verb makes of a row, or why there is nothing.
pub(crate) type Made = Result<Vec<OutputRow>, String>;

/// A row of output.
pub(crate) fn output(row: impl Serialize + Send + 'static) -> OutputRow {
    Box::new(row)
}

/// What becomes of a row that has no result.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BadRows {
    /// The stream ends with an error that names the row.
    Raise,
    /// It becomes a row with the reason in the column `skipped`.
    Keep,
}

impl BadRows {
    /// Reads the argument `errors`.
    pub(crate) fn of(word: &str) -> PyResult<Self> {
        match word {
            "raise" => Ok(Self::Raise),
            "rows" => Ok(Self::Keep),
            other => Err(PyValueError::new_err(format!("errors: there is no `{other}`; there are raise, rows"))),
        }
    }
}

/// A verb at work on the rows of a table.
pub(crate) struct Rows {
    table: CodeTable,
    schema: SchemaRef,
    own: Vec<FieldRef>,
    bad_rows: BadRows,
    threads: Option<NonZeroUsize>,
    work: Box<dyn Fn(Input<'_>) -> Made + Send + Sync>,
    rows_before: u64,
    has_ended: bool,
}

impl Rows {
    /// Sets a verb to work, whose rows have these columns.
    pub(crate) fn new(
        table: CodeTable,
        own: Vec<FieldRef>,
        bad_rows: BadRows,
        threads: Option<NonZeroUsize>,
        work: impl Fn(Input<'_>) -> Made + Send + Sync + 'static,
    ) -> PyResult<Self> {
        let mut fields = table.kept_fields();
        if let Some(twice) =
            fields.iter().find(|field| field.name() == SKIPPED || own.iter().any(|it| it.name() == field.name()))
        {
            let message =
                format!("keep: the result has a column `{0}` of its own; rename that of the table", twice.name());
            return Err(PyValueError::new_err(message));
        }
        if fields.is_empty() {
            fields.push(Arc::new(Field::new(ROW, DataType::Int64, false)));
        }
        fields.extend(own.iter().cloned());
        fields.push(Arc::new(Field::new(SKIPPED, DataType::Utf8, true)));
        let schema = Arc::new(Schema::new(fields));
        Ok(Self { table, schema, own, bad_rows, threads, work: Box::new(work), rows_before: 0, has_ended: false })
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        // What comes before is asked on this thread: it may need Python.
        let Some(batch) = self.table.reader.next().transpose()? else { return Ok(None) };
        let made = catch_unwind(AssertUnwindSafe(|| self.worked(&batch)));
        let made = made.unwrap_or_else(|payload| Err(StreamError::Failed(panic_message(&*payload))));
        self.rows_before += batch.num_rows() as u64;
        made.map(Some).map_err(|error| ArrowError::ExternalError(Box::new(error)))
    }

    fn worked(&self, batch: &RecordBatch) -> Result<RecordBatch, StreamError> {
        let columns = InputColumns::of(&self.table, batch);
        let rows = batch.num_rows();
        let mut results = Results::new(&self.own)?;
        let mut start = 0;
        while start < rows {
            let end = columns.slice_end(start, rows);
            let (work, before) = (&*self.work, self.rows_before);
            let number = |row: usize| before + row as u64;
            let columns = &columns;
            let made =
                in_parallel(end - start, self.threads, |at| work(columns.input(start + at, number(start + at))?));
            let made = made.map_err(StreamError::failed)?;
            for (row, made) in (start..end).zip(made) {
                match made.unwrap_or_else(|message| Err(format!("a fault of examen: {message}"))) {
                    Ok(made) => {
                        for output in made {
                            results.push(row, &output)?;
                        }
                    }
                    Err(reason) if self.bad_rows == BadRows::Keep => results.skip(row, &reason)?,
                    Err(reason) => {
                        let place = columns.place(row, number(row));
                        return Err(StreamError::failed(format!(
                            "{place}: {reason} (errors=\"rows\" makes such rows part of the result)"
                        )));
                    }
                }
            }
            look_at_signals()?;
            start = end;
        }
        self.batch(batch, results)
    }

    /// Puts the columns together.
    fn batch(&self, batch: &RecordBatch, results: Results) -> Result<RecordBatch, StreamError> {
        let Results { rows, mut own, mut skipped } = results;
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(self.schema.fields().len());
        if self.table.kept.is_empty() {
            let numbers = rows.iter().map(|&row| self.rows_before.saturating_add(u64::from(row)).cast_signed());
            columns.push(Arc::new(Int64Array::from_iter_values(numbers)));
        }
        let rows = UInt32Array::from(rows);
        for &at in &self.table.kept {
            columns.push(take(batch.column(at), &rows, None).map_err(StreamError::failed)?);
        }
        columns.extend(own.to_arrow().map_err(StreamError::failed)?);
        columns.push(Arc::new(skipped.finish()));
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map_err(StreamError::failed)
    }
}

impl Iterator for Rows {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let shutting_down = || Err(ArrowError::ExternalError(Box::new(StreamError::failed("Python is shutting down"))));
        let next = without_lock(|| self.next_batch()).unwrap_or_else(shutting_down);
        self.has_ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl RecordBatchReader for Rows {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The columns of a batch that are looked at.
struct InputColumns {
    code: Texts,
    path: Option<Texts>,
    language: LanguageOf,
    of_language: Option<Texts>,
}

impl InputColumns {
    fn of(table: &CodeTable, batch: &RecordBatch) -> Self {
        Self {
            code: Texts::of(batch, table.code),
            path: table.path.map(|column| Texts::of(batch, column)),
            language: table.language,
            of_language: table.language.column().map(|column| Texts::of(batch, column)),
        }
    }

    /// Where the rows end that are worked on together.
    fn slice_end(&self, start: usize, rows: usize) -> usize {
        let mut bytes = 0;
        let mut end = start;
        while end < rows && end - start < SLICE_ROWS && bytes < SLICE_BYTES {
            bytes += self.code.bytes(end).map_or(0, <[u8]>::len);
            end += 1;
        }
        end
    }

    fn input(&self, row: usize, number: u64) -> Result<Input<'_>, String> {
        let Some(code) = self.code.bytes(row) else { return Err("the code is null".to_owned()) };
        let language = match (&self.of_language, self.language) {
            (Some(texts), language) => language.of(texts, row)?,
            (None, LanguageOf::All(language)) => language,
            (None, _) => return Err("its language is not known".to_owned()),
        };
        let path = self.path.as_ref().and_then(|path| path.text(row)).unwrap_or_else(|| format!("row {number}"));
        Ok(Input { code, path, language })
    }

    /// A row for people.
    fn place(&self, row: usize, number: u64) -> String {
        match self.path.as_ref().and_then(|path| path.text(row)) {
            Some(path) => format!("row {number} ({path})"),
            None => format!("row {number}"),
        }
    }
}

/// The rows of a batch of output.
struct Results {
    rows: Vec<u32>,
    own: ArrayBuilder,
    skipped: StringBuilder,
}

/// A row in which every column is null.
#[derive(Serialize)]
struct Nothing {}

impl Results {
    fn new(own: &[FieldRef]) -> Result<Self, StreamError> {
        let own = ArrayBuilder::from_arrow(own).map_err(StreamError::failed)?;
        Ok(Self { rows: Vec::new(), own, skipped: StringBuilder::new() })
    }

    fn push(&mut self, row: usize, output: &OutputRow) -> Result<(), StreamError> {
        self.own.push(output).map_err(StreamError::failed)?;
        self.rows.push(row as u32);
        self.skipped.append_null();
        Ok(())
    }

    fn skip(&mut self, row: usize, reason: &str) -> Result<(), StreamError> {
        self.own.push(&Nothing {}).map_err(StreamError::failed)?;
        self.rows.push(row as u32);
        self.skipped.append_value(reason);
        Ok(())
    }
}
