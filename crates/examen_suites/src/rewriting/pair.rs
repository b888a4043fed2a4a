//! What a row says of the example that it comes from.

use arrow_schema::{DataType, Field, Fields};
use examen_data::{ExampleId, column};
use serde::{Deserialize, Serialize};

use super::carrying::MovedText;
use super::rewrite::Rewrite;

/// The column of the originals.
pub const ORIGINAL_ID: &str = "original_id";
/// In place of a transformation's code: the example itself.
pub const ORIGINAL: &str = "original";
/// The column of the transformations.
const TRANSFORM: &str = "transform";

/// A row of another suite, and what it is a rewrite of.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Paired<R> {
    /// The row.
    #[serde(flatten)]
    pub row: R,
    /// Where it comes from.
    #[serde(flatten)]
    pub pair: Pair,
}

/// What a row is a rewrite of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The example that was rewritten: its id in its own suite.
    pub original_id: String,
    /// The transformation, or [`ORIGINAL`].
    pub transform: String,
    /// `single`, `all`, or empty for the original.
    pub place: String,
    /// Which of the single places, from 1; 0 for all and for the original.
    pub site: u32,
    /// Statements of the function that was rewritten, before.
    pub statements: u32,
    /// What stands where now, in the order of the text.
    pub edits: Vec<MovedText>,
}

/// The columns that rows have behind those of the other suite.
pub fn pair_columns() -> Vec<Field> {
    let sides = ["old_start", "old_end", "new_start", "new_end"];
    let names = sides.into_iter().flat_map(|side| ["line", "column"].map(|what| format!("{side}_{what}")));
    let fields: Vec<Field> = names.map(|name| Field::new(name, DataType::UInt32, false)).collect();
    let edits = DataType::List(Field::new_list_field(DataType::Struct(Fields::from(fields)), false).into());
    vec![
        column(ORIGINAL_ID, DataType::Utf8, "the example that was rewritten: its id in its own suite"),
        column(TRANSFORM, DataType::Utf8, "the transformation, or `original`"),
        column("place", DataType::Utf8, "single: one place of the function; all: all of them; empty for the original"),
        column("site", DataType::UInt32, "which of the single places, from 1"),
        column("statements", DataType::UInt32, "statements of the function before it was rewritten"),
        column("edits", edits, "pieces of the original file and where what replaces them stands, from 0"),
    ]
}

impl Pair {
    /// Of the example itself.
    pub(crate) fn of_original(id: &ExampleId, statements: u32) -> Self {
        Self {
            original_id: id.to_string(),
            transform: ORIGINAL.to_owned(),
            place: String::new(),
            site: 0,
            statements,
            edits: Vec::new(),
        }
    }

    /// Of a rewrite of it.
    pub(crate) fn of_rewrite(id: &ExampleId, statements: u32, rewrite: &Rewrite, moved: &[MovedText]) -> Self {
        Self {
            original_id: id.to_string(),
            transform: rewrite.transform.to_owned(),
            place: rewrite.place.to_owned(),
            site: rewrite.site,
            statements,
            edits: moved.to_vec(),
        }
    }
}

/// The name of a row of a task: of the original, or of what the rewrite of the file's `function`th function makes of it.
/// Rows of one original stay together.
pub(crate) fn row_id(id: &ExampleId, folder: &str, rewrite: Option<(usize, &Rewrite)>) -> ExampleId {
    let (transform, place) = match rewrite {
        None => (ORIGINAL, String::new()),
        Some((function, rewrite)) => (rewrite.transform, format!("{function}/{}/{}", rewrite.place, rewrite.site)),
    };
    // What tells the rows of one whole apart has 16 bits for its purpose and 32 for its number: all of them are needed.
    let purpose = format!("{folder}/{transform}/{place}");
    let number = ExampleId::new(["robustness", &purpose]);
    let number = u32::from_str_radix(number.as_str().get(..8).unwrap_or_default(), 16).unwrap_or_default();
    id.part(&purpose, number)
}
