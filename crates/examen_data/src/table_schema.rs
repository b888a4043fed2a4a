//! A named and versioned Arrow schema, and the check of a file against it.

use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use crate::error::{DataError, Result};
use crate::row_size::check_types;

/// The key under which every table says which schema it holds.
pub const SCHEMA_KEY: &str = "examen.schema";

/// The columns of a kind of table under a name and a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSchema {
    name: String,
    arrow: SchemaRef,
}

impl TableSchema {
    /// Names columns; `name` is `name/version`, such as `corpus/1`.
    pub fn new(name: impl Into<String>, columns: Vec<Field>) -> Result<Self> {
        // The name enters the metadata when a file is written: kept in the Arrow schema here, it would have to be
        // equal in every batch on the way.
        let arrow = Schema::new(columns);
        check_types(&arrow)?;
        Ok(Self { name: name.into(), arrow: Arc::new(arrow) })
    }

    /// `name/version`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The columns.
    pub fn arrow(&self) -> &SchemaRef {
        &self.arrow
    }

    /// Fails unless `found` is this schema's `name/version`.
    pub fn check_name(&self, path: &Path, found: Option<&str>) -> Result<()> {
        check_schema_name(path, found, &self.name)
    }

    /// Fails unless `found` has these columns, by name, type and order.
    pub fn check_columns(&self, path: &Path, found: &Schema) -> Result<()> {
        for (position, wanted) in self.arrow.fields().iter().enumerate() {
            let same_place = found.fields().get(position).filter(|field| field.name() == wanted.name());
            let Some(field) = same_place else {
                let elsewhere = found.column_with_name(wanted.name());
                let found = elsewhere.map_or("missing".to_owned(), |(place, _)| format!("column {place}"));
                let wanted_text = format!("{} as column {position}", wanted.data_type());
                return Err(wrong_column(path, wanted.name(), found, wanted_text));
            };
            check_column_type(path, field, wanted.data_type())?;
        }
        match found.fields().get(self.arrow.fields().len()) {
            Some(extra) => {
                Err(wrong_column(path, extra.name(), extra.data_type().to_string(), "no such column".into()))
            }
            None => Ok(()),
        }
    }
}

/// Fails unless `found` is the wanted `name/version`.
pub(crate) fn check_schema_name(path: &Path, found: Option<&str>, wanted: &str) -> Result<()> {
    if found == Some(wanted) {
        return Ok(());
    }
    Err(DataError::WrongSchema { path: path.to_owned(), found: found.map(str::to_owned), wanted: wanted.to_owned() })
}

/// Fails unless rows can be selected by a column: it is there and holds text.
pub(crate) fn check_text(subject: &str, columns: &Schema, name: &str) -> Result<()> {
    let found = columns.column_with_name(name).map(|(_, field)| field.data_type());
    if found == Some(&DataType::Utf8) {
        return Ok(());
    }
    let found = found.map_or("missing".to_owned(), ToString::to_string);
    Err(wrong_column(subject.as_ref(), name, found, "Utf8, to select rows by".to_owned()))
}

pub(crate) fn wrong_column(path: &Path, column: &str, found: String, wanted: String) -> DataError {
    DataError::WrongColumn { path: path.to_owned(), column: column.to_owned(), found, wanted }
}

/// A column of text by its name; `subject` is for the error.
pub(crate) fn text_column<'b>(subject: &Path, batch: &'b RecordBatch, name: &str) -> Result<&'b StringArray> {
    let column = batch.column_by_name(name);
    column.and_then(|column| column.as_string_opt::<i32>()).ok_or_else(|| {
        let found = column.map_or("missing".to_owned(), |column| column.data_type().to_string());
        wrong_column(subject, name, found, DataType::Utf8.to_string())
    })
}

fn check_column_type(path: &Path, field: &Field, wanted: &DataType) -> Result<()> {
    // Names and nullability inside lists differ between writers (`item`, `element`) and say nothing.
    if field.data_type().equals_datatype(wanted) {
        return Ok(());
    }
    Err(wrong_column(path, field.name(), field.data_type().to_string(), wanted.to_string()))
}
