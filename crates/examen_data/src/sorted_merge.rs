//! Several streams of rows in order of id to one, without duplicates.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};

use arrow_array::{RecordBatch, StringArray};
use arrow_schema::SchemaRef;
use arrow_select::interleave::interleave_record_batch;

use crate::batch_to_json::row_text;
use crate::error::{DataError, Result};
use crate::table_schema::text_column;

/// Batches with strictly ascending ids.
pub(crate) type SortedBatches = Box<dyn Iterator<Item = Result<RecordBatch>>>;

/// Merges sorted streams; memory is one batch of each.
pub(crate) struct SortedMerge {
    cursors: Vec<Cursor>,
    // The next id of every cursor that has one at hand.
    heap: BinaryHeap<Reverse<(String, usize)>>,
    // Cursors whose batch is used up; their next batch is fetched when no picked row refers to the old one.
    drained: Vec<usize>,
    duplicates: u64,
}

struct Cursor {
    path: PathBuf,
    batches: SortedBatches,
    batch: RecordBatch,
    row: usize,
    last_id: Option<String>,
}

impl SortedMerge {
    /// Starts on streams of the same schema; the paths are for error messages.
    pub(crate) fn new(schema: &SchemaRef, streams: Vec<(PathBuf, SortedBatches)>) -> Self {
        let empty = RecordBatch::new_empty(schema.clone());
        let cursor = |(path, batches)| Cursor { path, batches, batch: empty.clone(), row: 0, last_id: None };
        let cursors: Vec<Cursor> = streams.into_iter().map(cursor).collect();
        let drained = (0..cursors.len()).collect();
        Self { cursors, heap: BinaryHeap::new(), drained, duplicates: 0 }
    }

    /// Rows dropped so far because a row with their id was there already.
    pub(crate) fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// The next rows in order of id, or none at the end.
    pub(crate) fn next_batch(&mut self) -> Result<Option<RecordBatch>> {
        self.refill()?;
        let mut picks = Vec::new();
        while self.drained.is_empty() {
            let Some(Reverse((id, cursor))) = self.heap.pop() else { break };
            let mut best = (cursor, self.cursors[cursor].row);
            self.advance(cursor)?;
            while self.heap.peek().is_some_and(|Reverse((next, _))| *next == id) {
                let Some(Reverse((_, cursor))) = self.heap.pop() else { break };
                best = self.smaller(best, (cursor, self.cursors[cursor].row))?;
                self.advance(cursor)?;
                self.duplicates += 1;
            }
            picks.push(best);
        }
        if picks.is_empty() {
            return Ok(None);
        }
        let batches: Vec<&RecordBatch> = self.cursors.iter().map(|cursor| &cursor.batch).collect();
        interleave_record_batch(&batches, &picks).map(Some).map_err(DataError::arrow("merging rows"))
    }

    fn refill(&mut self) -> Result<()> {
        for index in std::mem::take(&mut self.drained) {
            let cursor = &mut self.cursors[index];
            while let Some(batch) = cursor.batches.next().transpose()? {
                if batch.num_rows() > 0 {
                    cursor.batch = batch;
                    cursor.row = 0;
                    self.enter(index)?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn advance(&mut self, index: usize) -> Result<()> {
        let cursor = &mut self.cursors[index];
        cursor.row += 1;
        if cursor.row < cursor.batch.num_rows() {
            return self.enter(index);
        }
        self.drained.push(index);
        Ok(())
    }

    /// Puts the cursor's current row in line, after a check that ids ascend.
    fn enter(&mut self, index: usize) -> Result<()> {
        let cursor = &mut self.cursors[index];
        let id = ids(&cursor.path, &cursor.batch)?.value(cursor.row).to_owned();
        if cursor.last_id.as_ref().is_some_and(|last| *last >= id) {
            return Err(DataError::Unsorted { path: cursor.path.clone(), id });
        }
        cursor.last_id = Some(id.clone());
        self.heap.push(Reverse((id, index)));
        Ok(())
    }

    fn smaller(&self, left: (usize, usize), right: (usize, usize)) -> Result<(usize, usize)> {
        let text = |(cursor, row): (usize, usize)| row_text(&self.cursors[cursor].batch, row);
        Ok(if text(right)? < text(left)? { right } else { left })
    }
}

/// The column of ids.
pub(crate) fn ids<'a>(path: &Path, batch: &'a RecordBatch) -> Result<&'a StringArray> {
    text_column(path, batch, "id")
}
