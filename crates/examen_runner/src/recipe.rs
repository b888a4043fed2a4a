//! Recipes: what is to be examined, by whom and how, as data.
//!
//! A recipe is a TOML file. What it leaves out has its default; flags and variables of the environment have the last word. Paths in it start where
//! the command is called, as those of flags do.

mod checks;
mod overrides;
mod reading;
mod training;

use std::collections::BTreeMap;
use std::path::PathBuf;

use examen_corpus::{Deduplicator, Limits};
use examen_evaluation::SplitChoice;
use examen_evaluation::build::SplitBy;
use examen_evaluation::embed::EncoderSettings;
use examen_evaluation::probe::ProbeMethod;
use examen_suites::suite::Edition;
use examen_suites::{Suite, suite_named};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::choice::{Choice, LanguageChoice, ProjectChoice};
use crate::settings::{Settings, command_of, schema_of, suites_schema};

pub use overrides::Overrides;
pub use reading::{RecipeText, TOUR_PATH};
pub use training::{GeneratorSettings, NetworkSettings, SpanSettings, TrainingKind, TrainingRecipe};

/// The folder of exams in that of a run.
pub const EXAMS: &str = "exams";

/// What is run: sources, exams, models, trainings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// What it is for, in a sentence.
    pub about: String,
    /// Decides splits and every other choice.
    pub seed: u64,
    /// Published values that stand beside those of this recipe, and where the program has them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub published: Vec<Published>,
    /// The code.
    pub sources: SourceRecipe,
    /// What is made of the code itself.
    pub corpus: CorpusRecipe,
    /// Models that are trained.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<TrainingRecipe>,
    /// Exams, with those who answer them.
    pub exams: Vec<ExamRecipe>,
}

/// A table or figure of an article whose values the report sets beside ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The table or figure.
    pub of: String,
    /// The file of the repository that has its values; nothing where the paper gives none that can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Words of that file by which they are found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// The code: its keys are the flags under "What is read".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SourceRecipe {
    /// Files, folders, archives and tables; without any, the corpus that is part of the program.
    pub from: Vec<PathBuf>,
    /// Languages to read.
    pub language: Vec<Choice<LanguageChoice>>,
    /// What counts as a project, the unit that splits keep together.
    pub projects: Choice<ProjectChoice>,
    /// Read what `.gitignore` files leave out.
    pub no_gitignore: bool,
    /// Read files and folders whose name begins with a dot.
    pub hidden: bool,
    /// Read folders of other people's code.
    pub vendored: bool,
    /// Column of a table that holds the code; the first of content, code, text without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_column: Option<String>,
    /// Skip source files larger than this.
    pub max_file_bytes: u64,
    /// Read archives inside archives to this depth.
    pub max_archive_depth: u32,
    /// Read at most this many entries of one archive.
    pub max_entries: u64,
    /// Unpack at most this many bytes of one archive.
    pub max_unpacked_bytes: u64,
}

impl Default for SourceRecipe {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            from: Vec::new(),
            language: vec![Choice(LanguageChoice::Java), Choice(LanguageChoice::Python)],
            projects: Choice::default(),
            no_gitignore: false,
            hidden: false,
            vendored: false,
            content_column: None,
            max_file_bytes: limits.max_file_bytes,
            max_archive_depth: limits.max_archive_depth,
            max_entries: limits.max_entries,
            max_unpacked_bytes: limits.max_unpacked_bytes,
        }
    }
}

/// What is made of the code itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CorpusRecipe {
    /// Write the code as one table, `corpus.parquet`, with its statistics.
    pub table: bool,
    /// Ask all queries of all Python files, and write what they find, `queries.jsonl`.
    pub findings: bool,
    /// Fraction of words in common (Jaccard) from which on two files are near duplicates.
    pub near_duplicates: f64,
}

impl Default for CorpusRecipe {
    fn default() -> Self {
        Self { table: false, findings: false, near_duplicates: Deduplicator::THRESHOLD }
    }
}

/// An exam: what is made, who answers it, what is scored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExamRecipe {
    /// The suite.
    #[schemars(schema_with = "suite_schema")]
    pub suite: String,
    /// Its name in stages and files; the suite's without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The folder of its examples in that of the run; two exams of one suite need two.
    #[serde(default = "default_folder", skip_serializing_if = "is_default_folder")]
    pub folder: String,
    /// The file of its scores; `NAME.json` without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Tasks to make, or `all`; the usual ones of the suite where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<String>,
    /// Whose rules are followed; those of the suite's first edition without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<Choice<Edition>>,
    /// What is in one split as a whole.
    #[serde(default)]
    pub split_by: Choice<SplitBy>,
    /// At most so many examples of each class in each split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// The suite's own settings: its flags, with `_` for `-`.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    #[schemars(schema_with = "suites_schema")]
    pub settings: Settings,
    /// Who answers: built-in models, trainings of this recipe, directories. The first is the one that a summary speaks of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// Tasks that a model answers, where it does not answer all.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub only: BTreeMap<String, Vec<String>>,
    /// The examples that are answered and scored.
    #[serde(default)]
    pub split: Choice<SplitChoice>,
    /// The metrics that are kept; all where there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<String>,
    /// How span predictors read code that is too long for them.
    #[serde(default, skip_serializing_if = "ReadingRecipe::is_default")]
    pub reading: ReadingRecipe,
    /// Encoders whose layers are probed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probing: Option<ProbingRecipe>,
}

/// How span predictors read code that is too long for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingRecipe {
    /// What becomes of it.
    pub procedure: Choice<examen_evaluation::predict::Procedure>,
    /// Tokens that are read at once; as many as the model was made for without a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// Tokens from the begin of a window to the begin of the next; half a window without a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stride: Option<usize>,
    /// A classifier of blocks that chooses what is read, by the name of its training or as a directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relevance: Option<String>,
}

impl ReadingRecipe {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// Encoders whose layers are probed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProbingRecipe {
    /// The encoders: `random-encoder`, directories, names of the hub.
    pub models: Vec<String>,
    /// How probes are fitted.
    #[serde(default = "default_methods")]
    pub methods: Vec<Choice<ProbeMethod>>,
    /// Probe the control labels as well.
    #[serde(default = "yes")]
    pub control: bool,
    /// The flags under "How texts are encoded", with `_` for `-`.
    #[serde(default, skip_serializing_if = "Settings::is_empty")]
    #[schemars(schema_with = "encoder_schema")]
    pub settings: Settings,
}

fn default_folder() -> String {
    EXAMS.to_owned()
}

fn is_default_folder(folder: &String) -> bool {
    folder == EXAMS
}

fn default_methods() -> Vec<Choice<ProbeMethod>> {
    vec![Choice(ProbeMethod::Standard)]
}

const fn yes() -> bool {
    true
}

fn suite_schema(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = examen_suites::SUITES.iter().map(|suite| suite.name).collect();
    schemars::json_schema!({ "description": "The suite.", "type": "string", "enum": names })
}

fn encoder_schema(_: &mut SchemaGenerator) -> Schema {
    schema_of(
        [command_of::<EncoderSettings>("encoder")],
        "The flags under \"How texts are encoded\", with `_` for `-`.",
    )
}

impl Recipe {
    /// The JSON schema of recipes.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }
}

impl ExamRecipe {
    /// The suite, if there is one of this name.
    pub fn suite(&self) -> Option<&'static Suite> {
        suite_named(&self.suite)
    }

    /// The name in stages and files.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.suite)
    }

    /// The file of the scores.
    pub fn result(&self) -> String {
        self.result.clone().unwrap_or_else(|| format!("{}.json", self.name()))
    }

    /// The folder of what the probes leave.
    pub fn probing_folder(&self) -> String {
        if self.name() == examen_suites::probes::SUITE.name {
            "probing".to_owned()
        } else {
            format!("probing-{}", self.name())
        }
    }
}
