//! What the stages do: each calls a verb, and says what it wrote.

mod code;
mod learning;
mod results;

use std::path::{Path, PathBuf};

use examen_evaluation::Context;
use serde_json::{Value, json};

use crate::error::Result;
use crate::exam::{RecipeExam, hash_path, source_identity};
use crate::graph::{ModelUse, Stage, Work};
use crate::recipe::Recipe;
use crate::record::{Done, StageRecord};
use crate::remarks::Remarks;

pub(crate) use learning::parsed;
pub(crate) use results::REPORT_INDEX;

/// What all stages of a run are told.
pub(crate) struct Job<'j> {
    pub(crate) recipe: &'j Recipe,
    /// The name of the recipe in results.
    pub(crate) name: &'j str,
    pub(crate) exams: &'j [RecipeExam],
    pub(crate) stages: &'j [Stage],
    /// The folder of the run.
    pub(crate) root: &'j Path,
}

/// What one stage is told beside that.
pub(crate) struct At<'a> {
    /// The records of all stages that are done.
    pub(crate) records: &'a [Option<StageRecord>],
    pub(crate) context: &'a Context<'a>,
    pub(crate) remarks: &'a Remarks<'a>,
}

/// Hears what came of a stage, by its place.
pub(crate) type WhenDone<'w> = dyn FnMut(usize, Done) -> Result<()> + 'w;

impl Job<'_> {
    /// Does some stages, which are several only where exams are made of the same code, and tells `done` of each.
    pub(crate) fn run(&self, stages: &[usize], at: &At<'_>, done: &mut WhenDone<'_>) -> Result<()> {
        let Some(&first) = stages.first() else { return Ok(()) };
        let stage = &self.stages[first];
        let made = match &stage.work {
            Work::Build { .. } => return self.build(stages, at, done),
            Work::Corpus => self.corpus(at),
            Work::Findings => self.findings(at),
            Work::Train { training, model, seed, from, data } => {
                self.train(*training, model, *seed, from.as_ref(), data, at)
            }
            Work::Predict { exam, model, relevance } => self.predict(stage, *exam, model, relevance.as_ref(), at),
            Work::Probe { exam } => self.probe(stage, *exam, at),
            Work::Score { exam } => self.score(stage, *exam, at),
            Work::Report => self.report(at),
        };
        done(first, made.map_err(|error| error.in_stage(&stage.name))?)
    }

    /// Everything that a stage follows from, beside the code and the stages that it needs.
    pub(crate) fn identity(&self, stage: &Stage) -> Value {
        let recipe = self.recipe;
        match &stage.work {
            Work::Corpus => {
                json!({ "sources": source_identity(recipe), "seed": recipe.seed, "near_duplicates": recipe.corpus.near_duplicates })
            }
            Work::Findings => json!({ "sources": source_identity(recipe) }),
            Work::Build { exam } => self.exams[*exam].identity(recipe),
            Work::Train { training, model, seed, from, .. } => json!({
                "training": recipe.trainings[*training],
                "model": model,
                "seed": seed,
                "from": from.as_ref().map(identity_of),
                "sources": source_identity(recipe),
            }),
            Work::Predict { exam, model, relevance } => json!({
                "model": identity_of(model),
                "relevance": relevance.as_ref().map(identity_of),
                "reading": self.exams[*exam].recipe.reading,
                "only": self.exams[*exam].recipe.only.get(&model.name()),
                "split": self.exams[*exam].recipe.split,
                "seed": recipe.seed,
                "sources": source_identity(recipe),
            }),
            Work::Probe { exam } => {
                let probing = self.exams[*exam].recipe.probing.as_ref();
                let models = probing
                    .map(|probing| probing.models.iter().map(|name| hash_path(Path::new(name))).collect::<Vec<_>>());
                json!({ "probing": probing, "models": models, "seed": recipe.seed })
            }
            Work::Score { exam } => {
                let exam = &self.exams[*exam].recipe;
                json!({ "split": exam.split, "metrics": exam.metrics, "result": exam.result(), "recipe": self.name })
            }
            Work::Report => json!({}),
        }
    }

    /// Whether the code itself is an input of a stage, and not only what stages before it made of it.
    pub(crate) fn reads_code(stage: &Stage) -> bool {
        !matches!(stage.work, Work::Probe { .. } | Work::Score { .. } | Work::Report)
    }

    /// A path in the folder of the run.
    fn place(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The folder of a model that is trained in the run.
    fn model_folder(model: &str) -> String {
        format!("models/{model}")
    }

    /// Why a stage that another one needs has nothing to go on with.
    fn empty_need<'a>(stage: &Stage, at: &'a At<'_>) -> Option<&'a str> {
        stage.needs.iter().find_map(|&need| at.records[need].as_ref()?.empty.as_deref())
    }
}

/// What a model is, whatever it is called.
fn identity_of(model: &ModelUse) -> Value {
    match model {
        ModelUse::Trained(name) => json!({ "trained": name }),
        ModelUse::Given(spec) => match spec {
            examen_evaluation::predict::ModelSpec::Directory(path) => {
                json!({ "name": spec.name(), "files": hash_path(path) })
            }
            spec => json!({ "name": spec.name() }),
        },
    }
}

/// The steps of a training, for what it will take; those of the default where it is told seconds.
pub(crate) fn steps_of(training: &crate::recipe::TrainingRecipe) -> f64 {
    training.train_settings().map_or(0.0, |settings| settings.steps as f64)
}
