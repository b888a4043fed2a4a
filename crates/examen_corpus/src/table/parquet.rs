//! `.parquet`, a few rows at a time.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray};
use arrow_schema::DataType;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReaderBuilder};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::ChunkReader;

use super::columns::Role;
use super::parquet_depth::is_too_deep;
use super::{Context, Row};
use crate::SkipReason;
use crate::panic_message::panic_message;

/// Bytes of content that one batch of rows should hold.
const BATCH_BYTES: u64 = 4 << 20;

/// Rows of a batch at most.
const BATCH_ROWS: u64 = 512;

pub(super) fn read(input: impl ChunkReader + 'static, context: &mut Context<'_, '_>) -> ControlFlow<()> {
    if is_too_deep(&input) {
        return context.skip_table(SkipReason::CorruptTable, "groups lie too deep in each other");
    }
    // The Arrow schema in the file is ignored: without it all kinds of strings (large, view, dictionary) arrive as one.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    let builder = match guarded(|| ParquetRecordBatchReaderBuilder::try_new_with_options(input, options)) {
        Ok(builder) => builder,
        Err(error) => return context.skip_table(SkipReason::CorruptTable, error.to_string()),
    };
    let fields = builder.schema().fields().clone();
    let names = || fields.iter().map(|field| field.name().as_str());
    let is_text = |index: &usize| matches!(fields[*index].data_type(), DataType::Utf8 | DataType::Binary);
    let chosen = Role::ALL.map(|role| context.columns.best(role, names()).filter(is_text));
    if chosen[Role::Content as usize].is_none() {
        let found: Vec<_> =
            fields.iter().take(20).map(|field| format!("{} {}", field.name(), field.data_type())).collect();
        let detail = format!("no text column {}; found {}", context.columns.wanted(), found.join(", "));
        return context.skip_table(SkipReason::TableWithoutContent, detail);
    }
    let rows = batch_rows(builder.metadata());
    let mask = ProjectionMask::roots(builder.parquet_schema(), chosen.iter().flatten().copied());
    let mut reader = match guarded(|| builder.with_projection(mask).with_batch_size(rows).build()) {
        Ok(reader) => reader,
        Err(error) => return context.skip_table(SkipReason::CorruptTable, error.to_string()),
    };
    let columns = chosen.map(|index| index.map(|index| fields[index].name().as_str()));
    let mut number = 0;
    loop {
        match guarded(|| Ok(reader.next().transpose()?)) {
            Ok(Some(batch)) => read_batch(&batch, &columns, &mut number, context)?,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                let detail = format!("after row {number}: {error}");
                return context.skip_table(SkipReason::CorruptTable, detail);
            }
        }
    }
}

/// Files come from anybody, and the decoder still panics on some damaged ones: that too must end as an error.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|payload| {
        let message = panic_message(&*payload);
        Err(ParquetError::General(format!("damaged beyond what the decoder checks: {message}")))
    })
}

/// Rows to read at once, by the mean size of a row. A lie in the metadata costs speed or some memory.
fn batch_rows(metadata: &ParquetMetaData) -> usize {
    let means = metadata.row_groups().iter().map(|group| {
        let (bytes, rows) = (group.total_byte_size().max(0), group.num_rows().max(1));
        bytes.unsigned_abs() / rows.unsigned_abs()
    });
    let mean = means.max().unwrap_or(0).max(1);
    (BATCH_BYTES / mean).clamp(1, BATCH_ROWS) as usize
}

fn read_batch(
    batch: &RecordBatch,
    columns: &[Option<&str>; Role::ALL.len()],
    number: &mut u64,
    context: &mut Context<'_, '_>,
) -> ControlFlow<()> {
    let arrays = columns.map(|column| column.and_then(|column| batch.column_by_name(column)));
    for index in 0..batch.num_rows() {
        *number += 1;
        let cell = |role: Role| arrays[role as usize].and_then(|array| bytes_at(array, index));
        let text = |role: Role| cell(role).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let row = Row {
            content: cell(Role::Content).map(<[u8]>::to_vec),
            project: text(Role::Project),
            path: text(Role::Path),
            language: text(Role::Language),
        };
        context.take_row(*number, row)?;
    }
    ControlFlow::Continue(())
}

fn bytes_at(array: &ArrayRef, index: usize) -> Option<&[u8]> {
    if array.is_null(index) {
        return None;
    }
    if let Some(strings) = array.as_any().downcast_ref::<StringArray>() {
        return Some(strings.value(index).as_bytes());
    }
    array.as_any().downcast_ref::<BinaryArray>().map(|array| array.value(index))
}
