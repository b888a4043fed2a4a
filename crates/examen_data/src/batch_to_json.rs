//! Rows of a batch as JSON, columns in the order of the schema.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, GenericListArray, OffsetSizeTrait, RecordBatch};
use arrow_schema::DataType;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Map, Value};

use crate::error::{DataError, Result};
use crate::row_size::check_types;

/// One JSON object a line, in the order of the rows.
pub fn rows_to_jsonl(batch: &RecordBatch) -> Result<String> {
    check_types(batch.schema_ref())?;
    let mut lines = String::new();
    for row in 0..batch.num_rows() {
        lines.push_str(&row_text(batch, row)?);
        lines.push('\n');
    }
    Ok(lines)
}

/// Each row as a JSON object; infinities and not-a-number become null, as JSON has no word for them.
pub fn batch_to_rows(batch: &RecordBatch) -> Result<Vec<Map<String, Value>>> {
    check_types(batch.schema_ref())?;
    (0..batch.num_rows()).map(|row| row_object(batch, row)).collect()
}

/// One row as a JSON object.
pub(crate) fn row_object(batch: &RecordBatch, row: usize) -> Result<Map<String, Value>> {
    match serde_json::to_value(Row { batch, row }) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(other) => Err(not_json(row, &format!("became {other}"))),
        Err(error) => Err(not_json(row, &error.to_string())),
    }
}

/// One row as a line of JSON without its line end.
pub(crate) fn row_text(batch: &RecordBatch, row: usize) -> Result<String> {
    serde_json::to_string(&Row { batch, row }).map_err(|error| not_json(row, &error.to_string()))
}

struct Row<'a> {
    batch: &'a RecordBatch,
    row: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.batch.num_columns()))?;
        for (field, column) in self.batch.schema_ref().fields().iter().zip(self.batch.columns()) {
            map.serialize_entry(field.name(), &Cell { array: column, row: self.row })?;
        }
        map.end()
    }
}

pub(crate) struct Cell<'a> {
    pub(crate) array: &'a ArrayRef,
    pub(crate) row: usize,
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let Cell { array, row } = *self;
        if array.is_null(row) {
            return serializer.serialize_none();
        }
        match array.data_type() {
            DataType::Boolean => serializer.serialize_bool(array.as_boolean().value(row)),
            DataType::Int8 => serializer.serialize_i8(array.as_primitive::<Int8Type>().value(row)),
            DataType::Int16 => serializer.serialize_i16(array.as_primitive::<Int16Type>().value(row)),
            DataType::Int32 => serializer.serialize_i32(array.as_primitive::<Int32Type>().value(row)),
            DataType::Int64 => serializer.serialize_i64(array.as_primitive::<Int64Type>().value(row)),
            DataType::UInt8 => serializer.serialize_u8(array.as_primitive::<UInt8Type>().value(row)),
            DataType::UInt16 => serializer.serialize_u16(array.as_primitive::<UInt16Type>().value(row)),
            DataType::UInt32 => serializer.serialize_u32(array.as_primitive::<UInt32Type>().value(row)),
            DataType::UInt64 => serializer.serialize_u64(array.as_primitive::<UInt64Type>().value(row)),
            DataType::Float32 => serializer.serialize_f32(array.as_primitive::<Float32Type>().value(row)),
            DataType::Float64 => serializer.serialize_f64(array.as_primitive::<Float64Type>().value(row)),
            DataType::Utf8 => serializer.serialize_str(array.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => serializer.serialize_str(array.as_string::<i64>().value(row)),
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                serialize_items(list.values(), item_rows(list, row), serializer)
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                serialize_items(list.values(), item_rows(list, row), serializer)
            }
            DataType::Struct(fields) => {
                let mut map = serializer.serialize_map(Some(fields.len()))?;
                for (field, column) in fields.iter().zip(array.as_struct().columns()) {
                    map.serialize_entry(field.name(), &Cell { array: column, row })?;
                }
                map.end()
            }
            // Nulls, and what `check_types` keeps out.
            _ => serializer.serialize_none(),
        }
    }
}

/// The places of a list's items among those of all rows.
pub(crate) fn item_rows<O: OffsetSizeTrait>(list: &GenericListArray<O>, row: usize) -> Range<usize> {
    let offsets = list.value_offsets();
    offsets[row].as_usize()..offsets[row + 1].as_usize()
}

/// The items of a list are some of those of all rows; a slice of a structure would be a new array for each of its fields.
fn serialize_items<S: Serializer>(
    array: &ArrayRef,
    rows: Range<usize>,
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(rows.len()))?;
    for row in rows {
        sequence.serialize_element(&Cell { array, row })?;
    }
    sequence.end()
}

fn not_json(row: usize, message: &str) -> DataError {
    DataError::BadRow { subject: "rows as JSON".to_owned(), row: row as u64, message: message.to_owned() }
}
