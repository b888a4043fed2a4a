//! The suite as a value.

use std::collections::BTreeMap;

use arrow_schema::Field;
use clap::{Args, FromArgMatches, ValueEnum};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerSpec, Balance, ExampleId, Selection};
use examen_english::English;
use examen_english::questions::Mode;
use examen_syntax::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pairs::question_pairs;
use super::{CodeParts, QuestionRow, Settings, question_answer, question_columns, question_rows, task};
use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{Admits, Choice, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskInfo, TaskPlan};

/// What does this function …? Answers in words.
pub static SUITE: Suite = Suite {
    name: "questions",
    about: "Questions about a function, answered in words (Java, Python)",
    languages: &Language::ALL,
    // 8:1:1, as in the paper.
    shares: Shares::DEFAULT,
    needs: &[Split::Train, Split::Test],
    shown: Shown::Functions,
    data_version: "4",
    editions: &[],
    tasks: || {
        let info = |language: Language| TaskInfo {
            name: task(language),
            description: match language {
                Language::Java => "Questions about Java methods, made of their Javadoc.",
                Language::Python => "Questions about Python functions, made of their docstrings.",
            },
            is_usual: true,
        };
        Language::ALL.into_iter().map(info).collect()
    },
    add_flags: QuestionSettings::augment_args,
    exam: |matches, request| {
        QuestionSettings::from_arg_matches(matches).map_err(|error| SuiteError::Flags(error.to_string()))?.exam(request)
    },
    why_empty: ["there is no file of these languages", "no documentation of a function gives a question"],
};

/// How much a pair may be off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum QuestionMode {
    /// Only what reads as correct English with a correct answer.
    #[default]
    Clean,
    /// What the templates of the paper make.
    Faithful,
}

/// The settings of the suite.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[command(next_help_heading = "The questions suite")]
pub struct QuestionSettings {
    /// Which pairs of question and answer are made.
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub mode: QuestionMode,

    /// What is shown of a function beside its code.
    #[arg(long, value_name = "PARTS", value_enum, default_value_t)]
    pub show: CodeParts,

    /// Questions with the answer yes for each with the answer no, in each split; the others are left out.
    #[arg(long, value_name = "X", default_value_t = 1.0)]
    pub yes_ratio: f64,
}

impl Default for QuestionSettings {
    fn default() -> Self {
        Self { mode: QuestionMode::default(), show: CodeParts::default(), yes_ratio: 1.0 }
    }
}

impl QuestionSettings {
    /// The exam with these settings.
    pub fn exam(self, request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        if !self.yes_ratio.is_finite() || self.yes_ratio < 0.0 {
            let message = format!("is {}: wanted a number from 0 up", self.yes_ratio);
            return Err(SuiteError::Flag { flag: "yes-ratio", message });
        }
        let named = SUITE.named_tasks(request);
        let languages = request.languages.iter().copied().filter(|&language| named.contains(&task(language))).collect();
        let english = English::embedded().map_err(|error| SuiteError::Choice { message: error.to_string() })?;
        let mode = match self.mode {
            QuestionMode::Clean => Mode::Clean,
            QuestionMode::Faithful => Mode::Faithful,
        };
        let rows = Settings { seed: request.seed, mode, shown: self.show };
        Ok(Box::new(QuestionExam { settings: self, languages, limit: request.limit, rows, english }))
    }
}

/// The suite with its settings.
struct QuestionExam {
    settings: QuestionSettings,
    languages: Vec<Language>,
    limit: Option<u64>,
    rows: Settings,
    english: &'static English,
}

impl Exam for QuestionExam {
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        let plan = |&language: &Language| TaskPlan {
            folder: task(language).to_owned(),
            language: Some(language),
            columns: question_columns(),
            answer: question_answer(),
            about: "Answer the question about this function in a few words, or with yes or no.".to_owned(),
            tags: vec!["code".to_owned(), language.name().to_owned(), "question-answering".to_owned()],
            choice: Choice::Selection(Selection {
                group: "language".to_owned(),
                class: "polarity".to_owned(),
                at_most: self.limit,
                balance: Some(Balance {
                    class: "yes".to_owned(),
                    against: "no".to_owned(),
                    ratio: self.settings.yes_ratio,
                    at_least: 0,
                }),
                is_in_one_split: false,
            }),
        };
        self.languages.iter().map(plan).collect()
    }

    fn configuration(&self) -> Map<String, Value> {
        match serde_json::to_value(&self.settings) {
            Ok(Value::Object(settings)) => settings,
            _ => Map::new(),
        }
    }

    fn flags(&self) -> String {
        flags_of(&self.settings)
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let made = question_rows(self.english, file.code, self.rows)?;
        let row = |(id, row): (ExampleId, QuestionRow)| Row {
            order: (row.function.clone(), row.start_line),
            ..Row::new(id, row)
        };
        let rows = made.rows.into_iter().map(row).collect();
        Ok(FileRows {
            inputs: BTreeMap::from([
                ("documented functions", made.documented),
                ("pairs before filters", made.before_filters),
            ]),
            skipped: made.skipped,
            rows: BTreeMap::from([(task(file.code.language()).to_owned(), rows)]),
            ..FileRows::default()
        })
    }

    fn languages(&self, _: &[Language]) -> Vec<Language> {
        self.languages.clone()
    }

    fn rewritable(&self, _: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        Some((question_columns(), question_answer()))
    }

    fn pairs(&self, file: &File<'_>, how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        question_pairs(self.english, file, self.rows, how)
    }
}
