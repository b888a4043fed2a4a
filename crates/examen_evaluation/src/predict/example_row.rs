//! An example as a model sees it.

use examen_suites::rewriting::ORIGINAL;
use serde::Deserialize;
use serde_json::{Map, Value};

/// An example with input columns of its task. Truth columns are never in it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExampleRow {
    /// The id of the example.
    pub id: String,
    /// The programming language of the source.
    pub language: String,
    /// The hash of the file that the example was made from.
    pub content_hash: String,
    /// Whether it is the rewrite of an example.
    pub is_rewritten: bool,
    input: Map<String, Value>,
}

impl ExampleRow {
    /// The columns that every row has.
    pub(super) const COLUMNS: [&'static str; 3] = ["id", "language", "content_hash"];

    /// The column that rows of rewritten examples have beside these.
    pub(super) const TRANSFORM: &'static str = "transform";

    /// Makes a row of the columns that were read.
    pub(crate) fn new(mut columns: Map<String, Value>) -> Self {
        let [id, language, content_hash] = Self::COLUMNS.map(|name| match columns.remove(name) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        });
        let transform = columns.remove(Self::TRANSFORM);
        let is_rewritten = transform.is_some_and(|transform| transform != ORIGINAL);
        Self { id, language, content_hash, is_rewritten, input: columns }
    }

    /// Returns the input columns that were asked for, by name.
    pub fn input(&self) -> &Map<String, Value> {
        &self.input
    }

    /// The same example with another value in an input column.
    pub(super) fn with(&self, column: &str, value: Value) -> Self {
        let mut row = self.clone();
        row.input.insert(column.to_owned(), value);
        row
    }

    /// Returns the text in an input column.
    pub fn text(&self, column: &str) -> Result<&str, String> {
        self.column(column)?.as_str().ok_or_else(|| format!("the column `{column}` holds no text"))
    }

    /// Reads the value of an input column as a type.
    pub fn read<'r, T: Deserialize<'r>>(&'r self, column: &str) -> Result<T, String> {
        T::deserialize(self.column(column)?).map_err(|error| format!("the column `{column}` cannot be read: {error}"))
    }

    fn column(&self, column: &str) -> Result<&Value, String> {
        self.input.get(column).ok_or_else(|| format!("the example has no input column `{column}`"))
    }
}
