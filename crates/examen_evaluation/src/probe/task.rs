//! A task as probes see it.

use std::collections::BTreeMap;
use std::sync::Arc;

use examen_corpus::Split;
use examen_data::{AnswerKind, AnswerSpec, InputHash, TaskFolder};
use examen_models::probing::{ProbeTask, SplitLabels};
use examen_suites::probes::{Make, TASKS};
use examen_syntax::Language;
use serde::Deserialize;

use crate::context::Context;
use crate::embed::TextRow;
use crate::error::{While as _, refuse};

/// A task of a data set that asks for a class, without its texts.
pub struct ProbingTask {
    folder: TaskFolder,
    /// The suite.
    pub suite: String,
    /// The name of the task in its suite.
    pub name: String,
    /// The classes in order; labels are their numbers.
    pub classes: Vec<String>,
    /// The examples of the test split, in its order.
    pub test: Vec<TestRow>,
    /// The labels and control labels of all splits.
    pub labels: ProbeTask,
    /// The number of examples in all splits.
    pub rows: usize,
}

/// An example of the test split.
#[derive(Deserialize)]
pub struct TestRow {
    /// Its id.
    pub id: String,
    /// The project of its source.
    pub project: String,
}

#[derive(Deserialize)]
struct LabelRow {
    label: String,
    control_label: String,
}

#[derive(Deserialize)]
struct Id {
    id: String,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    language: String,
}

/// Reads the tasks of some folders that ask for a class: all, or those that are named by code or folder.
///
/// A task that cannot be probed, such as one without validation examples, is left out with a remark.
pub fn read_tasks(
    folders: Vec<TaskFolder>,
    wanted: &[String],
    has_control: bool,
    context: &Context<'_>,
) -> crate::Result<Vec<Arc<ProbingTask>>> {
    let mut tasks: Vec<Arc<ProbingTask>> = Vec::new();
    for folder in folders {
        let name = folder.manifest().task.clone();
        let is_wanted = wanted.is_empty() || wanted.iter().any(|word| *word == name || word == code_of(&name));
        let is_probed = |answer: &AnswerSpec| answer.kind == AnswerKind::Class && answer.original.is_none();
        if !is_wanted || !folder.answer()?.as_ref().is_some_and(is_probed) {
            continue;
        }
        if tasks.iter().any(|task| task.name == name) {
            refuse!("two tasks are called {name}; probe them one after the other");
        }
        match ProbingTask::read(folder, has_control) {
            Ok(task) => tasks.push(Arc::new(task)),
            Err(error) => context.remark(format!("left out: {}", error.explained())),
        }
    }
    Ok(tasks)
}

impl ProbingTask {
    /// Reads the labels of a task, with its control labels or without.
    fn read(folder: TaskFolder, has_control: bool) -> crate::Result<Self> {
        let manifest = folder.manifest();
        let (suite, name) = (manifest.suite.clone(), manifest.task.clone());
        let mut rows: Vec<Vec<LabelRow>> = Vec::new();
        for split in Split::ALL {
            let of_split = folder.rows_with(split, &["label", "control_label"])?;
            rows.push(of_split.collect::<examen_data::Result<_>>()?);
        }
        let test = folder.rows_with(Split::Test, &["id", "project"])?.collect::<examen_data::Result<_>>()?;
        let classes = classes(rows.iter().flatten().map(|row| row.label.as_str()));
        let number: BTreeMap<&str, usize> =
            classes.iter().enumerate().map(|(at, class)| (class.as_str(), at)).collect();
        let numbers = |of: fn(&LabelRow) -> &str| -> SplitLabels {
            // Control labels are the true ones in another order.
            let mut splits = rows.iter().map(|rows| {
                let numbers = rows.iter().map(|row| number.get(of(row)).copied().unwrap_or(classes.len()));
                numbers.collect::<Vec<usize>>()
            });
            let mut next = || splits.next().unwrap_or_default();
            SplitLabels { training: next(), validation: next(), test: next() }
        };
        let control = has_control.then(|| numbers(|row| &row.control_label));
        let labels = ProbeTask::new(classes.len(), numbers(|row| &row.label), control)
            .doing(|| format!("{suite}/{name} cannot be probed"))?;
        let rows = rows.iter().map(Vec::len).sum();
        Ok(Self { folder, suite, name, classes, test, labels, rows })
    }

    /// Returns `suite/task`.
    pub fn full_name(&self) -> String {
        format!("{}/{}", self.suite, self.name)
    }

    /// Returns the code of the task without language and size: `CPX` of `CPX.python.1k`.
    pub fn code(&self) -> &str {
        code_of(&self.name)
    }

    /// Returns whether a single token is asked about, the first of the text.
    pub fn asks_about_token(&self) -> bool {
        let task = TASKS.iter().find(|task| task.code == self.code());
        task.is_some_and(|task| matches!(task.make, Make::SampleWord(_)))
    }

    /// Returns the version of the data.
    pub fn data_version(&self) -> &str {
        &self.folder.manifest().provenance.data_version
    }

    /// Returns the seed that the data was made with.
    pub fn seed(&self) -> u64 {
        self.folder.manifest().provenance.seed
    }

    /// Returns a hash of the examples; the same for the same examples, wherever they lie.
    pub fn fingerprint(&self) -> String {
        let mut hash = InputHash::default();
        for file in self.folder.manifest().files.iter().filter(|file| file.path.ends_with(".parquet")) {
            hash.add([file.path.as_bytes(), file.blake3.as_bytes()]);
        }
        hash.to_string()
    }

    /// Reads the ids of all splits one by one.
    pub(super) fn ids(&self) -> crate::Result<impl Iterator<Item = crate::Result<String>> + use<>> {
        let mut readers = Vec::new();
        for split in Split::ALL {
            readers.push(self.folder.rows_with::<Id>(split, &["id"])?);
        }
        Ok(readers.into_iter().flatten().map(|row| Ok(row?.id)))
    }

    /// Reads the texts of all splits one by one.
    pub fn texts(&self) -> crate::Result<impl Iterator<Item = crate::Result<TextRow>> + use<>> {
        let mut readers = Vec::new();
        for split in Split::ALL {
            readers.push(self.folder.rows_with::<Text>(split, &["text", "language"])?);
        }
        Ok(readers.into_iter().flatten().map(|row| {
            let Text { text, language } = row?;
            Ok(TextRow { text, byte: 0, language: Language::of_name(&language) })
        }))
    }
}

/// Returns the code in the name of a task.
pub fn code_of(task: &str) -> &str {
    task.split('.').next().unwrap_or_default()
}

/// Returns the distinct labels: numbers by size, words by the alphabet.
fn classes<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut classes: Vec<&str> = labels.collect();
    classes.sort_unstable();
    classes.dedup();
    classes.sort_by_key(|class| class.parse::<u64>().unwrap_or(u64::MAX));
    classes.into_iter().map(str::to_owned).collect()
}
