//! Arrow batches to a Parquet file that appears when it is complete.

use std::path::Path;

use arrow_array::RecordBatch;

use crate::atomic_file::{AtomicFile, FileDigest};
use crate::error::Result;
use crate::row_groups::RowGroupWriter;
use crate::table_schema::TableSchema;

/// Writes one table; the same rows give the same bytes however they are batched.
pub struct TableWriter {
    rows: RowGroupWriter<AtomicFile>,
}

impl TableWriter {
    /// Starts a table at `path`, under a temporary name until [`TableWriter::finish`].
    pub fn create(path: &Path, schema: &TableSchema) -> Result<Self> {
        let file = AtomicFile::create(path)?;
        Ok(Self { rows: RowGroupWriter::new(file, path, schema)? })
    }

    /// Adds the rows of a batch, whose columns must be those of the schema.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.rows.write(batch)
    }

    /// Completes the file and gives it its name.
    pub fn finish(self) -> Result<FileDigest> {
        let (file, rows) = self.rows.finish()?;
        file.finish(rows)
    }
}
