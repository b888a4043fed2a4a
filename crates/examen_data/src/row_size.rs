//! How many bytes each row of a batch takes, whatever batch it came in.

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch};
use arrow_schema::{DataType, Field, Schema};

use crate::error::{DataError, Result};

/// Refuses schemas with types that the artefacts do not use (dictionaries, views, dates, …).
///
/// One closed list serves the row sizes here and the JSON forms, so that a table that can be written can be measured
/// and shown.
pub(crate) fn check_types(schema: &Schema) -> Result<()> {
    schema.fields().iter().try_for_each(|field| check_type(field.name(), field.data_type()))
}

/// The size of each row: text and binary by their length, everything else by its fixed width.
pub(crate) fn row_sizes(batch: &RecordBatch) -> Vec<usize> {
    let mut sizes = vec![0; batch.num_rows()];
    for column in batch.columns() {
        add_sizes(column.as_ref(), &mut sizes);
    }
    sizes
}

fn check_type(column: &str, data_type: &DataType) -> Result<()> {
    match data_type {
        // What others write for a column without a value.
        DataType::Null
        | DataType::Boolean
        | DataType::Int8
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::UInt8
        | DataType::UInt16
        | DataType::UInt32
        | DataType::UInt64
        | DataType::Float32
        | DataType::Float64
        | DataType::Utf8
        | DataType::LargeUtf8 => Ok(()),
        DataType::List(item) | DataType::LargeList(item) => check_type(column, item.data_type()),
        DataType::Struct(fields) => {
            fields.iter().try_for_each(|field: &std::sync::Arc<Field>| check_type(column, field.data_type()))
        }
        other => Err(DataError::UnsupportedType { column: column.to_owned(), data_type: other.to_string() }),
    }
}

fn add_sizes(array: &dyn Array, sizes: &mut [usize]) {
    match array.data_type() {
        DataType::Utf8 => add_lengths(array.as_string::<i32>().value_offsets(), sizes),
        DataType::LargeUtf8 => add_lengths(array.as_string::<i64>().value_offsets(), sizes),
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            add_items(list.values(), list.value_offsets(), sizes);
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            add_items(list.values(), list.value_offsets(), sizes);
        }
        DataType::Struct(_) => array.as_struct().columns().iter().for_each(|column| add_sizes(column, sizes)),
        other => {
            let width = other.primitive_width().unwrap_or(1);
            for size in sizes {
                *size += width;
            }
        }
    }
}

fn add_lengths<O: Copy + Into<i64>>(offsets: &[O], sizes: &mut [usize]) {
    for (size, pair) in sizes.iter_mut().zip(offsets.windows(2)) {
        *size += length(pair);
    }
}

fn add_items<O: Copy + Into<i64>>(items: &dyn Array, offsets: &[O], sizes: &mut [usize]) {
    let mut item_sizes = vec![0; items.len()];
    add_sizes(items, &mut item_sizes);
    let mut start = offsets.first().map_or(0, |&first| usize::try_from(first.into()).unwrap_or(0));
    for (size, pair) in sizes.iter_mut().zip(offsets.windows(2)) {
        let end = start + length(pair);
        *size += item_sizes[start.min(items.len())..end.min(items.len())].iter().sum::<usize>();
        start = end;
    }
}

fn length<O: Copy + Into<i64>>(pair: &[O]) -> usize {
    usize::try_from(pair[1].into() - pair[0].into()).unwrap_or(0)
}
