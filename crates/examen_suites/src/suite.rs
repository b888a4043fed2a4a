//! A suite as a value, and an exam: a suite with its settings, ready to make rows.
//!
//! The generic builder of `examen_evaluation` and the command line know suites by these types and by [`crate::SUITES`] alone. A suite
//! is one module with a [`Suite`], a settings struct whose fields are its flags, and an implementation of [`Exam`].

use std::any::Any;
use std::collections::BTreeMap;

use arrow_schema::Field;
use clap::{ArgMatches, Command, ValueEnum};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerSpec, ExampleId, Quota, Rank, Selection, did_you_mean};
use examen_syntax::{Language, LazyParsedFile};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::source::{LeftOut, SourceKey};

/// A family of exams.
pub struct Suite {
    /// Its name, which is also its folder's.
    pub name: &'static str,
    /// What it asks, in a sentence.
    pub about: &'static str,
    /// The languages that its exams are made from.
    pub languages: &'static [Language],
    /// The shares of the splits.
    pub shares: Shares,
    /// The splits without which there is no score: those that its models are trained on and chosen by, and test.
    pub needs: &'static [Split],
    /// What an example shows.
    pub shown: Shown,
    /// The version of what its rows mean.
    pub data_version: &'static str,
    /// The editions that it has; the first is the default. None where all is said by the settings.
    pub editions: &'static [Edition],
    /// All tasks, for lists; empty where tasks are not chosen by name.
    pub tasks: fn() -> Vec<TaskInfo>,
    /// Adds the flags of its settings to a command.
    pub add_flags: fn(Command) -> Command,
    /// Makes the exam that the flags ask for.
    pub exam: MakeExam,
    /// What it means that nothing was read, and that nothing came of what was read.
    pub why_empty: [&'static str; 2],
}

/// What an example shows: the smallest unit that a split may keep together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Parts of a file that belong together, or all of it.
    Files,
    /// A function, or something inside one.
    Functions,
}

/// Makes an exam from flags and from what is asked of every suite.
pub type MakeExam = fn(&ArgMatches, &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError>;

/// A task of a suite, for lists.
pub struct TaskInfo {
    /// Its name.
    pub name: &'static str,
    /// What is asked and shown.
    pub description: &'static str,
    /// Whether it is made when nobody names tasks.
    pub is_usual: bool,
}

/// Whose rules are followed: those that are sound, or those of the papers and their published data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Edition {
    /// Queries: labels say exactly which spans there are.
    Clean,
    /// Queries: one-character facts are lost, adjacent spans merge, and so on (docs/queries-suite.md). Probes: the
    /// definitions of the paper's text.
    Paper,
    /// Probes: what the published files show, where they differ from the paper (docs/probes-suite.md).
    Published,
}

/// What is asked of every suite, and how its exam reads what it is told.
pub struct ExamRequest<'r> {
    /// Decides every random choice.
    pub seed: u64,
    /// The languages of the corpus.
    pub languages: &'r [Language],
    /// The tasks that are named; the usual ones where none is.
    pub tasks: &'r [String],
    /// The edition that is asked for; the suite's first otherwise.
    pub edition: Option<Edition>,
    /// At most so many examples of each class in each split.
    pub limit: Option<u64>,
    /// Whether the files of the system that the suite comes from are written or read as well.
    pub is_native: bool,
    /// Reads a file that a setting names. Suites open no files themselves.
    pub read: &'r dyn Fn(&str) -> std::io::Result<Vec<u8>>,
}

/// A suite with its settings.
pub trait Exam: Any + Send + Sync {
    /// The task folders that are made. An exam that rewrites another one makes them of that one's folders, `base`.
    fn tasks(&self, base: &[String]) -> Vec<TaskPlan>;

    /// The settings as they are used, defaults included, for the manifest.
    fn configuration(&self) -> Map<String, Value>;

    /// The flags that make the same again.
    fn flags(&self) -> String;

    /// The rows that a file gives; or why it is left out. `admits` says whether a row of a task (by its place among
    /// [`Exam::tasks`]), class and rank may still be chosen.
    fn rows(&self, file: &File<'_>, admits: &Admits<'_>) -> Result<FileRows, LeftOut>;

    /// Whether a file gives other rows in another split.
    fn depends_on_split(&self) -> bool {
        false
    }

    /// The exam whose test examples this one rewrites.
    fn base(&self) -> Option<Base<'_>> {
        None
    }

    /// The columns of a task folder, if its examples can be rewritten.
    fn rewritable(&self, _folder: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        None
    }

    /// The columns of a task folder's examples that a file alone does not tell, and that rewriting them needs.
    fn wanted_columns(&self, _folder: &str) -> &'static [&'static str] {
        &[]
    }

    /// The wanted examples of a file, each with its rewrites.
    fn pairs(&self, _file: &File<'_>, _how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        Err(LeftOut("not-rewritable"))
    }

    /// The languages that files are read of, where the exam narrows them.
    fn languages<'e>(&'e self, of_corpus: &'e [Language]) -> Vec<Language> {
        of_corpus.to_vec()
    }
}

/// Whether a row of a task, class and rank may still be chosen.
pub type Admits<'a> = dyn Fn(usize, usize, Rank) -> bool + 'a;

/// The examples that are rewritten, by the folder of their task and their ids, each with its [`Exam::wanted_columns`].
pub type WantedExamples = BTreeMap<String, BTreeMap<String, Map<String, Value>>>;

/// The exam that another one rewrites.
pub struct Base<'e> {
    /// Its suite.
    pub suite: &'static Suite,
    /// Its settings.
    pub exam: &'e dyn Exam,
    /// At most so many test examples of each task are rewritten.
    pub examples: u64,
}

/// A task folder that is to be made.
pub struct TaskPlan {
    /// The folder in that of the suite.
    pub folder: String,
    /// The language of its examples; nothing for all.
    pub language: Option<Language>,
    /// The columns beside the common ones.
    pub columns: Vec<Field>,
    /// What is asked for.
    pub answer: AnswerSpec,
    /// What the data card says of it.
    pub about: String,
    /// Words that the data card is found by.
    pub tags: Vec<String>,
    /// Which rows are kept.
    pub choice: Choice,
}

/// Which rows of a task are kept.
pub enum Choice {
    /// All.
    All,
    /// Rows by group and class, balanced or limited.
    Selection(Selection),
    /// As many rows of each class as a quota says.
    Quota {
        /// The numbers.
        quota: Quota,
        /// Whether a unit is always of the same class, whatever split it is in.
        is_of_one_class: bool,
    },
}

/// A file that rows are made of.
#[derive(Clone, Copy)]
pub struct File<'f> {
    /// Its text, and its tree when somebody asks for it: suites that are made in one pass share it.
    pub code: &'f LazyParsedFile<'f>,
    /// Its name.
    pub key: &'f SourceKey,
    /// The split of its examples.
    pub split: Split,
    /// The examples that are rewritten, for an exam that rewrites another.
    pub wanted: &'f WantedExamples,
}

impl File<'_> {
    /// Whether an example of a task is rewritten.
    pub(crate) fn wants(&self, folder: &str, id: &ExampleId) -> bool {
        self.wanted.get(folder).is_some_and(|examples| examples.contains_key(id.as_str()))
    }
}

/// The rows that one file gives.
#[derive(Default)]
pub struct FileRows {
    /// What was read in the file, by kind, for every task of its language.
    pub inputs: BTreeMap<&'static str, u64>,
    /// What is left out of every task of its language, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
    /// What is left out of single tasks, by folder and reason.
    pub skipped_of_task: BTreeMap<(String, &'static str), u64>,
    /// The rows, by the folder of their task.
    pub rows: BTreeMap<String, Vec<Row>>,
}

/// A row that is ready to be written.
pub struct Row {
    /// Its name.
    pub id: ExampleId,
    /// The place of its class among those of the quota; 0 where there is none.
    pub class: usize,
    /// The function that it shows and its line, from 1: what tells it from a row with the same id that another file gives.
    pub order: (String, u32),
    /// Its split, where that is not the file's.
    pub split: Option<Split>,
    /// The hash of the content that it shows, where that is not the file's own.
    pub content_hash: Option<String>,
    /// The columns of the task.
    pub content: Box<dyn erased_serde::Serialize + Send>,
}

impl Row {
    /// A row of the file as it is.
    pub fn new(id: ExampleId, content: impl Serialize + Send + 'static) -> Self {
        Self { id, class: 0, order: (String::new(), 0), split: None, content_hash: None, content: Box::new(content) }
    }
}

impl Suite {
    /// The edition that is asked for, if the suite has it; its first otherwise.
    pub fn edition(&self, request: &ExamRequest<'_>) -> Edition {
        let asked = request.edition.filter(|edition| self.editions.contains(edition));
        asked.or(self.editions.first().copied()).unwrap_or(Edition::Clean)
    }

    /// The names of the tasks that a request means.
    pub fn named_tasks(&self, request: &ExamRequest<'_>) -> Vec<&'static str> {
        let is_meant = |task: &TaskInfo| match request.tasks {
            [] => task.is_usual,
            named => named.iter().any(|word| word == task.name || word == "all"),
        };
        (self.tasks)().into_iter().filter(is_meant).map(|task| task.name).collect()
    }
}

impl std::fmt::Debug for Suite {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("Suite").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Fails when a task or an edition is of none of the suites.
pub fn check_choice(suites: &[&Suite], tasks: &[String], edition: Option<Edition>) -> Result<(), SuiteError> {
    let names = || suites.iter().map(|suite| suite.name).collect::<Vec<_>>().join(", ");
    let known: Vec<&str> = suites.iter().flat_map(|suite| (suite.tasks)()).map(|task| task.name).collect();
    if let Some(word) = tasks.iter().find(|word| *word != "all" && !known.contains(&word.as_str())) {
        let meant = did_you_mean(word, known.iter().copied());
        let message = match known.join(", ") {
            none if none.is_empty() => format!("the suite {} has no tasks to choose from: leave out --task", names()),
            tasks => format!("there is no task `{word}` in the suite {}{meant}; there are {tasks}, and `all`", names()),
        };
        return Err(SuiteError::Choice { message });
    }
    if let Some(edition) = edition
        && !suites.iter().any(|suite| suite.editions.contains(&edition))
    {
        let word =
            |edition: &Edition| edition.to_possible_value().map(|it| it.get_name().to_owned()).unwrap_or_default();
        let editions: Vec<String> = suites.iter().flat_map(|suite| suite.editions).map(word).collect();
        let message = match editions.join(", ") {
            none if none.is_empty() => format!("the suite {} has no editions: leave out --edition", names()),
            all => format!("the suite {} has no edition `{}`: it has {all}", names(), word(&edition)),
        };
        return Err(SuiteError::Choice { message });
    }
    Ok(())
}
