//! Parquet whose bytes depend on the rows alone: batches are cut and joined into row groups by a fixed rule.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::error::{DataError, Result};
use crate::row_size::row_sizes;
use crate::table_schema::{SCHEMA_KEY, TableSchema};

/// The most rows in a row group.
pub const ROW_GROUP_ROWS: usize = 8192;
/// The size of the rows at which a row group is closed early; a single larger row gets a row group of its own.
pub const ROW_GROUP_BYTES: usize = 16 << 20;

/// Written in place of the Parquet library's version, so that an update of the library alone changes no byte here.
const CREATED_BY: &str = "examen";

/// Gathers batches into row groups and writes them to any sink.
pub(crate) struct RowGroupWriter<W: Write + Send> {
    path: PathBuf,
    schema: SchemaRef,
    writer: ArrowWriter<W>,
    pending: Vec<RecordBatch>,
    pending_rows: usize,
    pending_bytes: usize,
    rows: u64,
}

impl<W: Write + Send> RowGroupWriter<W> {
    /// Starts a file; `path` is for error messages only.
    pub(crate) fn new(sink: W, path: &Path, schema: &TableSchema) -> Result<Self> {
        let compression = Compression::ZSTD(ZstdLevel::try_new(1).map_err(DataError::parquet(path))?);
        let name = KeyValue { key: SCHEMA_KEY.to_owned(), value: Some(schema.name().to_owned()) };
        let properties = WriterProperties::builder()
            .set_created_by(CREATED_BY.to_owned())
            .set_key_value_metadata(Some(vec![name]))
            .set_compression(compression)
            .set_dictionary_enabled(true)
            // Row groups are closed here, by rows and bytes; the library's own limit must never cut first.
            .set_max_row_group_row_count(Some(ROW_GROUP_ROWS))
            .build();
        // The name stands in the Arrow schema too, because that is where tools that prefer it look.
        let metadata = HashMap::from([(SCHEMA_KEY.to_owned(), schema.name().to_owned())]);
        let named = SchemaRef::new(schema.arrow().as_ref().clone().with_metadata(metadata));
        let writer = ArrowWriter::try_new(sink, named, Some(properties));
        Ok(Self {
            path: path.to_owned(),
            schema: schema.arrow().clone(),
            writer: writer.map_err(DataError::parquet(path))?,
            pending: Vec::new(),
            pending_rows: 0,
            pending_bytes: 0,
            rows: 0,
        })
    }

    /// Adds the rows of a batch.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        // Batches made elsewhere may carry other metadata in their schema; the columns are what counts.
        let batch = RecordBatch::try_new(self.schema.clone(), batch.columns().to_vec())
            .map_err(DataError::arrow(&format!("rows for {}", self.path.display())))?;
        let mut start = 0;
        for (row, size) in row_sizes(&batch).into_iter().enumerate() {
            if self.pending_rows == ROW_GROUP_ROWS
                || (self.pending_rows > 0 && self.pending_bytes + size > ROW_GROUP_BYTES)
            {
                self.keep(&batch, start, row);
                self.close_row_group()?;
                start = row;
            }
            self.pending_rows += 1;
            self.pending_bytes += size;
        }
        self.keep(&batch, start, batch.num_rows());
        self.rows += batch.num_rows() as u64;
        Ok(())
    }

    /// Writes what is left and the footer; gives back the sink and the number of rows.
    pub(crate) fn finish(mut self) -> Result<(W, u64)> {
        self.close_row_group()?;
        let sink = self.writer.into_inner().map_err(DataError::parquet(&self.path))?;
        Ok((sink, self.rows))
    }

    fn keep(&mut self, batch: &RecordBatch, start: usize, end: usize) {
        if end > start {
            self.pending.push(batch.slice(start, end - start));
        }
    }

    /// One row group is one `write` call: the library decides on pages within a call, so joining the batches first is
    /// what takes their boundaries out of the file.
    fn close_row_group(&mut self) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let rows = concat_batches(&self.schema, &self.pending)
            .map_err(DataError::arrow(&format!("rows for {}", self.path.display())))?;
        self.pending.clear();
        self.pending_rows = 0;
        self.pending_bytes = 0;
        self.writer.write(&rows).map_err(DataError::parquet(&self.path))?;
        self.writer.flush().map_err(DataError::parquet(&self.path))
    }
}
