//! The marks of single examples: what figures are made of, and what two models are compared by.

use std::path::{Path, PathBuf};

use arrow_schema::{DataType, Field};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::json_to_batch::rows_to_batch;
use crate::table_reader::TableReader;
use crate::table_rows::TableRows;
use crate::table_schema::TableSchema;
use crate::table_writer::TableWriter;

/// Rows gathered before they become a batch.
const ROWS_AT_A_TIME: usize = 4096;

/// What a metric counted at one example for one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExampleMark {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The metric's name.
    pub metric: String,
    /// The metric's variant in full.
    pub signature: String,
    /// The part of the examples, where the figure is of a part.
    pub group: Option<String>,
    /// The model.
    pub model: String,
    /// The `id` of the example.
    pub example_id: String,
    /// The project of the example: examples of one project are alike.
    pub project: String,
    /// The numbers whose sums over examples make the figure; one number is the mark itself.
    pub counts: Vec<f64>,
}

/// The columns of a file of marks.
pub fn marks_schema() -> Result<TableSchema> {
    let number = Field::new("item", DataType::Float64, false);
    let columns = vec![
        column("suite", DataType::Utf8, "suite of the task"),
        column("task", DataType::Utf8, "task of the example"),
        column("metric", DataType::Utf8, "what is measured"),
        column("signature", DataType::Utf8, "variant of the metric"),
        column("group", DataType::Utf8, "part of the examples").with_nullable(true),
        column("model", DataType::Utf8, "what answered"),
        column("example_id", DataType::Utf8, "id of the example"),
        column("project", DataType::Utf8, "project of the example"),
        column("counts", DataType::List(number.into()), "numbers whose sums make the figure"),
    ];
    TableSchema::new("marks/1", columns)
}

/// Where the marks of a result log are: `result.json` has them in `result.marks.parquet` beside it.
pub fn marks_path(result: &Path) -> PathBuf {
    result.with_extension("marks.parquet")
}

/// Writes marks in the order given.
pub fn write_marks(path: &Path, marks: impl IntoIterator<Item = ExampleMark>) -> Result<FileDigest> {
    let schema = marks_schema()?;
    let mut table = TableWriter::create(path, &schema)?;
    let subject = path.display().to_string();
    let mut marks = marks.into_iter().peekable();
    while marks.peek().is_some() {
        let rows: Vec<Map<String, Value>> =
            marks.by_ref().take(ROWS_AT_A_TIME).map(|mark| row(path, &mark)).collect::<Result<_>>()?;
        table.write(&rows_to_batch(schema.arrow(), &subject, &rows)?)?;
    }
    table.finish()
}

/// Streams the marks of a file.
pub fn read_marks(path: &Path) -> Result<impl Iterator<Item = Result<ExampleMark>> + use<>> {
    Ok(TableRows::typed(TableReader::open(path, &marks_schema()?)?))
}

fn row(path: &Path, mark: &ExampleMark) -> Result<Map<String, Value>> {
    let value = serde_json::to_value(mark).map_err(DataError::json(path))?;
    let Value::Object(object) = value else { return Ok(Map::new()) };
    Ok(object)
}
