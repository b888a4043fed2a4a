//! The rows of the probing exams.

use arrow_schema::{DataType, Field, Fields};
use examen_data::column;
use serde::{Deserialize, Serialize};

/// One example of a probing task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeRow {
    /// The function that the text is, or that the word stands in; empty for a word outside of all.
    pub function: String,
    /// The line of the file, from 1, on which it starts.
    pub start_line: u32,
    /// What a model is shown.
    pub text: String,
    /// The class to predict.
    pub label: String,
    /// A random class, with the distribution of the true ones (Hewitt and Liang 2019).
    pub control_label: String,
    /// Tokens of the text.
    pub token_count: u32,
    /// The number behind the class.
    pub value: Option<u64>,
    /// What was changed.
    pub mutations: Vec<Mutation>,
}

/// A place of the text that was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutation {
    /// The first token that was replaced, from 0.
    pub position: u32,
    /// What stood there.
    pub original: String,
    /// What stands there now.
    pub mutant: String,
}

/// The column of the classes.
pub const LABEL: &str = "label";
/// The column of the control labels.
pub const CONTROL_LABEL: &str = "control_label";

/// The columns of a probing task.
pub fn probe_columns() -> Vec<Field> {
    let mutation = Fields::from(vec![
        Field::new("position", DataType::UInt32, false),
        Field::new("original", DataType::Utf8, false),
        Field::new("mutant", DataType::Utf8, false),
    ]);
    let mutations = DataType::List(Field::new_list_field(DataType::Struct(mutation), false).into());
    vec![
        column("function", DataType::Utf8, "the function that the text is, or that the word stands in"),
        column("start_line", DataType::UInt32, "the line of the file, from 1, on which the text starts"),
        column("text", DataType::Utf8, "what a model is shown"),
        column(LABEL, DataType::Utf8, "the class to predict"),
        column(CONTROL_LABEL, DataType::Utf8, "control label: a random class, which a probe can only memorise"),
        column("token_count", DataType::UInt32, "tokens of the text"),
        column("value", DataType::UInt64, "the number behind the class").with_nullable(true),
        column("mutations", mutations, "what was changed: first token (from 0), what stood there, what stands there"),
    ]
}
