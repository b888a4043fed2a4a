//! Cells of a batch as values of any type, without JSON between them.
//!
//! A cell is read as `serde_json` reads the value that [`crate::batch_to_rows`] makes of it, down to the words of its errors. Scores read
//! all examples of an exam, and making trees of values for a few columns cost more than scoring.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Fields};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value};

use crate::batch_to_json::{Cell, item_rows, row_object};
use crate::error::Result;

/// A row of a table, of which single columns are read.
#[derive(Clone, Debug)]
pub struct TableRow {
    batch: Arc<RecordBatch>,
    row: usize,
}

impl TableRow {
    pub(crate) fn new(batch: &Arc<RecordBatch>, row: usize) -> Self {
        Self { batch: batch.clone(), row }
    }

    /// Reads the value of a column; one that the table does not have is null.
    pub fn value<T: DeserializeOwned>(&self, column: &str) -> serde_json::Result<T> {
        match self.batch.column_by_name(column) {
            Some(array) => T::deserialize(CellValue { array, row: self.row }),
            None => T::deserialize(Value::Null),
        }
    }

    /// Returns the text of a column of texts, if it has one.
    pub fn text(&self, column: &str) -> Option<&str> {
        let array = self.batch.column_by_name(column)?.as_string_opt::<i32>()?;
        array.is_valid(self.row).then(|| array.value(self.row))
    }

    /// Reads all columns as the fields of a type that takes those it knows.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        let columns = (self.batch.schema_ref().fields(), self.batch.columns());
        T::deserialize(RowValue(Entries { columns, row: self.row, next: 0 }))
    }

    /// Returns the row as a JSON object.
    pub fn object(&self) -> Result<Map<String, Value>> {
        row_object(&self.batch, self.row)
    }
}

/// The fields of a row or of a structure in it.
struct Entries<'a> {
    columns: (&'a Fields, &'a [ArrayRef]),
    row: usize,
    next: usize,
}

struct RowValue<'a>(Entries<'a>);

#[derive(Clone, Copy)]
struct CellValue<'a> {
    array: &'a ArrayRef,
    row: usize,
}

/// The items of a list.
struct Items<'a> {
    array: &'a ArrayRef,
    rows: Range<usize>,
}

impl<'de> Deserializer<'de> for RowValue<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> serde_json::Result<V::Value> {
        visitor.visit_map(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for CellValue<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> serde_json::Result<V::Value> {
        let Self { array, row } = self;
        if array.is_null(row) {
            return visitor.visit_unit();
        }
        match array.data_type() {
            DataType::Boolean => visitor.visit_bool(array.as_boolean().value(row)),
            DataType::Int8 => whole(array.as_primitive::<Int8Type>().value(row).into(), visitor),
            DataType::Int16 => whole(array.as_primitive::<Int16Type>().value(row).into(), visitor),
            DataType::Int32 => whole(array.as_primitive::<Int32Type>().value(row).into(), visitor),
            DataType::Int64 => whole(array.as_primitive::<Int64Type>().value(row), visitor),
            DataType::UInt8 => visitor.visit_u64(array.as_primitive::<UInt8Type>().value(row).into()),
            DataType::UInt16 => visitor.visit_u64(array.as_primitive::<UInt16Type>().value(row).into()),
            DataType::UInt32 => visitor.visit_u64(array.as_primitive::<UInt32Type>().value(row).into()),
            DataType::UInt64 => visitor.visit_u64(array.as_primitive::<UInt64Type>().value(row)),
            DataType::Float32 => real(array.as_primitive::<Float32Type>().value(row).into(), visitor),
            DataType::Float64 => real(array.as_primitive::<Float64Type>().value(row), visitor),
            DataType::Utf8 => visitor.visit_borrowed_str(array.as_string::<i32>().value(row)),
            DataType::LargeUtf8 => visitor.visit_borrowed_str(array.as_string::<i64>().value(row)),
            DataType::List(_) => {
                let list = array.as_list::<i32>();
                items(list.values(), item_rows(list, row), visitor)
            }
            DataType::LargeList(_) => {
                let list = array.as_list::<i64>();
                items(list.values(), item_rows(list, row), visitor)
            }
            DataType::Struct(fields) => {
                visitor.visit_map(Entries { columns: (fields, array.as_struct().columns()), row, next: 0 })
            }
            // Nulls, and what was kept out when the batch was read.
            _ => visitor.visit_unit(),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> serde_json::Result<V::Value> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> serde_json::Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> serde_json::Result<V::Value> {
        match self.array.as_string_opt::<i32>() {
            Some(texts) if texts.is_valid(self.row) => {
                visitor.visit_enum(IntoDeserializer::<Error>::into_deserializer(texts.value(self.row)))
            }
            _ => serde_json::to_value(Cell { array: self.array, row: self.row })?
                .deserialize_enum(name, variants, visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}

impl CellValue<'_> {
    /// Whether JSON has no value for the cell.
    fn is_null(self) -> bool {
        let Self { array, row } = self;
        array.is_null(row)
            || match array.data_type() {
                DataType::Null => true,
                DataType::Float32 => !array.as_primitive::<Float32Type>().value(row).is_finite(),
                DataType::Float64 => !array.as_primitive::<Float64Type>().value(row).is_finite(),
                _ => false,
            }
    }
}

fn whole<'de, V: Visitor<'de>>(number: i64, visitor: V) -> serde_json::Result<V::Value> {
    match u64::try_from(number) {
        Ok(number) => visitor.visit_u64(number),
        Err(_) => visitor.visit_i64(number),
    }
}

fn real<'de, V: Visitor<'de>>(number: f64, visitor: V) -> serde_json::Result<V::Value> {
    if number.is_finite() { visitor.visit_f64(number) } else { visitor.visit_unit() }
}

fn items<'de, V: Visitor<'de>>(array: &'de ArrayRef, rows: Range<usize>, visitor: V) -> serde_json::Result<V::Value> {
    let length = rows.len();
    let mut items = Items { array, rows };
    let value = visitor.visit_seq(&mut items)?;
    if items.rows.is_empty() { Ok(value) } else { Err(Error::invalid_length(length, &"fewer elements in array")) }
}

impl<'de> SeqAccess<'de> for &mut Items<'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> serde_json::Result<Option<T::Value>> {
        let Some(row) = self.rows.next() else { return Ok(None) };
        seed.deserialize(CellValue { array: self.array, row }).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rows.len())
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> serde_json::Result<Option<K::Value>> {
        let Some(field) = self.columns.0.get(self.next) else { return Ok(None) };
        self.next += 1;
        seed.deserialize(BorrowedStrDeserializer::new(field.name())).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> serde_json::Result<T::Value> {
        seed.deserialize(CellValue { array: &self.columns.1[self.next - 1], row: self.row })
    }
}
