//! Writing `OUT/<suite>/<task>/`: rows in any order in, three sorted splits, a manifest and a card out.

use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use serde::Serialize;
use serde_json::{Map, Value};

use examen_corpus::Split;

use crate::atomic_file::write_atomically;
use crate::data_card::render_card;
use crate::error::{DataError, Result};
use crate::examples::{COMMON_COLUMNS, ExampleKey, TaskSchema, split_file};
use crate::external_sort::{ExternalSorter, SORT_BUFFER_BYTES};
use crate::input_hash::InputHash;
use crate::json_to_batch::rows_to_batch;
use crate::manifest::{Counts, FileEntry, MANIFEST_SCHEMA, Manifest, Provenance};
use crate::shard::Shard;
use crate::table_schema::{TableSchema, wrong_column};
use crate::table_writer::TableWriter;

/// The reason under which rows are counted that share their id with another.
pub(crate) const DUPLICATE_REASON: &str = "duplicate-id";

/// Rows gathered before they become a batch.
const PUSHED_ROWS: usize = 256;

/// Takes the examples of one task and writes its folder.
///
/// Order, batches and shards leave no trace: rows are sorted by id, and of rows with one id a single one is kept.
/// Memory stays near three times [`SORT_BUFFER_BYTES`] for each split, however many rows there are.
pub struct TaskWriter {
    folder: PathBuf,
    subject: String,
    schema: TaskSchema,
    table: TableSchema,
    provenance: Provenance,
    shard: Option<Shard>,
    splits: Vec<SplitWriter>,
    pushed: Vec<Map<String, Value>>,
    rows_seen: u64,
    input_hash: InputHash,
    counts: Counts,
}

/// One split on its way to its file.
pub(crate) struct SplitWriter {
    pub(crate) split: Split,
    pub(crate) sorter: ExternalSorter,
    pub(crate) writer: TableWriter,
}

impl TaskWriter {
    /// Starts the folder `OUT/<suite>/<task>`; nothing in it changes before [`TaskWriter::finish`].
    pub fn create(out: &Path, schema: TaskSchema, provenance: Provenance, shard: Option<Shard>) -> Result<Self> {
        let table = schema.table()?;
        let folder = out.join(&schema.suite).join(&schema.task);
        let splits = SplitWriter::create_all(&folder, &table)?;
        let subject = format!("{}/{}", schema.suite, schema.task);
        let (pushed, counts) = (Vec::new(), Counts::default());
        let input_hash = InputHash::default();
        Ok(Self { folder, subject, schema, table, provenance, shard, splits, pushed, rows_seen: 0, input_hash, counts })
    }

    /// Adds one example: its common columns, and its own as anything that serialises to an object.
    pub fn push<T: Serialize + ?Sized>(&mut self, key: &ExampleKey, own: &T) -> Result<()> {
        let mut row = match serde_json::to_value(own) {
            Ok(Value::Object(row)) => row,
            Ok(other) => return Err(self.bad_row(format!("the task's own columns are {other}, wanted an object"))),
            Err(error) => return Err(self.bad_row(error.to_string())),
        };
        let split = key.split.name();
        let common = [key.id.as_str(), &self.schema.suite, &self.schema.task, key.language, key.project, key.path];
        let common = common.into_iter().chain([key.content_hash, split, &self.provenance.data_version]);
        for ((name, _), value) in COMMON_COLUMNS.iter().zip(common) {
            if row.insert((*name).to_owned(), Value::from(value)).is_some() {
                return Err(self.bad_row(format!("`{name}` is a common column, not the task's own")));
            }
        }
        self.pushed.push(row);
        self.rows_seen += 1;
        if self.pushed.len() >= PUSHED_ROWS { self.flush() } else { Ok(()) }
    }

    /// Adds a batch of the whole table's columns; each row goes where its `split` says.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.table.check_columns(self.subject.as_ref(), batch.schema_ref())?;
        let batch = RecordBatch::try_new(self.table.arrow().clone(), batch.columns().to_vec())
            .map_err(DataError::arrow(&self.subject))?;
        self.check_constant(&batch, "suite", &self.schema.suite)?;
        self.check_constant(&batch, "task", &self.schema.task)?;
        self.check_constant(&batch, "data_version", &self.provenance.data_version)?;
        self.rows_seen += batch.num_rows() as u64;
        self.route(&batch)
    }

    /// Adds an input to the hash of all inputs; a shard adds only what it owns.
    pub fn add_input<P: AsRef<[u8]>>(&mut self, parts: impl IntoIterator<Item = P>) {
        self.input_hash.add(parts);
    }

    /// Counts things read, by kind (`files`, `functions`).
    pub fn count_in(&mut self, kind: &str, count: u64) {
        *self.counts.inputs.entry(kind.to_owned()).or_default() += count;
    }

    /// Counts things left out, by reason.
    pub fn skip(&mut self, reason: &str, count: u64) {
        *self.counts.skipped.entry(reason.to_owned()).or_default() += count;
    }

    /// Sorts and writes the splits, the card and, last, the manifest.
    ///
    /// A task without any example is [`DataError::EmptyTask`] and leaves the folder as it was; in a shard it is normal
    /// and written as three empty tables.
    pub fn finish(mut self) -> Result<Manifest> {
        self.flush()?;
        let manifest = Manifest {
            schema: MANIFEST_SCHEMA.to_owned(),
            suite: self.schema.suite,
            task: self.schema.task,
            provenance: self.provenance,
            input_hash: self.input_hash,
            counts: self.counts,
            shard: self.shard,
            files: Vec::new(),
        };
        publish(&self.folder, &self.table, self.splits, manifest)
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.pushed);
        if rows.is_empty() {
            return Ok(());
        }
        let batch = rows_to_batch(self.table.arrow(), &self.subject, &rows);
        let first_row = self.rows_seen - rows.len() as u64;
        let batch = batch.map_err(|error| match error {
            DataError::BadRow { subject, row, message } => DataError::BadRow { subject, row: row + first_row, message },
            other => other,
        })?;
        self.route(&batch)
    }

    fn route(&mut self, batch: &RecordBatch) -> Result<()> {
        let names = text_column(&self.subject, batch, "split")?;
        if let Some(unknown) = names.iter().flatten().find(|name| Split::of_name(name).is_none()) {
            return Err(self.bad_row(format!("`{unknown}` is not a split")));
        }
        for target in &mut self.splits {
            let mask: BooleanArray = names.iter().map(|name| Some(name == Some(target.split.name()))).collect();
            let rows = filter_record_batch(batch, &mask).map_err(DataError::arrow(&self.subject))?;
            if rows.num_rows() > 0 {
                target.sorter.push(rows)?;
            }
        }
        Ok(())
    }

    fn check_constant(&self, batch: &RecordBatch, column: &str, wanted: &str) -> Result<()> {
        let values = text_column(&self.subject, batch, column)?;
        match values.iter().flatten().find(|value| *value != wanted) {
            Some(other) => Err(self.bad_row(format!("`{column}` is `{other}`, wanted `{wanted}`"))),
            None => Ok(()),
        }
    }

    fn bad_row(&self, message: String) -> DataError {
        DataError::BadRow { subject: self.subject.clone(), row: self.rows_seen, message }
    }
}

impl SplitWriter {
    /// Opens all splits of a folder at once: their locks keep a second writer of the same task out from the start.
    pub(crate) fn create_all(folder: &Path, table: &TableSchema) -> Result<Vec<Self>> {
        let create = |split: Split| {
            let writer = TableWriter::create(&folder.join(split_file(split)), table)?;
            let sorter = ExternalSorter::new(table, folder, split.name(), SORT_BUFFER_BYTES)?;
            Ok(Self { split, sorter, writer })
        };
        Split::ALL.into_iter().map(create).collect()
    }
}

/// Sorts the splits into their files and completes `manifest` with what came out; builds and merges end here alike.
pub(crate) fn publish(
    folder: &Path,
    table: &TableSchema,
    splits: Vec<SplitWriter>,
    mut manifest: Manifest,
) -> Result<Manifest> {
    let mut sorted = Vec::new();
    let mut duplicates = 0;
    for SplitWriter { split, sorter, mut writer } in splits {
        let summary = sorter.finish(|batch| writer.write(batch))?;
        manifest.counts.outputs.insert(split.name().to_owned(), summary.rows);
        duplicates += summary.duplicates;
        sorted.push((split, writer));
    }
    if duplicates > 0 {
        *manifest.counts.skipped.entry(DUPLICATE_REASON.to_owned()).or_default() += duplicates;
    }
    if manifest.shard.is_none() && manifest.counts.outputs.values().all(|&rows| rows == 0) {
        return Err(DataError::EmptyTask {
            suite: manifest.suite,
            task: manifest.task,
            counts_in: manifest.counts.inputs,
            counts_skipped: manifest.counts.skipped,
        });
    }
    let manifest_path = folder.join("manifest.json");
    // The manifest stands for a whole folder: the old one goes before the first file changes.
    match std::fs::remove_file(&manifest_path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(DataError::io(&manifest_path)(error)),
        _ => {}
    }
    for (split, writer) in sorted {
        manifest.files.push(FileEntry::new(split_file(split), &writer.finish()?));
    }
    write_atomically(&folder.join("README.md"), render_card(&manifest, table.arrow()).as_bytes())?;
    manifest.write(&manifest_path)?;
    Ok(manifest)
}

fn text_column<'a>(subject: &str, batch: &'a RecordBatch, name: &str) -> Result<&'a arrow_array::StringArray> {
    let column = batch.column_by_name(name);
    column.and_then(|column| column.as_string_opt::<i32>()).ok_or_else(|| {
        let found = column.map_or("missing".to_owned(), |column| column.data_type().to_string());
        wrong_column(subject.as_ref(), name, found, "Utf8".to_owned())
    })
}
