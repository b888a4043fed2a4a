//! The suite as a value.

use std::collections::BTreeMap;

use clap::builder::PossibleValuesParser;
use clap::{Args, FromArgMatches};
use examen_corpus::{Shares, Split};
use examen_syntax::Language;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::TransformSettings;
use crate::error::SuiteError;
use crate::rewriting::{ORIGINAL_ID, PairRow, RewriteSettings, pair_columns};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{Admits, Base, Choice, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskPlan};
use crate::{captions, names, probes, queries, questions};

/// Does the answer survive a change that keeps the meaning of the code?
pub static SUITE: Suite = Suite {
    name: "robustness",
    about: "Does the answer survive a change that keeps the meaning of the code? Rewrites the examples of another suite",
    languages: &Language::ALL,
    shares: Shares::DEFAULT,
    needs: &[Split::Test],
    shown: Shown::Functions,
    data_version: "2",
    editions: &[],
    tasks: Vec::new,
    add_flags: RobustnessSettings::augment_args,
    exam: |matches, request| {
        let settings =
            RobustnessSettings::from_arg_matches(matches).map_err(|error| SuiteError::Flags(error.to_string()))?;
        let Some(of) = REWRITTEN.iter().copied().find(|suite| suite.name == settings.of) else {
            let message = format!("{} is no suite", settings.of);
            return Err(SuiteError::Flag { flag: "of", message });
        };
        settings.exam(of, (of.exam)(matches, request)?, request)
    },
    why_empty: ["there is no file of these languages", "no example of the suite was found in the files"],
};

/// The suites whose exams make pairs.
static REWRITTEN: &[&Suite] = &[&captions::SUITE, &names::SUITE, &probes::SUITE, &queries::SUITE, &questions::SUITE];

/// Single places of a transformation in a function: most have fewer.
const PLACES: usize = 4;
/// Enough for intervals of some two points.
const EXAMPLES: u64 = 2_000;

/// The settings of the suite.
#[derive(Args, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[command(next_help_heading = "The robustness suite")]
pub struct RobustnessSettings {
    /// The suite whose test examples are rewritten.
    #[arg(long, value_name = "SUITE", default_value = "names", value_parser = PossibleValuesParser::new(REWRITTEN.iter().map(|suite| suite.name)))]
    pub of: String,

    /// At most so many examples of each task are rewritten.
    #[arg(long, value_name = "N", default_value_t = EXAMPLES)]
    pub examples: u64,

    /// At most so many single places of each transformation in each function.
    #[arg(long, value_name = "N", default_value_t = PLACES)]
    pub places: usize,

    /// The transformations.
    #[command(flatten)]
    #[serde(flatten)]
    pub transforms: TransformSettings,
}

impl Default for RobustnessSettings {
    fn default() -> Self {
        Self { of: "names".to_owned(), examples: EXAMPLES, places: PLACES, transforms: TransformSettings::default() }
    }
}

impl RobustnessSettings {
    /// The exam with these settings, of another one.
    pub fn exam(
        self,
        of: &'static Suite,
        base: Box<dyn Exam>,
        request: &ExamRequest<'_>,
    ) -> Result<Box<dyn Exam>, SuiteError> {
        if self.examples == 0 {
            let message = "0 leaves no example: wanted a number from 1 up".to_owned();
            return Err(SuiteError::Flag { flag: "examples", message });
        }
        if request.is_native {
            let message = "is not for the robustness suite: it has no files of its own".to_owned();
            return Err(SuiteError::Flag { flag: "native", message });
        }
        let transforms = self.transforms.transforms()?;
        let strength = self.transforms.strength.strength();
        let how = RewriteSettings { transforms, strength, places: self.places, seed: request.seed };
        Ok(Box::new(RobustnessExam { settings: self, of, base, how }))
    }
}

/// The suite with its settings.
struct RobustnessExam {
    settings: RobustnessSettings,
    of: &'static Suite,
    base: Box<dyn Exam>,
    how: RewriteSettings,
}

impl Exam for RobustnessExam {
    fn tasks(&self, base: &[String]) -> Vec<TaskPlan> {
        let plan = |folder: &String| {
            let (mut columns, answer) = self.base.rewritable(folder)?;
            columns.extend(pair_columns());
            Some(TaskPlan {
                folder: format!("{}.{folder}", self.of.name),
                language: None,
                columns,
                answer: answer.with_original(ORIGINAL_ID),
                about: "Does the answer survive a change that keeps the meaning of the code? Test examples of another suite, \
                        each followed by its rewrites."
                    .to_owned(),
                tags: vec!["code".to_owned(), "robustness".to_owned()],
                choice: Choice::All,
            })
        };
        base.iter().filter_map(plan).collect()
    }

    fn configuration(&self) -> Map<String, Value> {
        let RobustnessSettings { of, examples, places, transforms } = &self.settings;
        let mut codes: Vec<&str> = self.how.transforms.iter().map(|transform| transform.code).collect();
        codes.dedup();
        let value = json!({
            "of": of,
            "examples": examples,
            "places": places,
            "transforms": codes,
            "strength": transforms.strength,
        });
        value.as_object().cloned().unwrap_or_default()
    }

    fn flags(&self) -> String {
        // The suite is named always: it says what the exam is about.
        let of = if self.settings.of == RobustnessSettings::default().of { " --of names" } else { "" };
        let mut settings = self.settings.clone();
        settings.transforms.kind.iter_mut().for_each(|code| code.make_ascii_uppercase());
        format!("{of}{}", flags_of(&settings))
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let made = self.base.pairs(file, &self.how)?;
        let folder = |of: &str| format!("{}.{of}", self.of.name);
        let mut out = FileRows::default();
        for ((of, reason), count) in made.skipped {
            out.skipped_of_task.insert((folder(&of), reason), count);
        }
        let mut rows: BTreeMap<String, Vec<Row>> = BTreeMap::new();
        for (of, pairs) in made.by_folder {
            let row = |pair: PairRow| Row { content_hash: Some(pair.content_hash), ..Row::new(pair.id, pair.row) };
            rows.insert(folder(&of), pairs.into_iter().map(row).collect());
        }
        out.rows = rows;
        Ok(out)
    }

    fn base(&self) -> Option<Base<'_>> {
        Some(Base { suite: self.of, exam: &*self.base, examples: self.settings.examples })
    }

    fn languages(&self, of_corpus: &[Language]) -> Vec<Language> {
        self.base.languages(of_corpus)
    }
}
