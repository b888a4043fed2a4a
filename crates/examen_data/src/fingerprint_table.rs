//! The table of the fingerprints of a corpus: what an engine joins to find copies across its partitions.

use std::path::Path;
use std::sync::Arc;

use arrow_schema::{DataType, Field};
use examen_corpus::{Fingerprint, band_keys};
use serde::Serialize;
use serde_json::Value;

use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::json_to_batch::rows_to_batch;
use crate::table_schema::TableSchema;
use crate::table_writer::TableWriter;

/// Rows that are gathered before they become a batch.
const BATCH_ROWS: usize = 512;

/// The fingerprint of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FingerprintRow {
    /// The id of the file, that of the corpus table.
    pub id: String,
    /// The project it belongs to.
    pub project: String,
    /// Its path in the project.
    pub path: String,
    /// Hash of its content.
    pub content_hash: String,
    /// Whether it has too few words for near duplicates.
    pub is_tiny: bool,
    /// The signature in hexadecimal digits.
    pub signature: String,
    /// A key for each band of the signature.
    pub bands: Vec<i64>,
}

impl FingerprintRow {
    /// The row of a file.
    pub fn new([id, project, path]: [&str; 3], fingerprint: &Fingerprint, threshold: f64) -> Self {
        Self {
            id: id.to_owned(),
            project: project.to_owned(),
            path: path.to_owned(),
            content_hash: fingerprint.content_hash_hex(),
            is_tiny: fingerprint.is_tiny(),
            signature: fingerprint.signature_hex(),
            bands: band_keys(fingerprint, threshold),
        }
    }
}

/// The columns of a table of fingerprints, `fingerprints/1`.
pub fn fingerprints_schema() -> Result<TableSchema> {
    let text = |name, meaning| column(name, DataType::Utf8, meaning);
    let key = Arc::new(Field::new("item", DataType::Int64, false));
    TableSchema::new(
        "fingerprints/1",
        vec![
            text("id", "identifies the file, as in the table of the corpus"),
            text("project", "project that the file belongs to"),
            text("path", "file inside the project"),
            text("content_hash", "hash of the content"),
            column("is_tiny", DataType::Boolean, "whether the file has too few words for near duplicates"),
            text("signature", "MinHash of the words: 128 values of eight bits, in hexadecimal digits"),
            column("bands", DataType::List(key), "files that may be near duplicates have one of these keys in common"),
        ],
    )
}

/// Writes a table of fingerprints row by row, in the order given.
pub struct FingerprintTableWriter {
    path: String,
    schema: TableSchema,
    table: TableWriter,
    rows: Vec<serde_json::Map<String, Value>>,
}

impl FingerprintTableWriter {
    /// Starts a table at `path`, under a temporary name until [`FingerprintTableWriter::finish`].
    pub fn create(path: &Path) -> Result<Self> {
        let schema = fingerprints_schema()?;
        let table = TableWriter::create(path, &schema)?;
        Ok(Self { path: path.display().to_string(), schema, table, rows: Vec::new() })
    }

    /// Adds one file.
    pub fn push(&mut self, row: &FingerprintRow) -> Result<()> {
        if let Value::Object(row) = serde_json::to_value(row).map_err(DataError::json(Path::new(&self.path)))? {
            self.rows.push(row);
        }
        if self.rows.len() >= BATCH_ROWS { self.flush() } else { Ok(()) }
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<FileDigest> {
        self.flush()?;
        self.table.finish()
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.rows);
        self.table.write(&rows_to_batch(self.schema.arrow(), &self.path, &rows)?)
    }
}
