//! What is tried before a run writes anything: whether there is code, and whether its models are models.

use std::path::Path;

use examen_analysis::{SurveySettings, SurveyTables, survey};
use examen_corpus::PlanContents;
use examen_evaluation::Context;
use examen_evaluation::embed::{EncoderSettings, LocalEncoder};
use examen_evaluation::predict::{Make, ModelOptions, ModelSpec, find_model};
use examen_report::corpus_table::corpus_table;
use examen_syntax::Language;

use crate::error::{Result, RunError};
use crate::exam::RecipeExam;
use crate::graph::{ModelUse, Stage, Work};
use crate::recipe::Recipe;
use crate::sources::plan;
use crate::stages::parsed;

/// The code of a run.
pub(crate) struct Code {
    /// How much there is of it.
    pub(crate) contents: PlanContents,
    /// The projects in it; rows of a table may name others.
    pub(crate) projects: usize,
}

/// Looks at the code and the models of a run.
pub(crate) fn check(recipe: &Recipe, exams: &[RecipeExam], stages: &[Stage], context: &Context<'_>) -> Result<Code> {
    check_models(recipe, stages)?;
    for exam in exams {
        if let Some(probing) = &exam.recipe.probing {
            check_encoders(&probing.models, &parsed(&probing.settings, "probing")?, context)?;
        }
    }
    for training in &recipe.trainings {
        training.check_settings()?;
        let start = training.from.as_ref().filter(|name| recipe.trainings.iter().all(|it| it.name != **name));
        if let Some(start) = start.filter(|start| !Path::new(start).join("config.json").is_file()) {
            return Err(RunError::request(format!(
                "training {}: starts from {start}, which is neither a training of this recipe nor the directory of a model",
                training.name
            )));
        }
    }
    let options = recipe.sources.options();
    let code = plan(&recipe.sources.from, &options)?;
    if code.is_empty() {
        let settings = SurveySettings { near_duplicates: recipe.corpus.near_duplicates, seed: recipe.seed };
        let statistics = survey(&code, &options, &settings, SurveyTables::default(), context.threads)?;
        return Err(RunError::nothing_to_read(&corpus_table(&statistics)));
    }
    let reads_anything = recipe.corpus.table || recipe.corpus.findings || exams.is_empty();
    if !reads_anything {
        let mut wanted: Vec<Language> = Vec::new();
        for exam in exams {
            let (of_exam, options) = exam.code(recipe)?;
            wanted.extend(options.languages);
            if !of_exam.is_empty() {
                wanted.clear();
                break;
            }
        }
        wanted.sort_unstable();
        wanted.dedup();
        if !wanted.is_empty() {
            let names: Vec<String> = wanted.iter().map(ToString::to_string).collect();
            return Err(RunError::request(format!(
                "there is no file of {} in the code, and the exams of this recipe are about nothing else: name other code by --from",
                names.join(" or ")
            )));
        }
    }
    Ok(Code { contents: code.contents(), projects: code.projects().len() })
}

/// Loads the models that answer, so that one without weights is told now.
fn check_models(recipe: &Recipe, stages: &[Stage]) -> Result<()> {
    let mut seen: Vec<&ModelSpec> = Vec::new();
    for stage in stages {
        let Work::Predict { model, relevance, .. } = &stage.work else { continue };
        for model in [Some(model), relevance.as_ref()].into_iter().flatten() {
            let ModelUse::Given(spec) = model else { continue };
            if seen.contains(&spec) {
                continue;
            }
            seen.push(spec);
            if let ModelSpec::Url(address) = spec {
                return Err(RunError::request(format!(
                    "{address}: a recipe asks no addresses; `examen predict --model {address} --data OUT/exams` does, and `examen report` \
                     takes what `examen score` says of it"
                )));
            }
            spec.load(&ModelOptions { seed: recipe.seed, ..ModelOptions::default() })?;
        }
    }
    Ok(())
}

/// Loads the encoders that are probed, but for those that would have to be fetched.
fn check_encoders(names: &[String], settings: &EncoderSettings, context: &Context<'_>) -> Result<()> {
    for name in names {
        let spec = ModelSpec::parse(name);
        match &spec {
            ModelSpec::BuiltIn(name) if find_model(name).is_some_and(|it| matches!(it.make, Make::Encoder)) => {}
            ModelSpec::Hub(_) => {}
            ModelSpec::Directory(path) if !Path::new(path).is_dir() => {
                return Err(RunError::request(format!(
                    "{name}: neither a built-in encoder (`random-encoder`) nor a directory"
                )));
            }
            _ => {
                settings.load(&LocalEncoder::find(&spec, context)?)?;
            }
        }
    }
    Ok(())
}
