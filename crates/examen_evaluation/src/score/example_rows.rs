//! The examples of a task as scorers read them: a few columns, by name.

use std::path::Path;
use std::rc::Rc;

use examen_corpus::Split;
use examen_data::{DataError, TableRow, TaskFolder};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The columns of an example that a scorer asked for.
pub(super) struct ExampleRow {
    path: Rc<Path>,
    row: u64,
    columns: TableRow,
}

/// Streams the examples of some splits. Columns that are optional need not be in the table.
pub(super) fn example_rows(
    folder: &TaskFolder,
    splits: &[Split],
    columns: &[&str],
    optional: &[&str],
) -> examen_data::Result<impl Iterator<Item = examen_data::Result<ExampleRow>>> {
    let mut parts = Vec::new();
    for &split in splits {
        let mut wanted = columns.to_vec();
        if !optional.is_empty() {
            let schema = folder.read(split)?.schema().clone();
            wanted.extend(optional.iter().filter(|name| schema.column_with_name(name).is_some()));
        }
        let path: Rc<Path> = folder.split_path(split).into();
        let rows = folder.cells_with(split, &wanted)?;
        parts.push(
            rows.enumerate()
                .map(move |(row, columns)| Ok(ExampleRow { path: path.clone(), row: row as u64, columns: columns? })),
        );
    }
    Ok(parts.into_iter().flatten())
}

impl ExampleRow {
    /// Reads a value of the row; that of a column that is not there is null.
    pub(super) fn value<T: DeserializeOwned>(&self, column: &str) -> examen_data::Result<T> {
        self.columns.value(column).map_err(|error| self.bad(format!("`{column}`: {error}")))
    }

    /// Reads a text of the row; a number or a truth value becomes its text.
    pub(super) fn text(&self, column: &str) -> examen_data::Result<String> {
        if let Some(text) = self.columns.text(column) {
            return Ok(text.to_owned());
        }
        match self.value(column)? {
            Value::String(text) => Ok(text),
            value @ (Value::Number(_) | Value::Bool(_)) => Ok(value.to_string()),
            _ => Err(self.bad(format!("`{column}` is neither a text nor a number"))),
        }
    }

    /// The row as an object.
    pub(super) fn object(&self) -> examen_data::Result<Map<String, Value>> {
        self.columns.object()
    }

    /// An error at this row.
    pub(super) fn bad(&self, message: String) -> DataError {
        DataError::BadRow { subject: self.path.display().to_string(), row: self.row, message }
    }
}
