//! The rows of the three tasks.

use arrow_schema::{DataType, Field};
use examen_data::{AnswerKind, AnswerSpec, column};
use serde::{Deserialize, Serialize};

/// The column of captions.
pub const CAPTION: &str = "caption";
/// The column that says whether code and caption belong together.
pub const IS_MATCH: &str = "is_match";

/// A function with its caption: an example of `generate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolRow {
    /// The function with the classes around it.
    pub function: String,
    /// The line of the file, from 1, on which it starts.
    pub start_line: u32,
    /// Its code without documentation.
    pub text: String,
    /// Its caption.
    pub caption: String,
}

/// A function with a caption that may be that of another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRow {
    /// The function and the caption.
    #[serde(flatten)]
    pub pair: PoolRow,
    /// Whether the caption is that of the function.
    pub is_match: bool,
}

/// A function with two captions, one of which is its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChooseRow {
    /// The function with the classes around it.
    pub function: String,
    /// The line of the file, from 1, on which it starts.
    pub start_line: u32,
    /// Its code without documentation.
    pub text: String,
    /// The captions.
    pub candidates: Vec<String>,
    /// The position of its own, from 0.
    pub choice: u32,
}

fn code_columns() -> Vec<Field> {
    vec![
        column("function", DataType::Utf8, "the function with the classes around it"),
        column("start_line", DataType::UInt32, "the line of the file, from 1, on which it starts"),
        column("text", DataType::Utf8, "what a model is shown: the function without its documentation"),
    ]
}

/// The columns of `generate`.
pub fn generate_columns() -> Vec<Field> {
    let mut columns = code_columns();
    columns.push(column(CAPTION, DataType::Utf8, "the first sentence of its documentation"));
    columns
}

/// The columns of `match`.
pub fn match_columns() -> Vec<Field> {
    let mut columns = code_columns();
    columns.push(column(CAPTION, DataType::Utf8, "the caption of this function, or of another one"));
    columns.push(column(IS_MATCH, DataType::Boolean, "whether the caption is that of this function"));
    columns
}

/// The columns of `choose`.
pub fn choose_columns() -> Vec<Field> {
    let mut columns = code_columns();
    let item = Field::new("item", DataType::Utf8, false);
    columns.push(column(
        "candidates",
        DataType::List(item.into()),
        "the caption of this function and that of another one",
    ));
    columns.push(column("choice", DataType::UInt32, "the position, from 0, of the caption of this function"));
    columns
}

/// What `generate` asks for.
pub fn generate_answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Text, &["text"], &[CAPTION])
}

/// What `match` asks for.
pub fn match_answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Match, &["text", CAPTION], &[IS_MATCH])
}

/// What `choose` asks for.
pub fn choose_answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Choice, &["text", "candidates"], &["choice"])
}
