//! The suite as a value.

use std::collections::BTreeMap;

use arrow_schema::Field;
use clap::{Args, FromArgMatches};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerKind, AnswerSpec, ExampleId, Selection};
use examen_syntax::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::pairs::name_pairs;
use super::{NAME, NameRow, Settings, name_columns, name_rows, task};
use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{Admits, Choice, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskInfo, TaskPlan};

/// What is this function called?
pub static SUITE: Suite = Suite {
    name: "names",
    about: "What a function is called (Java, Python)",
    languages: &Language::ALL,
    shares: Shares::DEFAULT,
    needs: &[Split::Train, Split::Test],
    shown: Shown::Functions,
    data_version: "1",
    editions: &[],
    tasks: || {
        let info = |language: Language| TaskInfo {
            name: task(language),
            description: match language {
                Language::Java => "Java methods and their names, which are masked.",
                Language::Python => "Python functions and their names, which are masked.",
            },
            is_usual: true,
        };
        Language::ALL.into_iter().map(info).collect()
    },
    add_flags: NameSettings::augment_args,
    exam: |matches, request| {
        NameSettings::from_arg_matches(matches).map_err(|error| SuiteError::Flags(error.to_string()))?.exam(request)
    },
    why_empty: ["there is no file of these languages", "no function of the files has a name"],
};

/// The settings of the suite, of which there are none yet.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameSettings {}

impl NameSettings {
    /// The exam with these settings.
    pub fn exam(self, request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        let named = SUITE.named_tasks(request);
        let languages = request.languages.iter().copied().filter(|&language| named.contains(&task(language))).collect();
        let rows = Settings { seed: request.seed };
        if request.is_native {
            return Err(SuiteError::Flag {
                flag: "native",
                message: "is not for the names suite: `examen paths` writes the files of code2vec and code2seq"
                    .to_owned(),
            });
        }
        Ok(Box::new(NameExam { settings: self, languages, limit: request.limit, rows }))
    }
}

/// The suite with its settings.
struct NameExam {
    settings: NameSettings,
    languages: Vec<Language>,
    limit: Option<u64>,
    rows: Settings,
}

fn answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Name, &["text"], &[NAME])
}

impl Exam for NameExam {
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        let plan = |&language: &Language| TaskPlan {
            folder: task(language).to_owned(),
            language: Some(language),
            columns: name_columns(),
            answer: answer(),
            about: "What is this function called? Its name is masked wherever it stands in the function.".to_owned(),
            tags: vec!["code".to_owned(), language.name().to_owned(), "method-naming".to_owned()],
            // All rows are of one group and class.
            choice: Choice::Selection(Selection {
                group: "language".to_owned(),
                class: "task".to_owned(),
                at_most: self.limit,
                balance: None,
                is_in_one_split: false,
            }),
        };
        self.languages.iter().map(plan).collect()
    }

    fn configuration(&self) -> Map<String, Value> {
        Map::new()
    }

    fn flags(&self) -> String {
        flags_of(&self.settings)
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let names = name_rows(file.code, self.rows)?;
        let row = |(id, row): (ExampleId, NameRow)| Row {
            order: (row.function.clone(), row.start_line),
            ..Row::new(id, row)
        };
        let rows = names.rows.into_iter().map(row).collect();
        Ok(FileRows {
            inputs: BTreeMap::from([("functions", names.functions)]),
            skipped: names.skipped,
            rows: BTreeMap::from([(task(file.code.language()).to_owned(), rows)]),
            ..FileRows::default()
        })
    }

    fn languages(&self, _: &[Language]) -> Vec<Language> {
        self.languages.clone()
    }

    fn rewritable(&self, _: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        Some((name_columns(), answer()))
    }

    fn pairs(&self, file: &File<'_>, how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        name_pairs(file, self.rows, how)
    }
}
