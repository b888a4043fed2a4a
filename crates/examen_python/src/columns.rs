//! Columns of results.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Fields, Schema};

/// A column that may be null: rows that could not be read have nothing in it.
pub(crate) fn column(name: &str, kind: DataType) -> FieldRef {
    Arc::new(Field::new(name, kind, true))
}

/// A column of texts.
pub(crate) fn text(name: &str) -> FieldRef {
    column(name, DataType::Utf8)
}

/// A column of whole numbers. They are signed: Spark knows no others, and sums of large unsigned ones wrap in Ray.
pub(crate) fn number(name: &str) -> FieldRef {
    column(name, DataType::Int64)
}

/// A column of lists of texts.
pub(crate) fn texts(name: &str) -> FieldRef {
    column(name, DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))))
}

/// A column of lists of records.
pub(crate) fn records(name: &str, fields: Vec<FieldRef>) -> FieldRef {
    let record = DataType::Struct(Fields::from(fields));
    column(name, DataType::List(Arc::new(Field::new("item", record, true))))
}

/// The same column with signed integers in place of unsigned ones, also inside lists and records.
pub(crate) fn signed(field: &Field) -> Field {
    let kind = match field.data_type() {
        DataType::UInt8 | DataType::UInt16 | DataType::UInt32 | DataType::UInt64 => DataType::Int64,
        DataType::List(item) => DataType::List(Arc::new(signed(item))),
        DataType::LargeList(item) => DataType::LargeList(Arc::new(signed(item))),
        DataType::FixedSizeList(item, size) => DataType::FixedSizeList(Arc::new(signed(item)), *size),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(|field| signed(field)).collect()),
        other => other.clone(),
    };
    field.clone().with_data_type(kind)
}

/// The same batch with columns that rows can be made of: those of the table that are repeated may have any type.
pub(crate) fn plain(batch: RecordBatch) -> Result<RecordBatch, ArrowError> {
    let kinds: Vec<_> = batch.schema().fields().iter().map(|field| plain_kind(field.data_type())).collect();
    if kinds.iter().all(Option::is_none) {
        return Ok(batch);
    }
    let (mut fields, mut columns) = (Vec::new(), Vec::new());
    for ((field, column), kind) in batch.schema().fields().iter().zip(batch.columns()).zip(kinds) {
        let kind = kind.unwrap_or_else(|| field.data_type().clone());
        columns.push(cast(column, &kind)?);
        fields.push(field.as_ref().clone().with_data_type(kind));
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// What is written in place of a type that the artefacts do not use.
fn plain_kind(kind: &DataType) -> Option<DataType> {
    match kind {
        DataType::Utf8View
        | DataType::Date32
        | DataType::Date64
        | DataType::Time32(_)
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Decimal128(..) => Some(DataType::Utf8),
        DataType::Dictionary(_, value) => Some(plain_kind(value).unwrap_or_else(|| value.as_ref().clone())),
        _ => None,
    }
}
