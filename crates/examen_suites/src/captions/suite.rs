//! The suite as a value.

use std::collections::BTreeMap;

use arrow_schema::Field;
use clap::{Args, FromArgMatches};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerSpec, ExampleId, Selection};
use examen_syntax::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pairs::caption_pairs;
use super::{
    CAPTION, IS_MATCH, PoolRow, Task, caption_rows, choose_answer, choose_columns, generate_answer, generate_columns,
    match_answer, match_columns,
};
use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{Admits, Choice, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskInfo, TaskPlan};

/// Which sentence says what this function does?
pub static SUITE: Suite = Suite {
    name: "captions",
    about: "Which sentence says what a function does (Java, Python)",
    languages: &Language::ALL,
    // A fifth is for test, and a tenth of the rest for validation, as in the paper.
    shares: Shares { train: 0.72, validation: 0.08, test: 0.2 },
    needs: &[Split::Train, Split::Test],
    shown: Shown::Functions,
    data_version: "2",
    editions: &[],
    tasks: || {
        let info = |task: Task| TaskInfo { name: task.name(), description: task.about(), is_usual: true };
        Task::ALL.into_iter().map(info).collect()
    },
    add_flags: CaptionSettings::augment_args,
    exam: |matches, request| {
        CaptionSettings::from_arg_matches(matches).map_err(|error| SuiteError::Flags(error.to_string()))?.exam(request)
    },
    why_empty: ["there is no file of these languages", "no function of the files has documentation"],
};

/// Rounds in which hard captions of other functions are sought: those of the paper.
const ROUNDS: u32 = 2;
/// Captions that are sampled for each function in each round.
const SAMPLED: [usize; 2] = [100, 500];
/// Sentences of a caption at most.
const SENTENCES: usize = 1;

/// The settings of the suite.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[command(next_help_heading = "The captions suite")]
pub struct CaptionSettings {
    /// Rounds in which a classifier seeks captions of other functions that it takes for a match; 0 leaves them random.
    #[arg(long, value_name = "N", default_value_t = ROUNDS)]
    pub rounds: u32,

    /// Captions that are sampled for each function in the first, second … round; the last number holds for all further rounds.
    #[arg(long, value_name = "N", value_delimiter = ',', default_values_t = SAMPLED)]
    pub sampled: Vec<usize>,

    /// A caption is at most so many sentences of a summary.
    #[arg(long, value_name = "N", default_value_t = SENTENCES, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=2))]
    pub caption_sentences: usize,

    /// Directory of a classifier that `examen train pairs` wrote, one for each round, in place of the one that a round trains.
    #[arg(long, value_name = "DIR", value_delimiter = ',', conflicts_with = "rounds")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classifier: Vec<String>,
}

impl Default for CaptionSettings {
    fn default() -> Self {
        Self { rounds: ROUNDS, sampled: SAMPLED.to_vec(), caption_sentences: SENTENCES, classifier: Vec::new() }
    }
}

impl CaptionSettings {
    /// The exam with these settings.
    pub fn exam(self, request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        if request.is_native {
            let message = "is not for the captions suite: the data set of CodeCaption was not released".to_owned();
            return Err(SuiteError::Flag { flag: "native", message });
        }
        if self.sampled.is_empty() || self.sampled.contains(&0) {
            let message = "wanted numbers from 1 up".to_owned();
            return Err(SuiteError::Flag { flag: "sampled", message });
        }
        let named = SUITE.named_tasks(request);
        let tasks = Task::ALL.into_iter().filter(|task| named.contains(&task.name())).collect();
        Ok(Box::new(CaptionExam { settings: self, tasks, languages: request.languages.to_vec(), limit: request.limit }))
    }

    /// Captions that are sampled for each function in a round, from 1.
    pub fn sampled_in(&self, round: u32) -> usize {
        let at = (round as usize).saturating_sub(1).min(self.sampled.len().saturating_sub(1));
        self.sampled.get(at).copied().unwrap_or(SAMPLED[0])
    }
}

/// The suite with its settings.
struct CaptionExam {
    settings: CaptionSettings,
    /// The tasks that are made. The pool, which is that of `generate`, always is.
    tasks: Vec<Task>,
    languages: Vec<Language>,
    limit: Option<u64>,
}

impl Exam for CaptionExam {
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        let plan = |&language: &Language| TaskPlan {
            folder: Task::Generate.folder(language),
            language: Some(language),
            columns: generate_columns(),
            answer: generate_answer(),
            about: Task::Generate.about().to_owned(),
            tags: vec!["code".to_owned(), language.name().to_owned(), "code-captions".to_owned()],
            // All rows are of one group and class.
            choice: Choice::Selection(Selection {
                group: "language".to_owned(),
                class: "task".to_owned(),
                at_most: self.limit,
                balance: None,
                is_in_one_split: true,
            }),
        };
        self.languages.iter().map(plan).collect()
    }

    fn configuration(&self) -> Map<String, Value> {
        let mut configuration = match serde_json::to_value(&self.settings) {
            Ok(Value::Object(settings)) => settings,
            _ => Map::new(),
        };
        let tasks = self.tasks.iter().map(|task| Value::from(task.name())).collect();
        configuration.insert("tasks".to_owned(), Value::Array(tasks));
        configuration
    }

    fn flags(&self) -> String {
        flags_of(&self.settings)
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let captions = caption_rows(file.code, file.key, self.settings.caption_sentences)?;
        let row = |(id, row): (ExampleId, PoolRow)| Row {
            order: (row.function.clone(), row.start_line),
            ..Row::new(id, row)
        };
        let rows = captions.rows.into_iter().map(row).collect();
        Ok(FileRows {
            inputs: BTreeMap::from([("documented functions", captions.documented)]),
            skipped: captions.skipped,
            rows: BTreeMap::from([(Task::Generate.folder(file.code.language()), rows)]),
            ..FileRows::default()
        })
    }

    fn rewritable(&self, folder: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        match Task::of_folder(folder)? {
            Task::Generate => Some((generate_columns(), generate_answer())),
            Task::Choose => self.tasks.contains(&Task::Choose).then(|| (choose_columns(), choose_answer())),
            Task::Match => self.tasks.contains(&Task::Match).then(|| (match_columns(), match_answer())),
        }
    }

    fn wanted_columns(&self, folder: &str) -> &'static [&'static str] {
        match Task::of_folder(folder) {
            Some(Task::Choose) => &["function", "start_line", "candidates", "choice"],
            Some(Task::Match) => &["function", "start_line", CAPTION, IS_MATCH],
            Some(Task::Generate) | None => &[],
        }
    }

    fn pairs(&self, file: &File<'_>, how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        caption_pairs(file, self.settings.caption_sentences, how)
    }
}
