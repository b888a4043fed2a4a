//! The result log: the scores of a run, one row per value.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer_kind::AnswerKind;
use crate::atomic_file::FileDigest;
use crate::error::{DataError, Result};
use crate::manifest::{Tool, read_json, write_json};

/// The version of the log's fields.
pub const RESULT_SCHEMA: &str = "result/2";

/// The version before, in which facts about examples and answers were words inside `signature`.
const FIRST_SCHEMA: &str = "result/1";

/// The whole of `result.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultLog {
    /// Always [`RESULT_SCHEMA`].
    pub schema: String,
    /// How the values came about.
    pub header: ResultHeader,
    /// The values.
    pub rows: Vec<ResultRow>,
}

/// What holds for all values of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultHeader {
    /// The program that scored.
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

/// One value; one field per fact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResultRow {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The kind of answer that the task asks for, where answers were scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerKind>,
    /// The model, where a log holds several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The metric's name.
    pub metric: String,
    /// The metric's variant in full: tokenization, smoothing, case, version.
    pub signature: String,
    /// The split, where values of several are in one log: `train`, `validation`, `test`, or `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The examples: `all`, `positive`, `negative`, `originals`, `rewritten`, `validation`, `train`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub examples: Option<String>,
    /// The spans that were compared: `both`, `answers`, `facts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spans: Option<String>,
    /// The format of the answers: `spans`, `labels`, `texts`, `mixed`, `none`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// The labels: `true`, `control`, or the difference `true-control`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<String>,
    /// The probing protocol.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<String>,
    /// The rule by which sub-tokens are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The samples of which one has to be right (pass@k).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u32>,
    /// The most samples that an example has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<u32>,
    /// The transformation of rewritten examples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transform: Option<String>,
    /// How much of a function the transformation rewrites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The answer to the original of rewritten examples: `correct`, `wrong`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The value.
    pub value: f64,
    /// Lower end of its interval; null where there is none.
    pub ci_low: Option<f64>,
    /// Upper end of its interval; null where there is none.
    pub ci_high: Option<f64>,
    /// Examples it was computed from.
    pub n: u64,
    /// Examples that have no score and are not in `n`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<u64>,
    /// The seed, where values of several are in one log.
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

    /// Reads a log of this version or of the one before.
    pub fn read(path: &Path) -> Result<Self> {
        match read_json(path, RESULT_SCHEMA) {
            Err(DataError::WrongSchema { found, .. }) if found.as_deref() == Some(FIRST_SCHEMA) => {
                let mut log: Self = read_json(path, FIRST_SCHEMA)?;
                RESULT_SCHEMA.clone_into(&mut log.schema);
                log.rows.iter_mut().for_each(ResultRow::upgrade);
                Ok(log)
            }
            read => read,
        }
    }

    /// Writes the log; a value that is not finite is an error, because JSON would turn it into null in silence.
    pub fn write(&self, path: &Path) -> Result<FileDigest> {
        for (number, row) in self.rows.iter().enumerate() {
            let fields = [("value", Some(row.value)), ("ci_low", row.ci_low), ("ci_high", row.ci_high)];
            for (field, value) in fields {
                if let Some(value) = value.filter(|value| !value.is_finite()) {
                    return Err(DataError::NotFinite { path: path.to_owned(), row: number, field, value });
                }
            }
        }
        write_json(path, self)
    }
}

impl ResultRow {
    /// Moves the facts that the first version kept inside `signature` into their fields.
    fn upgrade(&mut self) {
        let mut variant = Vec::new();
        for fact in self.signature.split('|') {
            let (name, value) = fact.split_once(':').unwrap_or((fact, ""));
            let field = match name {
                "split" => &mut self.split,
                "examples" => &mut self.examples,
                "by" => &mut self.format,
                "labels" => &mut self.labels,
                "probe" => &mut self.protocol,
                "rule" => &mut self.rule,
                _ => {
                    variant.push(fact);
                    continue;
                }
            };
            *field = Some(value.to_owned());
        }
        self.signature = variant.join("|");
    }
}
