//! Writing `OUT/<suite>/<task>/`: rows in any order in, three sorted splits, a manifest and a card out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use arrow_array::{BooleanArray, RecordBatch};
use arrow_select::filter::filter_record_batch;
use serde::Serialize;

use examen_corpus::Split;

use crate::error::{DataError, Result};
use crate::examples::{ExampleKey, TaskSchema};
use crate::input_hash::InputHash;
use crate::manifest::{Counts, MANIFEST_SCHEMA, Manifest, Provenance};
use crate::quota::Quota;
use crate::row_buffer::RowBuffer;
use crate::selection::{Extent, Selection};
use crate::shard::Shard;
use crate::sorted_task::{SortedTask, SplitWriter};
use crate::suite_card::write_suite_card;
use crate::table_schema::{TableSchema, text_column};

/// Takes the examples of one task and writes its folder.
///
/// Order, batches and shards leave no trace: rows are sorted by id, and of rows with one id a single one is kept.
/// Memory stays near three times [`crate::SORT_BUFFER_BYTES`] for each split, however many rows there are.
pub struct TaskWriter {
    folder: PathBuf,
    subject: String,
    schema: TaskSchema,
    table: TableSchema,
    provenance: Provenance,
    selection: Option<Selection>,
    quota: Option<Quota>,
    shard: Option<Shard>,
    splits: Vec<SplitWriter>,
    pushed: RowBuffer,
    rows_seen: u64,
    input_hash: InputHash,
    counts: Counts,
}

impl TaskWriter {
    /// Starts the folder `OUT/<suite>/<task>`; nothing in it changes before [`TaskWriter::finish`].
    pub fn create(out: &Path, schema: TaskSchema, provenance: Provenance, shard: Option<Shard>) -> Result<Self> {
        let table = schema.table()?;
        let folder = out.join(&schema.suite).join(&schema.task);
        let splits = SplitWriter::create_all(&folder, &table)?;
        let subject = format!("{}/{}", schema.suite, schema.task);
        let pushed = RowBuffer::new(&subject, &table)?;
        Ok(Self {
            folder,
            subject,
            schema,
            table,
            provenance,
            selection: None,
            quota: None,
            shard,
            splits,
            pushed,
            rows_seen: 0,
            input_hash: InputHash::default(),
            counts: Counts::default(),
        })
    }

    /// Keeps only the rows that the rule selects; the others are counted as skipped.
    ///
    /// A shard follows the rule as far as it can without the others and leaves the rest to [`crate::merge`].
    pub fn with_selection(mut self, selection: Selection) -> Result<Self> {
        selection.check(&self.subject, self.table.arrow())?;
        self.selection = Some(selection);
        Ok(self)
    }

    /// Keeps as many rows of each class as the quota says; how many others there were is not counted. A shard keeps all and
    /// leaves the choice to [`crate::merge`].
    pub fn with_quota(mut self, quota: Quota) -> Result<Self> {
        quota.check(&self.subject, self.table.arrow())?;
        self.quota = Some(quota);
        Ok(self)
    }

    /// Holds about so many bytes of rows of each split in memory, in place of [`crate::SORT_BUFFER_BYTES`]: for many writers
    /// at a time. Changes no byte of the result.
    #[must_use]
    pub fn with_sort_buffer(mut self, bytes: usize) -> Self {
        self.splits.iter_mut().for_each(|split| split.sorter.set_buffer_limit(bytes));
        self
    }

    /// Adds one example: its common columns, and its own as anything that serialises to a structure with these fields.
    pub fn push<T: Serialize + ?Sized>(&mut self, key: &ExampleKey, own: &T) -> Result<()> {
        let split = key.split.name();
        let ExampleKey { id, language, project, path, content_hash, .. } = *key;
        let TaskSchema { suite, task, .. } = &self.schema;
        let data_version = &self.provenance.data_version;
        let common = [id.as_str(), suite, task, language, project, path, content_hash, split, data_version];
        if let Err(message) = self.pushed.push(common, own) {
            return Err(self.bad_row(message));
        }
        self.rows_seen += 1;
        if self.pushed.is_full() { self.flush() } else { Ok(()) }
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
    pub fn finish(self) -> Result<Manifest> {
        let sorted = self.sort()?;
        if sorted.is_empty() && !sorted.is_shard() { Err(sorted.into_error()) } else { sorted.publish() }
    }

    /// As [`TaskWriter::finish`], but records a task without any example as three empty tables: for a build whose other
    /// tasks have some.
    pub fn finish_even_if_empty(self) -> Result<Manifest> {
        self.sort()?.publish()
    }

    fn sort(mut self) -> Result<SortedTask> {
        self.flush()?;
        let extent = if self.shard.is_some() { Extent::Shard } else { Extent::All };
        let manifest = Manifest {
            schema: MANIFEST_SCHEMA.to_owned(),
            suite: self.schema.suite,
            task: self.schema.task,
            answer: self.schema.answer,
            provenance: self.provenance,
            selection: self.selection,
            quota: self.quota,
            shortages: Vec::new(),
            input_hash: self.input_hash,
            counts: self.counts,
            shard: self.shard,
            files: Vec::new(),
        };
        SortedTask::new(&self.folder, &self.table, self.splits, manifest, extent)
    }

    fn flush(&mut self) -> Result<()> {
        match self.pushed.take()? {
            Some(batch) => self.route(&batch),
            None => Ok(()),
        }
    }

    fn route(&mut self, batch: &RecordBatch) -> Result<()> {
        let names = text_column(self.subject.as_ref(), batch, "split")?;
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
        let values = text_column(self.subject.as_ref(), batch, column)?;
        match values.iter().flatten().find(|value| *value != wanted) {
            Some(other) => Err(self.bad_row(format!("`{column}` is `{other}`, wanted `{wanted}`"))),
            None => Ok(()),
        }
    }

    fn bad_row(&self, message: String) -> DataError {
        DataError::BadRow { subject: self.subject.clone(), row: self.rows_seen, message }
    }
}

/// Finishes the tasks of one build: those without any example are recorded as empty, unless all are.
///
/// The card of each suite is written anew, with all tasks in its folder. Nothing appears before all are sorted, so that an [`DataError::EmptyTask`] leaves the folders as they were.
pub fn finish_all(writers: Vec<TaskWriter>) -> Result<Vec<Manifest>> {
    let mut sorted = writers.into_iter().map(TaskWriter::sort).collect::<Result<Vec<_>>>()?;
    if !sorted.is_empty() && sorted.iter().all(|task| task.is_empty() && !task.is_shard()) {
        // The task that most was read for says more than one for which nothing was, such as one of another language.
        let read = |at: &usize| sorted[*at].inputs_read();
        let most = (0..sorted.len()).rev().max_by_key(read).unwrap_or(0);
        return Err(sorted.swap_remove(most).into_error());
    }
    let suites: BTreeSet<PathBuf> = sorted.iter().filter_map(|task| Some(task.folder().parent()?.to_owned())).collect();
    let manifests = sorted.into_iter().map(SortedTask::publish).collect::<Result<_>>()?;
    suites.iter().try_for_each(|suite| write_suite_card(suite))?;
    Ok(manifests)
}
