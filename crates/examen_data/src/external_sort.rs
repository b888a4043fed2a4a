//! Sorting by id in bounded memory: full buffers are sorted and spilled, the runs merged at the end.

use std::path::{Path, PathBuf};

use arrow_array::{RecordBatch, UInt64Array};
use arrow_select::concat::concat_batches;
use arrow_select::take::take_record_batch;

use crate::batch_to_json::row_text;
use crate::error::{DataError, Result};
use crate::row_size::row_sizes;
use crate::run_file::{RunWriter, pieces, read_run};
use crate::sorted_merge::{SortedBatches, SortedMerge, ids};
use crate::table_reader::TableReader;
use crate::table_schema::TableSchema;

/// Bytes of rows that a split holds in memory before it spills; sorting them takes about as much again.
pub const SORT_BUFFER_BYTES: usize = 32 << 20;

/// Files read side by side; more are merged in several passes, so that neither memory nor open files grow with the data.
const FAN_IN: usize = 32;

/// What came out of a sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SortSummary {
    /// Rows written.
    pub rows: u64,
    /// Rows dropped because another row has their id.
    pub duplicates: u64,
}

/// Takes rows in any order and gives them back in order of id, each id once.
///
/// Of rows with the same id the one whose JSON sorts first is kept, so that the choice does not depend on the order of
/// arrival.
pub(crate) struct ExternalSorter {
    schema: TableSchema,
    folder: PathBuf,
    stem: String,
    buffer: Vec<RecordBatch>,
    buffer_bytes: usize,
    buffer_limit: usize,
    // Runs by how many merges they have been through: FAN_IN runs of one level become one run of the next.
    levels: Vec<Vec<Run>>,
    runs_made: usize,
    duplicates: u64,
}

/// A sorted file; one that we spilled is removed with its owner.
struct Run {
    path: PathBuf,
    is_spilled: bool,
}

impl Drop for Run {
    fn drop(&mut self) {
        if self.is_spilled {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl ExternalSorter {
    /// Starts a sort that spills into hidden files of `folder` whose names begin with `.STEM.run-`.
    ///
    /// Left-overs of a killed sort under that name are removed: the caller must own `stem` in that folder.
    pub(crate) fn new(schema: &TableSchema, folder: &Path, stem: &str, buffer_limit: usize) -> Result<Self> {
        let sorter = Self {
            schema: schema.clone(),
            folder: folder.to_owned(),
            stem: stem.to_owned(),
            buffer: Vec::new(),
            buffer_bytes: 0,
            buffer_limit,
            levels: Vec::new(),
            runs_made: 0,
            duplicates: 0,
        };
        sorter.remove_leftovers()?;
        Ok(sorter)
    }

    /// Changes how many bytes of rows are held before they are spilled.
    pub(crate) fn set_buffer_limit(&mut self, bytes: usize) {
        self.buffer_limit = bytes;
    }

    /// Adds rows in any order.
    pub(crate) fn push(&mut self, batch: RecordBatch) -> Result<()> {
        self.buffer_bytes += row_sizes(&batch).iter().sum::<usize>();
        self.buffer.push(batch);
        if self.buffer_bytes >= self.buffer_limit {
            let rows = self.take_buffer()?;
            self.spill(0, rows)?;
        }
        Ok(())
    }

    /// Adds a file that is in order of id already; it stays where it is.
    pub(crate) fn add_sorted_file(&mut self, path: &Path) -> Result<()> {
        self.add_run(0, Run { path: path.to_owned(), is_spilled: false })
    }

    /// Hands some columns of all rows, in order of id, to `sink`, and keeps the rows for another time.
    pub(crate) fn look_through(
        &mut self,
        columns: &[&str],
        sink: impl FnMut(&RecordBatch) -> Result<()>,
    ) -> Result<()> {
        if !self.buffer.is_empty() {
            let rows = self.take_buffer()?;
            self.spill(0, rows)?;
        }
        let schema = self.schema.arrow();
        let places = columns.iter().chain(&["id"]).filter_map(|name| Some(schema.column_with_name(name)?.0));
        let mut places: Vec<usize> = places.collect();
        places.sort_unstable();
        places.dedup();
        self.merge_all(Vec::new(), Some(&places), sink).map(|_| ())
    }

    /// Hands all rows, in order, to `sink`.
    pub(crate) fn finish(mut self, sink: impl FnMut(&RecordBatch) -> Result<()>) -> Result<SortSummary> {
        let buffered = if self.buffer.is_empty() { Vec::new() } else { vec![self.take_buffer()?] };
        self.merge_all(buffered, None, sink)
    }

    fn merge_all(
        &self,
        mut streams: Vec<(PathBuf, SortedBatches)>,
        columns: Option<&[usize]>,
        mut sink: impl FnMut(&RecordBatch) -> Result<()>,
    ) -> Result<SortSummary> {
        for run in self.levels.iter().flatten() {
            streams.push(self.open(run, columns)?);
        }
        let schema = match columns {
            Some(columns) => self.schema.arrow().project(columns).map_err(DataError::arrow("sorting rows"))?.into(),
            None => self.schema.arrow().clone(),
        };
        let mut rows = 0;
        let mut merge = SortedMerge::new(&schema, streams);
        while let Some(batch) = merge.next_batch()? {
            rows += batch.num_rows() as u64;
            sink(&batch)?;
        }
        Ok(SortSummary { rows, duplicates: self.duplicates + merge.duplicates() })
    }

    /// The rows of a run, all columns or some by their position.
    fn open(&self, run: &Run, columns: Option<&[usize]>) -> Result<(PathBuf, SortedBatches)> {
        let batches = if run.is_spilled {
            read_run(&run.path, columns.map(<[usize]>::to_vec))?
        } else {
            let reader = TableReader::open(&run.path, &self.schema)?;
            match columns {
                Some(columns) => {
                    let names: Vec<&str> =
                        columns.iter().map(|&at| self.schema.arrow().field(at).name().as_str()).collect();
                    Box::new(reader.with_columns(&names)?)
                }
                None => Box::new(reader),
            }
        };
        Ok((run.path.clone(), batches))
    }

    /// Empties the buffer into a sorted stream.
    fn take_buffer(&mut self) -> Result<(PathBuf, SortedBatches)> {
        let rows = concat_batches(self.schema.arrow(), &self.buffer).map_err(DataError::arrow("sorting rows"))?;
        self.buffer.clear();
        self.buffer_bytes = 0;
        let order = self.order_by_id(&rows)?;
        let sizes = row_sizes(&rows);
        let sizes: Vec<usize> = order.iter().map(|&row| sizes[row]).collect();
        let chunks = pieces(&sizes).into_iter().map(move |(start, end)| {
            let chunk = UInt64Array::from_iter_values(order[start..end].iter().map(|&row| row as u64));
            take_record_batch(&rows, &chunk).map_err(DataError::arrow("sorting rows"))
        });
        Ok((self.folder.clone(), Box::new(chunks)))
    }

    fn order_by_id(&mut self, rows: &RecordBatch) -> Result<Vec<usize>> {
        let ids = ids(&self.folder, rows)?;
        let mut order: Vec<usize> = (0..rows.num_rows()).collect();
        order.sort_by(|&left, &right| ids.value(left).cmp(ids.value(right)));
        let mut kept: Vec<usize> = Vec::with_capacity(order.len());
        for row in order {
            match kept.last_mut() {
                Some(last) if ids.value(*last) == ids.value(row) => {
                    self.duplicates += 1;
                    if row_text(rows, row)? < row_text(rows, *last)? {
                        *last = row;
                    }
                }
                _ => kept.push(row),
            }
        }
        Ok(kept)
    }

    fn spill(&mut self, level: usize, stream: (PathBuf, SortedBatches)) -> Result<()> {
        let run = self.write_run(vec![stream])?;
        self.add_run(level, run)
    }

    fn add_run(&mut self, level: usize, run: Run) -> Result<()> {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        self.levels[level].push(run);
        if self.levels[level].len() < FAN_IN {
            return Ok(());
        }
        let runs = std::mem::take(&mut self.levels[level]);
        let streams = runs.iter().map(|run| self.open(run, None)).collect::<Result<_>>()?;
        let merged = self.write_run(streams)?;
        self.add_run(level + 1, merged)
    }

    fn write_run(&mut self, streams: Vec<(PathBuf, SortedBatches)>) -> Result<Run> {
        let path = self.folder.join(format!("{}{}", self.run_prefix(), self.runs_made));
        self.runs_made += 1;
        let run = Run { path, is_spilled: true };
        let mut writer = RunWriter::create(&run.path, self.schema.arrow())?;
        let mut merge = SortedMerge::new(self.schema.arrow(), streams);
        while let Some(batch) = merge.next_batch()? {
            writer.write(&batch)?;
        }
        self.duplicates += merge.duplicates();
        writer.finish()?;
        Ok(run)
    }

    fn run_prefix(&self) -> String {
        format!(".{}.run-", self.stem)
    }

    fn remove_leftovers(&self) -> Result<()> {
        let prefix = self.run_prefix();
        for entry in std::fs::read_dir(&self.folder).map_err(DataError::io(&self.folder))? {
            let path = entry.map_err(DataError::io(&self.folder))?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&prefix)) {
                std::fs::remove_file(&path).map_err(DataError::io(&path))?;
            }
        }
        Ok(())
    }
}
