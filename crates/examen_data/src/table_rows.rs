//! The rows of a table one by one, as values in place of batches.

use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::cell_values::TableRow;
use crate::error::{DataError, Result};
use crate::row_size::check_types;
use crate::table_reader::TableReader;

/// How a row becomes a value: the file, the row's number, the row.
type FromRow<T> = fn(&Path, u64, &TableRow) -> Result<T>;

/// The rows of a table, one by one, as values.
pub(crate) struct TableRows<T> {
    reader: TableReader,
    from_row: FromRow<T>,
    batch: Option<Arc<RecordBatch>>,
    /// The next row of the batch.
    next: usize,
    row: u64,
}

impl<T: DeserializeOwned> TableRows<T> {
    /// The rows as values of a type that takes the columns it knows by name.
    pub(crate) fn typed(reader: TableReader) -> Self {
        Self::new(reader, typed_row)
    }
}

impl TableRows<Map<String, Value>> {
    /// The rows as JSON objects.
    pub(crate) fn objects(reader: TableReader) -> Self {
        Self::new(reader, |_, _, row| row.object())
    }
}

impl TableRows<TableRow> {
    /// The rows as they are.
    pub(crate) fn cells(reader: TableReader) -> Self {
        Self::new(reader, |_, _, row| Ok(row.clone()))
    }
}

impl<T> TableRows<T> {
    pub(crate) fn new(reader: TableReader, from_row: FromRow<T>) -> Self {
        Self { reader, from_row, batch: None, next: 0, row: 0 }
    }
}

impl<T> Iterator for TableRows<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.next < batch.num_rows()) {
                let value = (self.from_row)(self.reader.path(), self.row, &TableRow::new(batch, self.next));
                self.next += 1;
                self.row += 1;
                return Some(value);
            }
            match self.reader.next()?.and_then(|batch| check_types(batch.schema_ref()).map(|()| batch)) {
                Ok(batch) => (self.batch, self.next) = (Some(Arc::new(batch)), 0),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Reads a row as a type that takes the columns it knows by name.
pub(crate) fn typed_row<T: DeserializeOwned>(path: &Path, row: u64, cells: &TableRow) -> Result<T> {
    cells.parse().map_err(|error| DataError::BadRow {
        subject: path.display().to_string(),
        row,
        message: error.to_string(),
    })
}
