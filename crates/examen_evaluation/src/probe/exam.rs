//! A task as a probe sits it.

use std::collections::BTreeMap;

use crate::error::{While as _, refuse};
use examen_corpus::Split;
use examen_data::{InputHash, TaskFolder};
use examen_models::probing::{ProbeTask, SplitLabels};
use examen_suites::probes::{Make, TASKS};
use examen_syntax::Language;
use serde::Deserialize;

use crate::context::Context;
use crate::embed::TextRow;
use crate::score::{TaskKind, is_resat};

/// A task of a data set, without its texts.
pub struct Exam {
    folder: TaskFolder,
    pub suite: String,
    pub task: String,
    /// The classes in order; labels are their numbers.
    pub classes: Vec<String>,
    /// The examples of the test split, in its order.
    pub test: Vec<TestRow>,
    pub labels: ProbeTask,
    pub rows: usize,
}

/// An example of the test split.
#[derive(Deserialize)]
pub struct TestRow {
    pub id: String,
    pub project: String,
}

#[derive(Deserialize)]
struct LabelRow {
    label: String,
    control_label: String,
}

#[derive(Deserialize)]
struct Text {
    text: String,
    language: String,
}

/// The tasks of some folders that a probe can sit, all or those that are named by code or folder; the user is told of tasks that
/// cannot be probed, such as one without validation examples, since that is no failure of the others.
pub fn read_exams(
    folders: Vec<TaskFolder>,
    wanted: &[String],
    has_control: bool,
    context: &Context<'_>,
) -> crate::Result<Vec<Exam>> {
    let mut exams: Vec<Exam> = Vec::new();
    for folder in folders {
        let task = folder.manifest().task.clone();
        let is_wanted = wanted.is_empty() || wanted.iter().any(|word| *word == task || word == code_of(&task));
        if !is_wanted || TaskKind::of(&folder)? != Some(TaskKind::Labels) || is_resat(&folder)? {
            continue;
        }
        if exams.iter().any(|exam| exam.task == task) {
            refuse!("two tasks are called {task}; probe them one after the other");
        }
        match Exam::read(folder, has_control) {
            Ok(exam) => exams.push(exam),
            Err(error) => context.remark(format!("left out: {}", error.explained())),
        }
    }
    Ok(exams)
}

impl Exam {
    /// Reads the labels of a task, with those dealt at random or without.
    fn read(folder: TaskFolder, has_control: bool) -> crate::Result<Self> {
        let manifest = folder.manifest();
        let (suite, task) = (manifest.suite.clone(), manifest.task.clone());
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
            .doing(|| format!("{suite}/{task} cannot be probed"))?;
        let rows = rows.iter().map(Vec::len).sum();
        Ok(Self { folder, suite, task, classes, test, labels, rows })
    }

    /// `suite/task`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.suite, self.task)
    }

    /// The code of the task without language and size: `CPX` of `CPX.python.1k`.
    pub fn code(&self) -> &str {
        code_of(&self.task)
    }

    /// Whether a single token is asked about that stands at the beginning of the text.
    pub fn asks_about_token(&self) -> bool {
        let task = TASKS.iter().find(|task| task.code == self.code());
        task.is_some_and(|task| matches!(task.make, Make::SampleWord(_)))
    }

    /// The version of the data.
    pub fn data_version(&self) -> &str {
        &self.folder.manifest().provenance.data_version
    }

    /// The seed that the data was made with.
    pub fn seed(&self) -> u64 {
        self.folder.manifest().provenance.seed
    }

    /// What the examples are; the same for the same examples, wherever they lie.
    pub fn fingerprint(&self) -> String {
        let mut hash = InputHash::default();
        for file in self.folder.manifest().files.iter().filter(|file| file.path.ends_with(".parquet")) {
            hash.add([file.path.as_bytes(), file.blake3.as_bytes()]);
        }
        hash.to_string()
    }

    /// The texts of some splits one by one.
    pub fn texts(&self, splits: &[Split]) -> crate::Result<impl Iterator<Item = crate::Result<TextRow>> + use<>> {
        let mut readers = Vec::new();
        for &split in splits {
            readers.push(self.folder.rows_with::<Text>(split, &["text", "language"])?);
        }
        Ok(readers.into_iter().flatten().map(|row| {
            let Text { text, language } = row?;
            Ok(TextRow { text, byte: 0, language: Language::of_name(&language) })
        }))
    }
}

/// The code in the name of a task.
pub fn code_of(task: &str) -> &str {
    task.split('.').next().unwrap_or_default()
}

/// The classes that labels are of: numbers by size, words by the alphabet.
fn classes<'l>(labels: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut classes: Vec<&str> = labels.collect();
    classes.sort_unstable();
    classes.dedup();
    classes.sort_by_key(|class| class.parse::<u64>().unwrap_or(u64::MAX));
    classes.into_iter().map(str::to_owned).collect()
}
