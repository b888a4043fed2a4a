//! The scores of single examples: what values are made of, and what two models are compared by.

use std::fmt;
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

/// What is measured: a metric at some examples of a task. The fields are those of a [`crate::ResultRow`].
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Measure {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The part of the examples, where the value is of a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// The transformation of rewritten examples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transform: Option<String>,
    /// How much of a function the transformation rewrites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The metric's name.
    pub metric: String,
    /// The metric's variant in full.
    pub signature: String,
    /// The examples: `all`, `originals`, `rewritten`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub examples: Option<String>,
    /// The rule by which sub-tokens are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The samples of which one has to be right (pass@k).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
}

impl fmt::Display for Measure {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.suite, self.task)?;
        if let Some(group) = &self.group {
            write!(formatter, " {group}")?;
        }
        match (&self.transform, &self.place, self.examples.as_deref()) {
            (Some(transform), Some(place), _) => write!(formatter, " rewrite:{transform}/{place}"),
            (Some(transform), None, _) => write!(formatter, " rewrite:{transform}"),
            (None, _, Some("originals")) => formatter.write_str(" rewrite:original"),
            (None, ..) => Ok(()),
        }
    }
}

/// What a metric counted at one example for one model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExampleScore {
    /// What is measured.
    #[serde(flatten)]
    pub of: Measure,
    /// The model.
    pub model: String,
    /// The `id` of the example.
    pub example_id: String,
    /// The project of the example: examples of one project are alike.
    pub project: String,
    /// The numbers whose sums over examples make the value; one number is the score itself.
    pub counts: Vec<f64>,
}

/// The columns of a file of example scores.
pub fn example_scores_schema() -> Result<TableSchema> {
    let number = Field::new("item", DataType::Float64, false);
    let optional = |name: &str, about: &str| column(name, DataType::Utf8, about).with_nullable(true);
    let columns = vec![
        column("suite", DataType::Utf8, "suite of the task"),
        column("task", DataType::Utf8, "task of the example"),
        column("metric", DataType::Utf8, "what is measured"),
        column("signature", DataType::Utf8, "variant of the metric"),
        optional("examples", "all, originals or rewritten"),
        optional("rule", "rule by which sub-tokens are counted"),
        column("k", DataType::UInt32, "samples of which one has to be right").with_nullable(true),
        optional("transform", "transformation of a rewritten example"),
        optional("place", "how much of a function it rewrites"),
        optional("group", "part of the examples"),
        column("model", DataType::Utf8, "what answered"),
        column("example_id", DataType::Utf8, "id of the example"),
        column("project", DataType::Utf8, "project of the example"),
        column("counts", DataType::List(number.into()), "numbers whose sums make the value"),
    ];
    TableSchema::new("scores/1", columns)
}

/// Where the example scores of a result log are: `result.json` has them in `result.scores.parquet` beside it.
pub fn example_scores_path(result: &Path) -> PathBuf {
    result.with_extension("scores.parquet")
}

/// Writes example scores in the order given.
pub fn write_example_scores(path: &Path, scores: impl IntoIterator<Item = ExampleScore>) -> Result<FileDigest> {
    let schema = example_scores_schema()?;
    let mut table = TableWriter::create(path, &schema)?;
    let subject = path.display().to_string();
    let mut scores = scores.into_iter().peekable();
    while scores.peek().is_some() {
        let rows: Vec<Map<String, Value>> =
            scores.by_ref().take(ROWS_AT_A_TIME).map(|score| row(path, &score)).collect::<Result<_>>()?;
        table.write(&rows_to_batch(schema.arrow(), &subject, &rows)?)?;
    }
    table.finish()
}

/// Streams the example scores of a file.
pub fn read_example_scores(path: &Path) -> Result<impl Iterator<Item = Result<ExampleScore>> + use<>> {
    Ok(TableRows::typed(TableReader::open(path, &example_scores_schema()?)?))
}

fn row(path: &Path, score: &ExampleScore) -> Result<Map<String, Value>> {
    let value = serde_json::to_value(score).map_err(DataError::json(path))?;
    let Value::Object(object) = value else { return Ok(Map::new()) };
    Ok(object)
}
