//! Rows on their way to a batch: values go straight into columns.

use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::FieldRef;
use serde::Serialize;
use serde_arrow::ArrayBuilder;

use crate::error::{DataError, Result};
use crate::examples::COMMON_COLUMNS;
use crate::table_schema::TableSchema;

/// Rows that are gathered before they become a batch.
const BUFFERED_ROWS: usize = 64;

/// Gathers the rows of one task.
pub(crate) struct RowBuffer {
    subject: String,
    table: TableSchema,
    common: [StringBuilder; COMMON_COLUMNS.len()],
    own_fields: Vec<FieldRef>,
    own: ArrayBuilder,
    rows: usize,
}

impl RowBuffer {
    /// An empty buffer; `subject` goes into errors.
    pub(crate) fn new(subject: &str, table: &TableSchema) -> Result<Self> {
        let own_fields: Vec<FieldRef> = table.arrow().fields().iter().skip(COMMON_COLUMNS.len()).cloned().collect();
        let own = builder(subject, &own_fields)?;
        let common = std::array::from_fn(|_| StringBuilder::new());
        Ok(Self { subject: subject.to_owned(), table: table.clone(), common, own_fields, own, rows: 0 })
    }

    /// Adds a row: the values of the common columns in their order, and what serialises to the others. An error, which is
    /// the message of what does not fit, leaves the buffer unusable.
    pub(crate) fn push<T: Serialize + ?Sized>(
        &mut self,
        common: [&str; COMMON_COLUMNS.len()],
        own: &T,
    ) -> std::result::Result<(), String> {
        self.own.push(own).map_err(|error| error.message().to_owned())?;
        for (column, value) in self.common.iter_mut().zip(common) {
            column.append_value(value);
        }
        self.rows += 1;
        Ok(())
    }

    /// Whether it is time to take the rows.
    pub(crate) fn is_full(&self) -> bool {
        self.rows >= BUFFERED_ROWS
    }

    /// The rows, if there are any; the buffer is empty then.
    pub(crate) fn take(&mut self) -> Result<Option<RecordBatch>> {
        if self.rows == 0 {
            return Ok(None);
        }
        self.rows = 0;
        let common = self.common.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef);
        let mut columns: Vec<ArrayRef> = common.collect();
        if !self.own_fields.is_empty() {
            columns.extend(self.own.to_arrow().map_err(refused(&self.subject))?);
        }
        let batch = RecordBatch::try_new(self.table.arrow().clone(), columns);
        batch.map(Some).map_err(DataError::arrow(&self.subject))
    }
}

fn builder(subject: &str, fields: &[FieldRef]) -> Result<ArrayBuilder> {
    ArrayBuilder::from_arrow(fields).map_err(refused(subject))
}

fn refused(subject: &str) -> impl FnOnce(serde_arrow::Error) -> DataError {
    let subject = subject.to_owned();
    move |error| DataError::BadRow { subject, row: 0, message: error.message().to_owned() }
}
