//! What a finished stage leaves about itself: from what it was made, what it wrote, what there is to say about it.
//!
//! A stage whose record has the hash of its present inputs, and whose outputs are what the record says, is done.

use std::path::{Component, Path};

use examen_data::{InputHash, hash_file, write_atomically};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::{Result, RunError};
use crate::folder::{STAGES, files_below};

/// The version of the record's fields.
const SCHEMA: &str = "stage/1";

/// The record of a finished stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageRecord {
    /// Always `stage/1`.
    pub schema: String,
    /// The stage.
    pub stage: String,
    /// A hash of everything that its outputs follow from.
    pub inputs: String,
    /// The files that it wrote.
    pub outputs: Vec<Output>,
    /// Its tables and remarks.
    pub tables: String,
    /// What a summary says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<String>,
    /// Why there is nothing to go on with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub empty: Option<String>,
    /// What was done about too few projects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub few_projects: Option<FewProjects>,
}

/// A file that a stage wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    /// Its path in the folder of the run.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// blake3 of its bytes, in hex.
    pub blake3: String,
}

/// A corpus of too few projects, and what was done about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FewProjects {
    /// The projects that there are.
    pub projects: usize,
    /// What was done.
    pub remedy: String,
}

/// What came of a stage, before its record is written.
#[derive(Default)]
pub(crate) struct Done {
    /// Files and folders that it wrote, by their paths in the folder of the run.
    pub(crate) outputs: Vec<String>,
    pub(crate) tables: String,
    pub(crate) screen: Option<String>,
    pub(crate) empty: Option<String>,
    pub(crate) few_projects: Option<FewProjects>,
}

impl Done {
    /// Nothing was done, for a reason.
    pub(crate) fn nothing(why: impl Into<String>) -> Self {
        Self { empty: Some(why.into()), ..Self::default() }
    }
}

impl StageRecord {
    /// The record of a stage in the folder of a run, if there is one that can be read.
    pub(crate) fn read(root: &Path, stage: &str) -> Option<Self> {
        let text = std::fs::read(record_path(root, stage)).ok()?;
        let record: Self = serde_json::from_slice(&text).ok()?;
        let is_inside =
            |output: &Output| Path::new(&output.path).components().all(|part| matches!(part, Component::Normal(_)));
        // Anybody may have written it, and what it names may be removed.
        (record.schema == SCHEMA && record.stage == stage && record.outputs.iter().all(is_inside)).then_some(record)
    }

    /// Records what a stage did, with the hashes of its outputs.
    pub(crate) fn write(root: &Path, stage: &str, inputs: String, done: Done) -> Result<Self> {
        let mut outputs = Vec::new();
        for path in files_below(root, &done.outputs)? {
            let (bytes, blake3) = hash_file(&root.join(&path))?;
            outputs.push(Output { path, bytes, blake3 });
        }
        // Where the folder lies is no part of what is said.
        let tables = done.tables.replace(&format!("{}/", root.display()), "");
        let Done { screen, empty, few_projects, .. } = done;
        let record = Self {
            schema: SCHEMA.to_owned(),
            stage: stage.to_owned(),
            inputs,
            outputs,
            tables,
            screen,
            empty,
            few_projects,
        };
        let text = serde_json::to_string_pretty(&record).map_err(|error| RunError::request(error.to_string()))?;
        write_atomically(&record_path(root, stage), format!("{text}\n").as_bytes())?;
        Ok(record)
    }

    /// Whether all outputs are what they were.
    pub(crate) fn has_outputs(&self, root: &Path) -> bool {
        self.outputs.iter().all(|output| {
            let path = root.join(&output.path);
            let has_size = std::fs::metadata(&path).is_ok_and(|found| found.len() == output.bytes);
            has_size && hash_file(&path).is_ok_and(|(_, blake3)| blake3 == output.blake3)
        })
    }

    /// A hash of what it wrote and found: an input of the stages behind it.
    pub(crate) fn digest(&self) -> String {
        let mut hash = InputHash::default();
        let outputs = self.outputs.iter().flat_map(|output| [output.path.as_str(), output.blake3.as_str()]);
        hash.add(outputs.chain([self.stage.as_str(), self.empty.as_deref().unwrap_or_default()]));
        hash.to_string()
    }

    /// Removes the record and what the stage wrote, as far as it is still there.
    pub(crate) fn remove(&self, root: &Path) -> Result<()> {
        // The record goes first: what is half removed must not count as finished.
        remove_file(&record_path(root, &self.stage))?;
        for output in &self.outputs {
            remove_file(&root.join(&output.path))?;
        }
        // Folders that are empty now go as well, inner ones first.
        let mut folders: Vec<&Path> =
            self.outputs.iter().flat_map(|it| Path::new(&it.path).ancestors().skip(1)).collect();
        folders.retain(|folder| !folder.as_os_str().is_empty());
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
        folders.dedup();
        for folder in folders {
            let _ = std::fs::remove_dir(root.join(folder));
        }
        Ok(())
    }
}

/// The names of all stages that the folder of a run has records of, sorted.
pub(crate) fn stages_with_records(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root.join(STAGES)).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| !name.starts_with('.'))
        .filter_map(|name| Some(name.strip_suffix(".json")?.to_owned()))
        .collect();
    names.sort_unstable();
    names
}

/// A hash of what a stage follows from.
pub(crate) fn inputs_hash(stage: &str, tool: &str, settings: &Value, sources: &str, upstream: &[String]) -> String {
    let mut hash = InputHash::default();
    let settings = settings.to_string();
    let parts = [stage, tool, &settings, sources].into_iter().chain(upstream.iter().map(String::as_str));
    hash.add(parts);
    hash.to_string()
}

fn record_path(root: &Path, stage: &str) -> std::path::PathBuf {
    root.join(STAGES).join(format!("{stage}.json"))
}

fn remove_file(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(RunError::file(path)(error)),
        _ => Ok(()),
    }
}
