//! Sorted runs on the disk between two steps of a sort: Arrow's own format, which costs no more than copying.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, SchemaRef};

use crate::error::{DataError, Result};
use crate::row_size::row_sizes;
use crate::sorted_merge::SortedBatches;

/// Bytes and rows after which a batch ends. Many runs are read side by side, a batch of each in memory.
const BATCH_BYTES: usize = 256 << 10;
const BATCH_ROWS: usize = 512;

/// Writes a run.
pub(crate) struct RunWriter {
    path: PathBuf,
    writer: FileWriter<BufWriter<File>>,
}

impl RunWriter {
    pub(crate) fn create(path: &Path, schema: &SchemaRef) -> Result<Self> {
        let file = File::create(path).map_err(DataError::io(path))?;
        let writer = FileWriter::try_new(BufWriter::new(file), schema).map_err(arrow(path))?;
        Ok(Self { path: path.to_owned(), writer })
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        for (start, end) in pieces(&row_sizes(batch)) {
            self.writer.write(&batch.slice(start, end - start)).map_err(arrow(&self.path))?;
        }
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        self.writer.finish().map_err(arrow(&self.path))
    }
}

/// The batches of a run: all columns, or some by their position.
pub(crate) fn read_run(path: &Path, columns: Option<Vec<usize>>) -> Result<SortedBatches> {
    let file = File::open(path).map_err(DataError::io(path))?;
    let reader = FileReader::try_new(BufReader::new(file), columns).map_err(arrow(path))?;
    let path = path.to_owned();
    Ok(Box::new(reader.map(move |batch| batch.map_err(arrow(&path)))))
}

/// Where to cut rows of these sizes, in order: first row and the one behind the last of each piece.
pub(crate) fn pieces(sizes: &[usize]) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (row, size) in sizes.iter().enumerate() {
        if row > start && (bytes + size > BATCH_BYTES || row - start == BATCH_ROWS) {
            pieces.push((start, row));
            (start, bytes) = (row, 0);
        }
        bytes += size;
    }
    if start < sizes.len() {
        pieces.push((start, sizes.len()));
    }
    pieces
}

fn arrow(path: &Path) -> impl FnOnce(ArrowError) -> DataError {
    move |error| DataError::arrow(&path.display().to_string())(error)
}
