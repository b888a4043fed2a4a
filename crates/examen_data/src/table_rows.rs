//! The rows of a table one by one, as values in place of batches.

use std::path::Path;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::batch_to_json::batch_to_rows;
use crate::error::{DataError, Result};
use crate::table_reader::TableReader;

/// How a row's JSON becomes a value: the file, the row's number, the object.
type FromRow<T> = fn(&Path, u64, Map<String, Value>) -> Result<T>;

/// The rows of a table, one by one, as values.
pub(crate) struct TableRows<T> {
    reader: TableReader,
    from_row: FromRow<T>,
    batch: std::vec::IntoIter<Map<String, Value>>,
    row: u64,
}

impl<T: DeserializeOwned> TableRows<T> {
    /// The rows as values of a type that takes the columns it knows by name.
    pub(crate) fn typed(reader: TableReader) -> Self {
        Self::new(reader, typed_row)
    }
}

impl TableRows<Map<String, Value>> {
    /// The rows as they are.
    pub(crate) fn objects(reader: TableReader) -> Self {
        Self::new(reader, |_, _, object| Ok(object))
    }
}

impl<T> TableRows<T> {
    pub(crate) fn new(reader: TableReader, from_row: FromRow<T>) -> Self {
        Self { reader, from_row, batch: Vec::new().into_iter(), row: 0 }
    }
}

impl<T> Iterator for TableRows<T> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(object) = self.batch.next() {
                let value = (self.from_row)(self.reader.path(), self.row, object);
                self.row += 1;
                return Some(value);
            }
            match self.reader.next()?.and_then(|batch| batch_to_rows(&batch)) {
                Ok(rows) => self.batch = rows.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

fn typed_row<T: DeserializeOwned>(path: &Path, row: u64, object: Map<String, Value>) -> Result<T> {
    serde_json::from_value(Value::Object(object)).map_err(|error| DataError::BadRow {
        subject: path.display().to_string(),
        row,
        message: error.to_string(),
    })
}
