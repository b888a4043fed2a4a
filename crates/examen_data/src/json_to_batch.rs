//! JSON objects to a batch of a known schema, with errors that name the row and the column.

use std::sync::Arc;

use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BooleanArray, GenericListArray, LargeStringArray, OffsetSizeTrait, PrimitiveArray,
    RecordBatch, StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef, Fields, SchemaRef};
use serde_json::{Map, Value};

use crate::error::{DataError, Result};

static NULL: Value = Value::Null;

/// Makes a batch of `schema` from objects; `subject` (a file, a task) and the row's number go into errors.
///
/// A missing key is null; a key that is no column, a null where none is allowed and a value of another type are errors.
pub fn rows_to_batch(schema: &SchemaRef, subject: &str, rows: &[Map<String, Value>]) -> Result<RecordBatch> {
    for (row, object) in rows.iter().enumerate() {
        if let Some(key) = object.keys().find(|key| schema.column_with_name(key).is_none()) {
            return Err(bad_row(subject, row, format!("`{key}` is not a column")));
        }
    }
    let mut columns = Vec::with_capacity(schema.fields().len());
    for field in schema.fields() {
        let values = rows.iter().map(|object| object.get(field.name()).unwrap_or(&NULL)).collect();
        columns.push(build(subject, field, &Cells { values, rows: (0..rows.len()).collect() })?);
    }
    // The row count is stated because a schema without columns has none to take it from.
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options).map_err(DataError::arrow(subject))
}

/// The values of one column or of one level inside it, each with the row it belongs to.
struct Cells<'a> {
    values: Vec<&'a Value>,
    rows: Vec<usize>,
}

fn build(subject: &str, field: &Field, cells: &Cells) -> Result<ArrayRef> {
    if !field.is_nullable()
        && let Some(position) = cells.values.iter().position(|value| value.is_null())
    {
        let message = format!("column `{}` may not be null", field.name());
        return Err(bad_row(subject, cells.rows[position], message));
    }
    let column = Column { subject, name: field.name(), cells };
    Ok(match field.data_type() {
        DataType::Boolean => Arc::new(BooleanArray::from(column.convert("a boolean", Value::as_bool)?)),
        DataType::Int8 => column.integers::<Int8Type>()?,
        DataType::Int16 => column.integers::<Int16Type>()?,
        DataType::Int32 => column.integers::<Int32Type>()?,
        DataType::Int64 => column.integers::<Int64Type>()?,
        DataType::UInt8 => column.naturals::<UInt8Type>()?,
        DataType::UInt16 => column.naturals::<UInt16Type>()?,
        DataType::UInt32 => column.naturals::<UInt32Type>()?,
        DataType::UInt64 => column.naturals::<UInt64Type>()?,
        DataType::Float32 => column.numbers::<Float32Type>("a number", |value| value.as_f64().map(|it| it as f32))?,
        DataType::Float64 => column.numbers::<Float64Type>("a number", Value::as_f64)?,
        DataType::Utf8 => Arc::new(StringArray::from(column.convert("a string", Value::as_str)?)),
        DataType::LargeUtf8 => Arc::new(LargeStringArray::from(column.convert("a string", Value::as_str)?)),
        DataType::List(item) => column.list::<i32>(item)?,
        DataType::LargeList(item) => column.list::<i64>(item)?,
        DataType::Struct(fields) => column.object(fields)?,
        other => {
            let data_type = other.to_string();
            return Err(DataError::UnsupportedType { column: field.name().clone(), data_type });
        }
    })
}

struct Column<'a> {
    subject: &'a str,
    name: &'a str,
    cells: &'a Cells<'a>,
}

impl<'a> Column<'a> {
    fn convert<T>(&self, wanted: &str, convert: impl Fn(&'a Value) -> Option<T>) -> Result<Vec<Option<T>>> {
        let cells = self.cells.values.iter().zip(&self.cells.rows);
        cells.map(|(&value, &row)| self.convert_one(value, row, wanted, &convert)).collect()
    }

    fn convert_one<T>(
        &self,
        value: &'a Value,
        row: usize,
        wanted: &str,
        convert: &impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>> {
        if value.is_null() {
            return Ok(None);
        }
        let Some(converted) = convert(value) else {
            let message = format!("column `{}` holds {}, wanted {wanted}", self.name, abbreviate(value));
            return Err(bad_row(self.subject, row, message));
        };
        Ok(Some(converted))
    }

    fn numbers<T: ArrowPrimitiveType>(
        &self,
        wanted: &str,
        convert: impl Fn(&Value) -> Option<T::Native>,
    ) -> Result<ArrayRef> {
        Ok(Arc::new(PrimitiveArray::<T>::from_iter(self.convert(wanted, convert)?)))
    }

    fn integers<T: ArrowPrimitiveType<Native: TryFrom<i64>>>(&self) -> Result<ArrayRef> {
        let wanted = format!("an integer of type {}", T::DATA_TYPE);
        self.numbers::<T>(&wanted, |value| value.as_i64().and_then(|number| number.try_into().ok()))
    }

    fn naturals<T: ArrowPrimitiveType<Native: TryFrom<u64>>>(&self) -> Result<ArrayRef> {
        let wanted = format!("an integer of type {}", T::DATA_TYPE);
        self.numbers::<T>(&wanted, |value| value.as_u64().and_then(|number| number.try_into().ok()))
    }

    fn list<O: OffsetSizeTrait>(&self, item: &FieldRef) -> Result<ArrayRef> {
        let lists = self.convert("a list", Value::as_array)?;
        let lengths = lists.iter().map(|list| list.map_or(0, Vec::len));
        let offsets = OffsetBuffer::<O>::from_lengths(lengths);
        let mut items = Cells { values: Vec::new(), rows: Vec::new() };
        for (list, &row) in lists.iter().zip(&self.cells.rows) {
            let list = list.map_or(&[][..], |list| list.as_slice());
            items.values.extend(list);
            items.rows.extend(std::iter::repeat_n(row, list.len()));
        }
        let values = build(self.subject, &item.as_ref().clone().with_name(self.name), &items)?;
        let array = GenericListArray::<O>::try_new(item.clone(), offsets, values, validity(&lists));
        Ok(Arc::new(array.map_err(DataError::arrow(self.subject))?))
    }

    fn object(&self, fields: &Fields) -> Result<ArrayRef> {
        let objects = self.convert("an object", Value::as_object)?;
        let mut columns = Vec::with_capacity(fields.len());
        for field in fields {
            let values = objects.iter().map(|object| object.and_then(|object| object.get(field.name())));
            let values = values.map(|value| value.unwrap_or(&NULL)).collect();
            // Under an absent object a field is null whatever its type says: the object's own mask covers it.
            let named = Field::new(format!("{}.{}", self.name, field.name()), field.data_type().clone(), true);
            columns.push(build(self.subject, &named, &Cells { values, rows: self.cells.rows.clone() })?);
        }
        let array =
            StructArray::try_new_with_length(fields.clone(), columns, validity(&objects), self.cells.values.len());
        Ok(Arc::new(array.map_err(DataError::arrow(self.subject))?))
    }
}

fn validity<T>(values: &[Option<T>]) -> Option<NullBuffer> {
    let mask: NullBuffer = values.iter().map(Option::is_some).collect::<Vec<_>>().into();
    (mask.null_count() > 0).then_some(mask)
}

fn abbreviate(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn bad_row(subject: &str, row: usize, message: String) -> DataError {
    DataError::BadRow { subject: subject.to_owned(), row: row as u64, message }
}
