//! The rows of the span exams: what a model is shown, what it should point at.

use arrow_schema::{DataType, Field, Fields};
use examen_data::{AnswerKind, AnswerSpec, column};
use serde::{Deserialize, Serialize};

/// One question of a span exam. Lines and columns count from 0, columns in characters; an end line is the last line, an
/// end column the one behind the last character, as the published data has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpanRow {
    /// Id of the query.
    pub query: String,
    /// What the model is asked: the query's name.
    pub query_name: String,
    /// `single` or `multi`.
    pub hops: String,
    /// Whether there is an answer.
    pub example_type: ExampleType,
    /// The code shown, in the order of the file.
    pub blocks: Vec<ShownBlock>,
    /// The answers.
    pub answer_spans: Vec<ShownSpan>,
    /// What supports them.
    pub supporting_fact_spans: Vec<ShownSpan>,
    /// Of a negative example: the places that look like answers.
    pub plausible_spans: Vec<ShownSpan>,
    /// Sub-tokens of the whole input by `CuBERT`'s vocabulary.
    pub length: u32,
    /// Answers and facts that lie in the first 1,024 of them.
    pub spans_within_limit: u32,
    /// The input in the tokens of the chosen vocabulary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Vec<String>>,
    /// A label for each of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<Vec<u8>>,
}

/// Whether a question has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExampleType {
    /// Something looks like an answer and is none.
    Negative,
    /// There is one at least.
    Positive,
}

/// A block of code as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownBlock {
    /// Its place among all blocks of the file by first line; artificial blocks come after all others.
    pub index: u32,
    /// `MODULE_FUNCTION`, `CLASS_FUNCTION`, `CLASS_OTHER`, `MODULE_OTHER` or, for a method of a built-in class, `STUB`.
    pub kind: String,
    /// The dotted path of its class and function from `root`.
    pub path: String,
    /// What the input says before the block: the header of its class, or `module`.
    pub header: String,
    /// Its lines.
    pub content: String,
    /// Where these lines stand in the file; nowhere for an artificial block.
    pub line_ranges: Vec<LineRange>,
    /// Whether the query's rule takes it in.
    pub is_relevant: bool,
    /// Whether it is needed to see why the answer holds.
    pub is_flagged: bool,
}

/// Lines that follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineRange {
    /// The first.
    pub start: u32,
    /// The one behind the last.
    pub end: u32,
}

/// A span of the code shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownSpan {
    /// The block that holds it, as a position in the row's list.
    pub block: u32,
    /// First line.
    pub start_line: u32,
    /// First column.
    pub start_column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
    /// Its text.
    pub text: String,
    /// What it is syntactically, by the names of the paper's Table 10; empty for a span that only looks like an answer.
    pub pattern: String,
}

/// A row of a span exam some of whose lines were broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerturbedRow {
    /// The row as it is shown.
    #[serde(flatten)]
    pub row: SpanRow,
    /// What was done to it.
    pub perturbations: Vec<PerturbedLine>,
}

/// A line that was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerturbedLine {
    /// The line, from 0.
    pub line: u32,
    /// `indentation`, `bracket`, `keyword` or `operator`.
    pub kind: String,
}

/// Is this block relevant to the query?
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RelevanceRow {
    /// Id of the query.
    pub query: String,
    /// What the model is asked: the query's name.
    pub query_name: String,
    /// `single` or `multi`.
    pub hops: String,
    /// Whether the query has an answer in the file.
    pub example_type: ExampleType,
    /// What the blocks of one file and query have in common.
    pub file_example_id: String,
    /// The block's place in the file.
    pub block_index: u32,
    /// Its kind, as in [`ShownBlock`].
    pub block_kind: String,
    /// Its path, as in [`ShownBlock`].
    pub block_path: String,
    /// Its header, as in [`ShownBlock`].
    pub block_header: String,
    /// Its lines.
    pub content: String,
    /// The answer.
    pub is_relevant: bool,
    /// The input in the tokens of the chosen vocabulary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Vec<String>>,
}

/// A window over a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowRow {
    /// Id of the query.
    pub query: String,
    /// What the model is asked: the query's name.
    pub query_name: String,
    /// `single` or `multi`.
    pub hops: String,
    /// Whether the query has an answer in the file.
    pub example_type: ExampleType,
    /// What the windows of one file and query have in common.
    pub file_example_id: String,
    /// Which window, from 0.
    pub window: u32,
    /// How many there are.
    pub window_count: u32,
    /// The input.
    pub tokens: Vec<String>,
    /// A label for each token.
    pub labels: Vec<u8>,
}

impl ExampleType {
    /// The word in the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Negative => "negative",
            Self::Positive => "positive",
        }
    }
}

/// The columns of the span exams, with or without tokens and labels.
pub fn span_columns(has_labels: bool) -> Vec<Field> {
    let mut columns = query_columns();
    columns.extend([
        column("blocks", list(structure(block_fields())), "the code shown, block by block"),
        column(
            "answer_spans",
            list(structure(span_fields())),
            "the spans that answer the query; none in a negative example",
        ),
        column("supporting_fact_spans", list(structure(span_fields())), "the spans that support the answers"),
        column("plausible_spans", list(structure(span_fields())), "of a negative example, what looks like an answer"),
        column("length", DataType::UInt32, "sub-tokens of the input by CuBERT's vocabulary"),
        column("spans_within_limit", DataType::UInt32, "answers and facts within the first 1,024 of them"),
    ]);
    if has_labels {
        columns.extend(label_columns());
    }
    columns
}

/// What the span exams ask for.
pub fn span_answer(has_labels: bool) -> AnswerSpec {
    let (mut input, mut truth) = (vec!["query", "query_name", "blocks"], vec!["answer_spans", "supporting_fact_spans"]);
    if has_labels {
        input.push("tokens");
        truth.push("labels");
    }
    AnswerSpec::new(AnswerKind::Spans, &input, &truth)
}

/// The columns that say which query is asked; all tasks have them.
pub(super) fn query_columns() -> Vec<Field> {
    vec![
        column("query", DataType::Utf8, "id of the query"),
        column("query_name", DataType::Utf8, "its name, which is what a model is asked"),
        column("hops", DataType::Utf8, "single: one block tells; multi: several have to be put together"),
        column("example_type", DataType::Utf8, "positive: there is an answer; negative: something looks like one"),
    ]
}

/// The input as tokens, and a label for each.
pub(super) fn label_columns() -> [Field; 2] {
    [
        column("tokens", list(DataType::Utf8), "the input in the tokens of the chosen vocabulary"),
        column(
            "labels",
            list(DataType::UInt8),
            "0 begin of an answer, 1 inside a span, 2 outside, 3 begin of a fact, 4 not code",
        ),
    ]
}

fn list(item: DataType) -> DataType {
    DataType::List(Field::new_list_field(item, false).into())
}

fn structure(fields: Vec<Field>) -> DataType {
    DataType::Struct(Fields::from(fields))
}

fn block_fields() -> Vec<Field> {
    let range = vec![natural("start"), natural("end")];
    vec![
        natural("index"),
        text("kind"),
        text("path"),
        text("header"),
        text("content"),
        Field::new("line_ranges", list(structure(range)), false),
        Field::new("is_relevant", DataType::Boolean, false),
        Field::new("is_flagged", DataType::Boolean, false),
    ]
}

fn span_fields() -> Vec<Field> {
    let numbers = ["block", "start_line", "start_column", "end_line", "end_column"];
    numbers.into_iter().map(natural).chain(["text", "pattern"].into_iter().map(text)).collect()
}

fn natural(name: &str) -> Field {
    Field::new(name, DataType::UInt32, false)
}

fn text(name: &str) -> Field {
    Field::new(name, DataType::Utf8, false)
}
