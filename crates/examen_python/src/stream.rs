//! A stream of batches, as Python sees it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Field, SchemaRef};
use examen_data::batch_to_rows;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use serde_json::{Map, Value};

use crate::columns::plain;
use crate::errors::{ExamenError, StreamError, failed};
use crate::host::{interrupt_again, panic_message};
use crate::words::to_python;

type Reader = Box<dyn RecordBatchReader + Send>;

/// The rows of a result, made batch by batch when they are asked for.
///
/// A stream is an Arrow stream: pyarrow, polars, pandas, `DuckDB` and every library that knows `__arrow_c_stream__` read it. It can be
/// read once. Iterating gives rows as dictionaries and needs no other package.
#[pyclass(frozen, module = "examen_code")]
pub(crate) struct Stream {
    schema: SchemaRef,
    state: Mutex<State>,
}

struct State {
    reader: Option<Reader>,
    /// Rows that were made and not handed out, when rows are iterated over.
    rows: VecDeque<Map<String, Value>>,
}

impl Stream {
    pub(crate) fn new(reader: impl RecordBatchReader + Send + 'static) -> Self {
        let schema = reader.schema();
        Self { schema, state: Mutex::new(State { reader: Some(Box::new(reader)), rows: VecDeque::new() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> PyResult<Reader> {
        let mut state = self.state();
        match state.reader.take() {
            Some(reader) if state.rows.is_empty() => Ok(reader),
            _ => Err(has_been_read()),
        }
    }

    /// All batches, with errors as exceptions of ours.
    fn batches(&self, py: Python<'_>) -> PyResult<Vec<RecordBatch>> {
        let reader = self.take()?;
        py.detach(|| {
            let mut batches = Vec::new();
            for batch in reader {
                batches.push(batch.map_err(|error| exception_of(&error))?);
            }
            Ok(batches)
        })
    }
}

fn has_been_read() -> PyErr {
    PyValueError::new_err("this stream has been read; a stream is read once: ask for it again")
}

/// The exception for an error inside a stream.
fn exception_of(error: &ArrowError) -> PyErr {
    if let ArrowError::ExternalError(inner) = error
        && let Some(inner) = inner.downcast_ref::<StreamError>()
    {
        return match inner {
            StreamError::Interrupted => PyKeyboardInterrupt::new_err(()),
            StreamError::Failed(message) => ExamenError::new_err(message.clone()),
        };
    }
    // Of the stream before this one: its own words say enough.
    ExamenError::new_err(error.to_string())
}

#[pymethods]
impl Stream {
    /// The Arrow stream of the batches. It can be taken once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let mut reader = self.take()?;
        let field = Arc::new(Field::new_struct("", self.schema.fields().clone(), false));
        let arrays = std::iter::from_fn(move || {
            // A panic must not go through the C interface: it would end the process.
            let next = catch_unwind(AssertUnwindSafe(|| reader.next()));
            let next = next.unwrap_or_else(|payload| {
                Some(Err(ArrowError::ExternalError(Box::new(StreamError::Failed(panic_message(&*payload))))))
            });
            if let Some(Err(ArrowError::ExternalError(inner))) = &next
                && let Some(StreamError::Interrupted) = inner.downcast_ref()
            {
                interrupt_again();
            }
            next.map(|batch| batch.map(|batch| Arc::new(StructArray::from(batch)) as ArrayRef))
        });
        Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(arrays, field)), requested_schema)?)
    }

    /// The Arrow schema of the batches.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, &*self.schema)?)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyResult<PyRef<'_, Self>> {
        let state = slf.state();
        if state.reader.is_none() && state.rows.is_empty() {
            return Err(has_been_read());
        }
        drop(state);
        Ok(slf)
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let row = py.detach(|| {
            let mut state = self.state();
            loop {
                if let Some(row) = state.rows.pop_front() {
                    return Ok(Some(row));
                }
                let Some(reader) = &mut state.reader else { return Ok(None) };
                match reader.next() {
                    None => state.reader = None,
                    Some(Err(error)) => {
                        state.reader = None;
                        return Err(exception_of(&error));
                    }
                    Some(Ok(batch)) => {
                        let batch = plain(batch).map_err(|error| exception_of(&error))?;
                        state.rows = batch_to_rows(&batch).map_err(|error| failed(&error))?.into();
                    }
                }
            }
        })?;
        row.map(|row| to_python(py, &row)).transpose()
    }

    /// All rows as dictionaries.
    fn rows<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("builtins")?.call_method1("list", (slf,))
    }

    /// All rows as a `pyarrow.Table`.
    fn to_pyarrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let batches = self.batches(py)?;
        let whole = Self::new(RecordBatchIterator::new(batches.into_iter().map(Ok), Arc::clone(&self.schema)));
        py.import("pyarrow")?.call_method1("table", (whole,))
    }

    /// All rows as a `polars.DataFrame`.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let batches = self.batches(py)?;
        let whole = Self::new(RecordBatchIterator::new(batches.into_iter().map(Ok), Arc::clone(&self.schema)));
        py.import("polars")?.call_method1("DataFrame", (whole,))
    }

    /// All rows as a `pandas.DataFrame`.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_pyarrow(py)?.call_method0("to_pandas")
    }

    fn __repr__(&self) -> String {
        let fields = self.schema.fields().iter();
        let fields: Vec<String> = fields.map(|field| format!("{}: {}", field.name(), field.data_type())).collect();
        format!("Stream({})", fields.join(", "))
    }
}
