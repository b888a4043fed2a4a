//! `manifest.json`: where the examples of a task come from and what was left out.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::answer_kind::AnswerSpec;
use crate::atomic_file::{FileDigest, write_atomically};
use crate::card_info::CardInfo;
use crate::error::{DataError, Result};
use crate::input_hash::InputHash;
use crate::quota::{Quota, Shortage};
use crate::selection::Selection;
use crate::shard::Shard;
use crate::table_schema::check_schema_name;

/// The version of the manifest's fields.
pub const MANIFEST_SCHEMA: &str = "manifest/1";

/// The program that made an artefact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What decides the content of a task besides its input; equal in all shards of a build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Provenance {
    /// The program.
    pub tool: Tool,
    /// The version of the task's definition; raised by any change that alters rows.
    pub data_version: String,
    /// The seed of every random choice.
    pub seed: u64,
    /// Every setting as it was used, defaults included; without the output folder and the shard.
    pub configuration: serde_json::Value,
    /// The command that makes the same again, without the output folder and the shard.
    pub command: String,
    /// What the data card tells.
    pub card: CardInfo,
}

/// What went in, what came out, what was left out. The counts of shards add up to those of the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// What was read, by kind (files, functions, …).
    #[serde(rename = "in")]
    pub inputs: BTreeMap<String, u64>,
    /// Examples by split.
    #[serde(rename = "out")]
    pub outputs: BTreeMap<String, u64>,
    /// What was left out, by reason.
    pub skipped: BTreeMap<String, u64>,
}

/// A file of the task folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileEntry {
    /// Its name in the folder.
    pub path: String,
    /// Rows in it.
    pub rows: u64,
    /// Its size.
    pub bytes: u64,
    /// blake3 of its bytes, in hex.
    pub blake3: String,
}

/// The whole of `manifest.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Manifest {
    /// Always [`MANIFEST_SCHEMA`].
    pub schema: String,
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// What it asks for; absent in folders of earlier versions, whose columns tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerSpec>,
    /// How the task was made.
    #[serde(flatten)]
    pub provenance: Provenance,
    /// Which rows were kept; absent when all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// How many rows of each class were wanted; absent when any number was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
    /// The classes that the corpus could not fill, by split.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shortages: Vec<Shortage>,
    /// A hash over all inputs, the same for any order of reading.
    #[schemars(with = "String")]
    pub input_hash: InputHash,
    /// In, out, skipped.
    pub counts: Counts,
    /// The part of the build that this folder holds; absent when it holds all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The files of the folder besides this one and the card.
    pub files: Vec<FileEntry>,
}

impl Manifest {
    /// Reads a manifest of this version.
    pub fn read(path: &Path) -> Result<Self> {
        read_json(path, MANIFEST_SCHEMA)
    }

    /// Writes the manifest.
    pub fn write(&self, path: &Path) -> Result<FileDigest> {
        write_json(path, self)
    }
}

impl Counts {
    /// Adds the counts of another shard.
    pub fn add(&mut self, other: &Self) {
        add_counts(&mut self.inputs, &other.inputs);
        add_counts(&mut self.outputs, &other.outputs);
        add_counts(&mut self.skipped, &other.skipped);
    }
}

impl FileEntry {
    /// Names a digest.
    pub fn new(path: impl Into<String>, digest: &FileDigest) -> Self {
        Self { path: path.into(), rows: digest.rows, bytes: digest.bytes, blake3: digest.blake3.clone() }
    }
}

/// Reads a JSON document whose `schema` field must be `wanted`.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, wanted: &str) -> Result<T> {
    let text = examen_corpus::read_plain_text(path).map_err(DataError::io(path))?;
    // The version first: the fields of another version would only give confusing errors.
    let value: serde_json::Value = serde_json::from_str(&text).map_err(DataError::json(path))?;
    check_schema_name(path, value.get("schema").and_then(serde_json::Value::as_str), wanted)?;
    serde_json::from_value(value).map_err(DataError::json(path))
}

/// Writes a JSON document for people to read as well.
pub(crate) fn write_json<T: Serialize>(path: &Path, document: &T) -> Result<FileDigest> {
    let mut text = serde_json::to_string_pretty(document).map_err(DataError::json(path))?;
    text.push('\n');
    write_atomically(path, text.as_bytes())
}

fn add_counts(counts: &mut BTreeMap<String, u64>, others: &BTreeMap<String, u64>) {
    for (name, count) in others {
        *counts.entry(name.clone()).or_default() += count;
    }
}
