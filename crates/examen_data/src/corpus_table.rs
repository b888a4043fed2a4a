//! The table of a corpus: one row per file read, and one per file that was not.

use std::path::Path;
use std::sync::Arc;

use arrow_array::builder::{StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::DataType;
use serde::{Deserialize, Serialize};

use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::table_reader::TableReader;
use crate::table_rows::TableRows;
use crate::table_schema::TableSchema;
use crate::table_writer::TableWriter;

/// Rows, and bytes of text, after which the builders become a batch.
const BATCH_ROWS: usize = 512;
const BATCH_BYTES: usize = 1 << 20;

/// A file of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusRow {
    /// Identifies the file.
    pub id: String,
    /// The project it belongs to.
    pub project: String,
    /// Its path in the project.
    pub path: String,
    /// Its programming language.
    pub language: String,
    /// train, validation or test.
    pub split: String,
    /// Hash of its content.
    pub content_hash: String,
    /// How its bytes were read as text.
    pub encoding: String,
    /// Its size.
    pub bytes: u64,
    /// Its lines.
    pub lines: u64,
    /// Functions outside classes.
    pub functions: u64,
    /// Functions inside classes.
    pub methods: u64,
    /// Functions and methods with documentation.
    pub documented: u64,
    /// `clean` or `errors`.
    pub parse: String,
    /// How many syntax errors.
    pub syntax_errors: u64,
    /// `unique`, `exact` or `near`.
    pub duplicate: String,
    /// The id of the file that it repeats.
    pub duplicate_of: Option<String>,
    /// Its text, where it is kept.
    pub content: Option<String>,
    /// `ok`, or what kept it out.
    pub status: String,
    /// The details of the status.
    pub reason: Option<String>,
}

/// The columns of a corpus table, `corpus/1`.
pub fn corpus_schema() -> Result<TableSchema> {
    let text = |name, meaning| column(name, DataType::Utf8, meaning);
    let count = |name, meaning| column(name, DataType::UInt64, meaning);
    let columns = vec![
        text("id", "identifies the file"),
        text("project", "project that the file belongs to"),
        text("path", "file inside the project"),
        text("language", "programming language"),
        text("split", "train, validation or test; a project is in one split only"),
        text("content_hash", "hash of the content"),
        text("encoding", "how the bytes were read as text"),
        count("bytes", "size"),
        count("lines", "lines"),
        count("functions", "functions outside classes"),
        count("methods", "functions inside classes"),
        count("documented", "functions and methods with documentation"),
        text("parse", "clean or errors"),
        count("syntax_errors", "number of syntax errors"),
        text("duplicate", "unique, exact or near"),
        text("duplicate_of", "id of the file that it repeats").with_nullable(true),
        text("content", "text, where it is kept").with_nullable(true),
        text("status", "ok, or what kept the file out"),
        text("reason", "details of the status").with_nullable(true),
    ];
    TableSchema::new("corpus/1", columns)
}

/// Writes a corpus table row by row, in the order given.
pub struct CorpusTableWriter {
    schema: TableSchema,
    table: TableWriter,
    columns: Columns,
}

impl CorpusTableWriter {
    /// Starts a table at `path`, under a temporary name until [`CorpusTableWriter::finish`].
    pub fn create(path: &Path) -> Result<Self> {
        let schema = corpus_schema()?;
        let table = TableWriter::create(path, &schema)?;
        Ok(Self { schema, table, columns: Columns::default() })
    }

    /// Adds one file.
    pub fn push(&mut self, row: &CorpusRow) -> Result<()> {
        self.columns.push(row);
        let is_full = self.columns.rows >= BATCH_ROWS || self.columns.text_bytes >= BATCH_BYTES;
        if is_full { self.flush() } else { Ok(()) }
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<FileDigest> {
        self.flush()?;
        self.table.finish()
    }

    fn flush(&mut self) -> Result<()> {
        let columns = std::mem::take(&mut self.columns);
        let batch = RecordBatch::try_new(self.schema.arrow().clone(), columns.finish());
        self.table.write(&batch.map_err(DataError::arrow("corpus rows"))?)
    }
}

/// Streams the rows of a corpus table.
pub struct CorpusTableReader {
    rows: TableRows<CorpusRow>,
}

impl CorpusTableReader {
    /// Opens a table.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self { rows: TableRows::typed(TableReader::open(path, &corpus_schema()?)?) })
    }
}

impl Iterator for CorpusTableReader {
    type Item = Result<CorpusRow>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

/// The builders, texts and counts each in the order of the schema.
#[derive(Default)]
struct Columns {
    before: [StringBuilder; 7],
    counts: [UInt64Builder; 5],
    parse: StringBuilder,
    syntax_errors: UInt64Builder,
    after: [StringBuilder; 5],
    rows: usize,
    text_bytes: usize,
}

impl Columns {
    fn push(&mut self, row: &CorpusRow) {
        let before = [&row.id, &row.project, &row.path, &row.language, &row.split, &row.content_hash, &row.encoding];
        for (builder, text) in self.before.iter_mut().zip(before) {
            builder.append_value(text);
            self.text_bytes += text.len();
        }
        let counts = [row.bytes, row.lines, row.functions, row.methods, row.documented];
        self.counts.iter_mut().zip(counts).for_each(|(builder, count)| builder.append_value(count));
        self.parse.append_value(&row.parse);
        self.syntax_errors.append_value(row.syntax_errors);
        let after = [
            Some(&row.duplicate),
            row.duplicate_of.as_ref(),
            row.content.as_ref(),
            Some(&row.status),
            row.reason.as_ref(),
        ];
        for (builder, text) in self.after.iter_mut().zip(after) {
            builder.append_option(text);
            self.text_bytes += text.map_or(0, String::len);
        }
        self.rows += 1;
    }

    fn finish(mut self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> = Vec::new();
        columns.extend(self.before.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.extend(self.counts.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns.push(Arc::new(self.parse.finish()));
        columns.push(Arc::new(self.syntax_errors.finish()));
        columns.extend(self.after.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef));
        columns
    }
}
