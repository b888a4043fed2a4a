//! Predictions: what a model answered to each example.

use std::path::Path;

use arrow_schema::DataType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cell_values::TableRow;
use crate::error::{DataError, Result};
use crate::examples::column;
use crate::json_text::JsonText;
use crate::table_rows::typed_row;
use crate::table_schema::TableSchema;

/// How the prediction of an example ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PredictionStatus {
    /// The model answered.
    #[default]
    Ok,
    /// The model was not asked.
    Skipped,
    /// The model was asked and failed.
    Error,
}

impl PredictionStatus {
    /// The word in the `status` column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Skipped => "skipped",
            Self::Error => "error",
        }
    }
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Prediction {
    /// The `id` of the example.
    pub example_id: String,
    /// The model.
    pub model: String,
    /// The answer in the form that the task asks for: a label, a text, a list of spans, scores.
    #[serde(default)]
    #[schemars(with = "Value")]
    pub output: JsonText,
    /// Whether the model saw only a part of the input.
    #[serde(default)]
    pub truncated: bool,
    /// How it ended.
    #[serde(default)]
    pub status: PredictionStatus,
    /// Why it was skipped or failed.
    #[serde(default)]
    pub reason: Option<String>,
}

/// The column of the answers.
pub(crate) const OUTPUT: &str = "output";
/// The columns beside it.
pub(crate) const BESIDE_OUTPUT: [&str; 5] = ["example_id", "model", "truncated", "status", "reason"];

/// The columns of `predictions.parquet`; `output` holds JSON text.
pub fn predictions_schema() -> Result<TableSchema> {
    let columns = vec![
        column("example_id", DataType::Utf8, "id of the example"),
        column("model", DataType::Utf8, "what answered"),
        column("output", DataType::Utf8, "the answer, as JSON"),
        column("truncated", DataType::Boolean, "whether the model saw only a part of the input"),
        column("status", DataType::Utf8, "ok, skipped or error"),
        column("reason", DataType::Utf8, "why it was skipped or failed").with_nullable(true),
    ];
    TableSchema::new("predictions/1", columns)
}

impl Prediction {
    /// A row of the table from a prediction.
    pub(crate) fn into_row(self) -> Map<String, Value> {
        let fields = [
            ("example_id", Value::from(self.example_id)),
            ("model", Value::from(self.model)),
            ("output", Value::from(self.output.to_string())),
            ("truncated", Value::from(self.truncated)),
            ("status", Value::from(self.status.name())),
            ("reason", Value::from(self.reason)),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// A prediction from a row of a table that we wrote.
    pub(crate) fn from_row(path: &Path, row: u64, cells: &TableRow) -> Result<Self> {
        let OurRow { example_id, model, output, truncated, status, reason } = typed_row(path, row, cells)?;
        let output = output.map_or_else(JsonText::default, JsonText::unchecked);
        Ok(Self { example_id, model, output, truncated, status, reason })
    }

    /// A prediction from a row of a table that somebody else wrote.
    ///
    /// Without an `output` column, the columns that are not ours are the answer, as one object.
    pub(crate) fn from_foreign_row(path: &Path, row: u64, cells: &TableRow) -> Result<Self> {
        let mut object = cells.object()?;
        if !object.contains_key(OUTPUT) {
            let (ours, output) = object.into_iter().partition(|(name, _)| BESIDE_OUTPUT.contains(&name.as_str()));
            object = ours;
            object.insert(OUTPUT.to_owned(), Value::Object(output));
        }
        // A null in a column that has a default stands for the default.
        object.retain(|_, value| !value.is_null());
        parse(path, row, object)
    }
}

/// A row as we write it: the output is a text.
#[derive(Deserialize)]
struct OurRow {
    example_id: String,
    model: String,
    output: Option<String>,
    #[serde(default)]
    truncated: bool,
    #[serde(default)]
    status: PredictionStatus,
    #[serde(default)]
    reason: Option<String>,
}

fn parse(path: &Path, row: u64, object: Map<String, Value>) -> Result<Prediction> {
    serde_json::from_value(Value::Object(object)).map_err(|error| bad_row(path, row, error.to_string()))
}

fn bad_row(path: &Path, row: u64, message: String) -> DataError {
    DataError::BadRow { subject: path.display().to_string(), row, message }
}
