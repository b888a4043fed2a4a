//! The suite as a value.

use std::collections::BTreeMap;

use arrow_schema::Field;
use clap::{Args, FromArgMatches};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerKind, AnswerSpec, Quota};
use examen_syntax::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::pairs::{is_of_whole_functions, probe_pairs};
use super::{CONTROL_LABEL, Edition, LABEL, Settings, TASKS, Task, drafts, probe_columns};
use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{
    Admits, Choice, Edition as AnyEdition, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskInfo, TaskPlan,
};

/// What the layers of an encoder know of functions.
pub static SUITE: Suite = Suite {
    name: "probes",
    about: "What the layers of an encoder know of functions (Java, Python)",
    languages: &Language::ALL,
    // The paper's.
    shares: Shares { train: 0.6, validation: 0.2, test: 0.2 },
    needs: &Split::ALL,
    shown: Shown::Functions,
    data_version: "1",
    editions: &[AnyEdition::Paper, AnyEdition::Published],
    tasks: || {
        let info = |task: &&'static Task| TaskInfo {
            name: task.code,
            description: task.description,
            is_usual: task.is_usual(),
        };
        TASKS.iter().map(info).collect()
    },
    add_flags: ProbeSettings::augment_args,
    exam: |matches, request| {
        ProbeSettings::from_arg_matches(matches).map_err(|error| SuiteError::Flags(error.to_string()))?.exam(request)
    },
    why_empty: ["there is no file of these languages", "no function of the files is suitable"],
};

/// Examples of a task, as published.
const SIZE: u64 = 10_000;

/// The settings of the suite.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[command(next_help_heading = "The probes suite")]
pub struct ProbeSettings {
    /// Examples of each task: three fifths for training, one for validation, one for test, all classes alike.
    #[arg(long, value_name = "N", default_value_t = SIZE)]
    pub size: u64,
}

impl Default for ProbeSettings {
    fn default() -> Self {
        Self { size: SIZE }
    }
}

impl ProbeSettings {
    /// The exam with these settings.
    pub fn exam(self, request: &ExamRequest<'_>) -> Result<Box<dyn Exam>, SuiteError> {
        if self.size == 0 {
            let message = "0 leaves no example: wanted a number from 1 up".to_owned();
            return Err(SuiteError::Flag { flag: "size", message });
        }
        let named = SUITE.named_tasks(request);
        let edition = SUITE.edition(request);
        Ok(Box::new(ProbeExam {
            tasks: TASKS.iter().copied().filter(|task| named.contains(&task.code)).collect(),
            languages: request.languages.to_vec(),
            limit: request.limit,
            edition,
            rows: Settings {
                seed: request.seed,
                edition: if edition == AnyEdition::Published { Edition::Published } else { Edition::Paper },
            },
            settings: self,
        }))
    }
}

/// The suite with its settings.
struct ProbeExam {
    settings: ProbeSettings,
    tasks: Vec<&'static Task>,
    languages: Vec<Language>,
    limit: Option<u64>,
    edition: AnyEdition,
    rows: Settings,
}

/// What every probing task asks for.
pub fn probe_answer() -> AnswerSpec {
    AnswerSpec::new(AnswerKind::Class, &["text", "token_count"], &[LABEL, CONTROL_LABEL])
}

impl ProbeExam {
    fn quota(&self, task: &Task, language: Language) -> Quota {
        let classes = task.classes_of(language, self.rows.edition);
        let mut quota = Quota::of_size(self.settings.size, LABEL, classes, CONTROL_LABEL);
        if let Some(limit) = self.limit {
            for rows in [&mut quota.train, &mut quota.validation, &mut quota.test] {
                *rows = limit.min(*rows);
            }
        }
        quota
    }
}

impl Exam for ProbeExam {
    /// The tasks of one language follow each other, in the order of the languages.
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        let plan = |language: Language, task: &'static Task| TaskPlan {
            folder: task.folder(language),
            language: Some(language),
            columns: probe_columns(),
            answer: probe_answer(),
            about: format!("{} {}", task.description, task.definition(language)).trim_end().to_owned(),
            tags: vec!["code".to_owned(), language.name().to_owned(), "probing".to_owned()],
            choice: Choice::Quota { quota: self.quota(task, language), is_of_one_class: task.is_of_one_class() },
        };
        let of_language = |&language: &Language| self.tasks.iter().map(move |&task| plan(language, task));
        self.languages.iter().flat_map(of_language).collect()
    }

    fn configuration(&self) -> Map<String, Value> {
        Map::from_iter([("edition".to_owned(), json!(self.edition)), ("size".to_owned(), json!(self.settings.size))])
    }

    fn flags(&self) -> String {
        flags_of(&self.settings)
    }

    fn depends_on_split(&self) -> bool {
        true
    }

    fn rows(&self, file: &File<'_>, admits: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let before = self.languages.iter().take_while(|language| **language != file.code.language()).count();
        let first = before * self.tasks.len();
        let admits = |task: usize, class, rank| admits(first + task, class, rank);
        let made = drafts(file.code, file.split, &self.tasks, &self.rows, admits)?;
        let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for (task, draft) in made.drafts {
            let (function, line) = draft.place();
            let (class, order) = (draft.class, (function.to_owned(), line));
            let row = Row { class, order, ..Row::new(draft.id.clone(), draft) };
            rows.entry(self.tasks[task].folder(file.code.language())).or_default().push(row);
        }
        let inputs = BTreeMap::from([("functions", made.functions)]);
        Ok(FileRows { inputs, skipped: made.skipped, rows, ..FileRows::default() })
    }

    fn rewritable(&self, folder: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        let is_its = |task: &&&Task| Language::ALL.iter().any(|&language| task.folder(language) == folder);
        let task = self.tasks.iter().find(is_its)?;
        is_of_whole_functions(task).then(|| (probe_columns(), probe_answer()))
    }

    fn pairs(&self, file: &File<'_>, how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        probe_pairs(file, &self.tasks, &self.rows, how)
    }
}
