//! Predictions in and out of files, ours and those that others bring.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde_json::{Map, Value};

use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::json_to_batch::rows_to_batch;
use crate::jsonl::JsonlReader;
use crate::predictions::{BESIDE_OUTPUT, OUTPUT, Prediction, predictions_schema};
use crate::table_reader::TableReader;
use crate::table_rows::TableRows;
use crate::table_schema::TableSchema;
use crate::table_writer::TableWriter;

/// Rows gathered before they become a batch.
const PUSHED_ROWS: usize = 256;

/// Writes `predictions.parquet`, rows in the order of [`PredictionWriter::push`].
pub struct PredictionWriter {
    subject: String,
    schema: TableSchema,
    table: TableWriter,
    rows: Vec<Map<String, Value>>,
}

impl PredictionWriter {
    /// Starts a file at `path`, under a temporary name until [`PredictionWriter::finish`].
    pub fn create(path: &Path) -> Result<Self> {
        let schema = predictions_schema()?;
        let table = TableWriter::create(path, &schema)?;
        Ok(Self { subject: path.display().to_string(), schema, table, rows: Vec::new() })
    }

    /// Adds one prediction.
    pub fn push(&mut self, prediction: Prediction) -> Result<()> {
        self.rows.push(prediction.into_row());
        if self.rows.len() >= PUSHED_ROWS { self.flush() } else { Ok(()) }
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<FileDigest> {
        self.flush()?;
        self.table.finish()
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.table.write(&rows_to_batch(self.schema.arrow(), &self.subject, &rows)?)
    }
}

/// Streams predictions from Parquet or JSONL, told apart by the first bytes.
///
/// In JSONL every line is a [`Prediction`], of which `example_id`, `model` and `output` suffice. A Parquet file that
/// does not name a schema is taken by its columns: `example_id` and `model` as text; `output` of any type or, without such a
/// column, an object of all columns that are not ours. Text that stands for JSON is left to [`crate::Answer::parse`], which
/// knows what is asked for.
pub struct PredictionReader {
    rows: Box<dyn Iterator<Item = Result<Prediction>>>,
}

impl PredictionReader {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self> {
        let rows: Box<dyn Iterator<Item = Result<Prediction>>> = if is_parquet(path)? {
            let reader = TableReader::open_any(path)?;
            if reader.schema_name().is_some() {
                let schema = predictions_schema()?;
                schema.check_name(path, reader.schema_name())?;
                schema.check_columns(path, reader.schema())?;
                Box::new(TableRows::new(reader, Prediction::from_row))
            } else {
                Box::new(TableRows::new(known_columns(reader)?, Prediction::from_foreign_row))
            }
        } else {
            Box::new(JsonlReader::open(path)?)
        };
        Ok(Self { rows })
    }
}

impl Iterator for PredictionReader {
    type Item = Result<Prediction>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

/// A table with a column of answers may have others of types that are not for us: dates, bytes, decimals.
fn known_columns(reader: TableReader) -> Result<TableReader> {
    let has = |name: &str| reader.schema().column_with_name(name).is_some();
    if !has(OUTPUT) {
        return Ok(reader);
    }
    let names: Vec<&str> = BESIDE_OUTPUT.into_iter().chain([OUTPUT]).filter(|name| has(name)).collect();
    reader.with_columns(&names)
}

fn is_parquet(path: &Path) -> Result<bool> {
    let mut magic = Vec::new();
    let file = File::open(path).map_err(DataError::io(path))?;
    file.take(4).read_to_end(&mut magic).map_err(DataError::io(path))?;
    Ok(magic == b"PAR1")
}
