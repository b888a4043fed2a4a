//! The result log: the marks of a run, one row per figure.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::manifest::{Tool, read_json, write_json};

/// The version of the log's fields.
pub const RESULT_SCHEMA: &str = "result/1";

/// The whole of `result.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultLog {
    /// Always [`RESULT_SCHEMA`].
    pub schema: String,
    /// How the figures came about.
    pub header: ResultHeader,
    /// The figures.
    pub rows: Vec<ResultRow>,
}

/// What holds for all figures of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultHeader {
    /// The program that marked.
    pub tool: Tool,
    /// The recipe that was run, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// Every setting as it was used, defaults included.
    pub configuration: serde_json::Value,
    /// The seeds used.
    pub seeds: Vec<u64>,
    /// Data version by `suite/task`.
    pub data_versions: BTreeMap<String, String>,
    /// The machine, as far as it matters (`cpu`, `cores`, `accelerator`).
    pub hardware: BTreeMap<String, String>,
    /// Predictions by status.
    pub counts_by_status: BTreeMap<String, u64>,
}

/// One figure; one field per fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRow {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The model, where a log holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The metric's name.
    pub metric: String,
    /// The metric's variant in full: tokenisation, smoothing, case, version.
    pub signature: String,
    /// The figure.
    pub value: f64,
    /// Lower end of its interval; null where there is none.
    pub ci_low: Option<f64>,
    /// Upper end of its interval; null where there is none.
    pub ci_high: Option<f64>,
    /// Examples it was computed from.
    pub n: u64,
    /// Examples that have no mark and are not in `n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<u64>,
    /// The seed, where figures of several are in one log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The layer of the network, counted from 0 (embeddings).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<u32>,
    /// The part of the examples (a query, a length class, a language).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
}

impl ResultLog {
    /// A log of this version.
    pub fn new(header: ResultHeader, rows: Vec<ResultRow>) -> Self {
        Self { schema: RESULT_SCHEMA.to_owned(), header, rows }
    }

    /// Reads a log of this version.
    pub fn read(path: &Path) -> Result<Self> {
        read_json(path, RESULT_SCHEMA)
    }

    /// Writes the log; a figure that is no number is an error, because JSON would turn it into null in silence.
    pub fn write(&self, path: &Path) -> Result<FileDigest> {
        for (row, figures) in self.rows.iter().enumerate() {
            let fields = [("value", Some(figures.value)), ("ci_low", figures.ci_low), ("ci_high", figures.ci_high)];
            for (field, value) in fields {
                if let Some(value) = value.filter(|value| !value.is_finite()) {
                    return Err(DataError::NotFinite { path: path.to_owned(), row, field, value });
                }
            }
        }
        write_json(path, self)
    }
}
