//! Parquet files to Arrow batches, checked against the schema that the reader wants.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use examen_corpus::is_parquet_too_deep;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::ParquetMetaData;

use crate::error::{DataError, Result};
use crate::table_schema::{SCHEMA_KEY, TableSchema, wrong_column};

/// Rows in a batch, and their size by the file's own account: small, so that many files can be read side by side.
const BATCH_ROWS: usize = 512;
const BATCH_BYTES: usize = 2 << 20;

/// Streams the batches of one table, one row group after the other.
pub struct TableReader {
    path: PathBuf,
    file: File,
    metadata: ArrowReaderMetadata,
    schema: SchemaRef,
    schema_name: Option<String>,
    // The columns that are decoded; all when there is none.
    projection: Option<ProjectionMask>,
    next_row_group: usize,
    batches: Option<ParquetRecordBatchReader>,
    // After an error the reader is at its end: a damaged file is not asked twice.
    has_failed: bool,
}

impl TableReader {
    /// Opens a table that must hold this schema in this version, with these columns.
    pub fn open(path: &Path, wanted: &TableSchema) -> Result<Self> {
        let reader = Self::open_any(path)?;
        wanted.check_name(path, reader.schema_name())?;
        wanted.check_columns(path, reader.schema())?;
        Ok(reader)
    }

    /// Opens any Parquet file and leaves the checks to the caller.
    pub fn open_any(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(DataError::io(path))?;
        if is_parquet_too_deep(&file) {
            let message = "groups lie too deep in each other".to_owned();
            return Err(DataError::Parquet { path: path.to_owned(), message });
        }
        let load =
            |options| guard(path, || ArrowReaderMetadata::load(&file, options).map_err(DataError::parquet(path)));
        let mut metadata = load(ArrowReaderOptions::new())?;
        let schema_name = schema_name(metadata.metadata());
        if schema_name.is_none() {
            // Of a file by somebody else we take the plain types, not the Arrow ones of the tool that wrote it
            // (dictionaries for categories, views for text).
            metadata = load(ArrowReaderOptions::new().with_skip_arrow_metadata(true))?;
        }
        let schema = SchemaRef::new(Schema::new(metadata.schema().fields().clone()));
        Ok(Self {
            path: path.to_owned(),
            file,
            metadata,
            schema,
            schema_name,
            projection: None,
            next_row_group: 0,
            batches: None,
            has_failed: false,
        })
    }

    /// Decodes only some columns, in the order of the file.
    pub fn with_columns(mut self, names: &[&str]) -> Result<Self> {
        let mut places = Vec::with_capacity(names.len());
        for name in names {
            let missing = || wrong_column(&self.path, name, "missing".to_owned(), "any type".to_owned());
            places.push(self.schema.index_of(name).map_err(|_| missing())?);
        }
        places.sort_unstable();
        places.dedup();
        let fields: Vec<_> = places.iter().map(|&place| self.schema.fields()[place].clone()).collect();
        let parquet_schema = self.metadata.metadata().file_metadata().schema_descr();
        self.projection = Some(ProjectionMask::roots(parquet_schema, places));
        self.schema = SchemaRef::new(Schema::new(fields));
        Ok(self)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// `name/version` as the file says it.
    pub fn schema_name(&self) -> Option<&str> {
        self.schema_name.as_deref()
    }

    /// The number of rows that the file's footer promises.
    pub fn rows(&self) -> u64 {
        u64::try_from(self.metadata.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        loop {
            if let Some(batches) = self.batches.as_mut()
                && let Some(batch) = guard(&self.path, || Ok(batches.next()))?
            {
                // The schema with its metadata left out, so that batches of several files can be joined.
                let batch = batch.and_then(|batch| RecordBatch::try_new(self.schema.clone(), batch.columns().to_vec()));
                let damaged = |error: arrow_schema::ArrowError| DataError::Parquet {
                    path: self.path.clone(),
                    message: error.to_string(),
                };
                return batch.map(Some).map_err(damaged);
            }
            if self.next_row_group >= self.metadata.metadata().num_row_groups() {
                return Ok(None);
            }
            self.batches = Some(self.open_row_group()?);
            self.next_row_group += 1;
        }
    }

    /// Row groups are opened one by one because a batch's rows must fit the size of the rows around it.
    fn open_row_group(&self) -> Result<ParquetRecordBatchReader> {
        let group = self.metadata.metadata().row_group(self.next_row_group);
        let rows = usize::try_from(group.num_rows()).unwrap_or(0).max(1);
        let row_bytes = usize::try_from(group.total_byte_size()).unwrap_or(0) / rows;
        let batch_rows = (BATCH_BYTES / row_bytes.max(1)).clamp(1, BATCH_ROWS);
        let file = self.file.try_clone().map_err(DataError::io(&self.path))?;
        guard(&self.path, || {
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_projection(self.projection.clone().unwrap_or_else(ProjectionMask::all))
                .with_row_groups(vec![self.next_row_group])
                .with_batch_size(batch_rows)
                .build()
                .map_err(DataError::parquet(&self.path))
        })
    }
}

impl Iterator for TableReader {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let batch = self.next_batch();
        self.has_failed = batch.is_err();
        batch.transpose()
    }
}

fn schema_name(metadata: &ParquetMetaData) -> Option<String> {
    let pairs = metadata.file_metadata().key_value_metadata()?;
    pairs.iter().find(|pair| pair.key == SCHEMA_KEY)?.value.clone()
}

/// Files come from anybody, and the decoder still panics on some damaged ones: that too must end as an error.
fn guard<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        Err(DataError::Parquet { path: path.to_owned(), message: "damaged beyond what the decoder checks".to_owned() })
    })
}
