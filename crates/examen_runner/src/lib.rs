//! Recipes, and the runner that does what they say: stage by stage, resuming where an earlier run stopped.
//!
//! Place in the flow: behind the verbs and the report, before the command line. A recipe names code, exams, models and trainings; the
//! runner orders what has to be done, leaves out what is done already, calls the verbs, and records behind each stage from what it was made
//! and what it wrote. It must not know how examples, answers or scores come about.
//!
//! Entry points: [`Recipe::read`], [`Recipe::tour`], [`Run::new`], [`Run::run`].

mod checks;
mod choice;
mod error;
mod estimate;
mod exam;
mod folder;
mod graph;
mod recipe;
mod record;
mod remarks;
mod run;
mod settings;
mod sources;
mod stages;

pub use choice::{Choice, LanguageChoice, ProjectChoice};
pub use error::{Result, RunError};
pub use graph::Stage;
pub use recipe::{
    CorpusRecipe, EXAMS, ExamRecipe, GeneratorSettings, NetworkSettings, Overrides, ProbingRecipe, Published,
    ReadingRecipe, Recipe, RecipeText, SourceRecipe, SpanSettings, TOUR_PATH, TrainingKind, TrainingRecipe,
};
pub use record::{FewProjects, Output, StageRecord};
pub use run::{Finished, RESOLVED, Run, RunSettings, TABLES};
pub use settings::{SettingValue, Settings};
pub use sources::plan;
