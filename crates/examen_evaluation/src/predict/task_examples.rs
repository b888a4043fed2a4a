//! The examples of a task, without their truth.

use std::path::PathBuf;

use examen_corpus::Split;
use examen_data::{AnswerKind, AnswerSpec, Manifest, TaskFolder};

use serde_json::{Map, Value};

use super::example_row::ExampleRow;
use crate::error::refuse;

/// A task as a model is told of it.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskInfo {
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The kind of answer, and the columns of input and truth.
    pub answer: AnswerSpec,
    /// What the task asks, in words; empty where nothing says so.
    pub about: String,
    /// The classes to choose from; empty where they are not fixed.
    pub classes: Vec<String>,
}

impl TaskInfo {
    /// Returns `suite/task`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.suite, self.task)
    }

    /// Returns the columns that a model may be shown.
    pub fn shown_columns(&self) -> impl Iterator<Item = &str> {
        self.answer.input.iter().map(String::as_str).filter(|column| !self.answer.has_truth(column))
    }

    /// Returns an example, all columns of its row, as a model sees it: without the truth.
    pub fn shown(&self, example: Map<String, Value>) -> ExampleRow {
        let wanted: Vec<&str> =
            self.shown_columns().chain(ExampleRow::COLUMNS).chain([ExampleRow::TRANSFORM]).collect();
        ExampleRow::new(example.into_iter().filter(|(name, _)| wanted.contains(&name.as_str())).collect())
    }

    /// Accepts the task if it asks for an answer of one of these kinds; otherwise says which kind it asks for.
    pub fn asks_for(&self, kinds: &[AnswerKind]) -> Result<(), String> {
        if kinds.contains(&self.answer.kind) { Ok(()) } else { Err(format!("asking for {}", self.answer.kind.name())) }
    }
}

/// The examples of a task that are to be answered.
#[derive(Clone, Debug)]
pub struct TaskExamples {
    /// The task.
    pub info: TaskInfo,
    folder: TaskFolder,
    splits: Vec<Split>,
    limit: Option<usize>,
}

impl TaskExamples {
    /// Only the examples with the smallest ids, at most so many.
    pub(super) fn limited(self, limit: Option<usize>) -> Self {
        Self { limit, ..self }
    }

    /// The examples in some splits of a task folder; nothing for a task of no known kind.
    pub fn new(folder: TaskFolder, splits: &[Split]) -> crate::Result<Option<Self>> {
        let Some(answer) = folder.answer()? else { return Ok(None) };
        let Manifest { suite, task, .. } = folder.manifest();
        let original = original_folder(&folder, &answer).and_then(|path| TaskFolder::open(&path).ok());
        let asking = original.as_ref().unwrap_or(&folder).manifest();
        let info = TaskInfo {
            suite: suite.clone(),
            task: task.clone(),
            answer,
            about: asking.provenance.card.about.clone(),
            classes: asking.quota.as_ref().map(|quota| quota.classes.clone()).unwrap_or_default(),
        };
        Ok(Some(Self { info, folder, splits: splits.to_vec(), limit: None }))
    }

    /// The number of examples, by the manifest.
    pub(super) fn most_rows(&self) -> u64 {
        let is_asked = |path: &str| self.splits.iter().any(|&split| self.folder.split_path(split).ends_with(path));
        let rows: u64 =
            self.folder.manifest().files.iter().filter(|file| is_asked(&file.path)).map(|file| file.rows).sum();
        rows.min(self.limit.map_or(u64::MAX, |limit| limit as u64))
    }

    /// A setting that the examples were made with, by its name in the manifest.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.folder.manifest().provenance.configuration.get(name)?.as_str()
    }

    /// Reads the examples one by one, split by split, with some of the input columns.
    ///
    /// A column that is not an input of the task, or holds its truth, is an error.
    pub fn rows(&self, columns: &[&str]) -> crate::Result<impl Iterator<Item = crate::Result<ExampleRow>> + use<>> {
        let answer = &self.info.answer;
        for &column in columns {
            if answer.has_truth(column) || !answer.input.iter().any(|name| name == column) {
                refuse!("the column `{column}` of {} is not shown to models", self.info.name());
            }
        }
        let mut columns = [&ExampleRow::COLUMNS[..], columns].concat();
        columns.extend(answer.original.as_ref().map(|_| ExampleRow::TRANSFORM));
        let mut readers = Vec::new();
        for &split in &self.splits {
            readers.push(self.folder.objects_with(split, &columns)?);
        }
        let limit = self.limit.unwrap_or(usize::MAX);
        Ok(readers.into_iter().flatten().take(limit).map(|row| Ok(ExampleRow::new(row?))))
    }

    /// Returns the task whose training and validation splits a model learns from: the task itself or, for rewritten examples,
    /// the task of the original ones, whose folder must lie beside that of the suite.
    pub(super) fn training_task(&self) -> crate::Result<TaskFolder> {
        match original_folder(&self.folder, &self.info.answer) {
            Some(path) => Ok(TaskFolder::open(&path)?),
            None => Ok(self.folder.clone()),
        }
    }
}

/// The folder of the task whose examples another rewrites.
fn original_folder(folder: &TaskFolder, answer: &AnswerSpec) -> Option<PathBuf> {
    answer.original.as_ref()?;
    let (suite, task) = folder.manifest().task.split_once('.')?;
    Some(folder.path().parent()?.parent()?.join(suite).join(task))
}
