//! The exams of a recipe, ready to be made.

use std::path::Path;

use examen_corpus::{CorpusError, Plan, SourceOptions};
use examen_data::find_task_folders;
use examen_evaluation::build::{BuildSettings, options_of, read_named};
use examen_suites::{Exam, ExamRequest, Suite, SuiteError};
use serde_json::{Value, json};

use crate::error::{Result, RunError};
use crate::recipe::{ExamRecipe, Recipe};
use crate::settings::{SettingValue, Settings, suite_command};
use crate::sources::plan;

/// An exam with what it is made of.
pub(crate) struct RecipeExam {
    pub(crate) recipe: ExamRecipe,
    pub(crate) suite: &'static Suite,
    pub(crate) exam: Box<dyn Exam>,
    /// The place of the exam whose examples it rewrites.
    pub(crate) base: Option<usize>,
}

/// The exams of a recipe. An exam that rewrites one which is not there brings it along.
pub(crate) fn exams(recipe: &Recipe) -> Result<Vec<RecipeExam>> {
    let mut exams: Vec<RecipeExam> = Vec::new();
    for exam in &recipe.exams {
        let mut exam = exam.clone();
        let mut made = make(&exam, recipe)?;
        let base = match made.1.base().map(|base| base.suite.name) {
            None => None,
            Some(suite) => {
                let is_base = |it: &RecipeExam| it.recipe.suite == suite && it.recipe.folder == exam.folder;
                let later = recipe.exams.iter().find(|it| it.suite == suite && it.folder == exam.folder);
                if exams.iter().all(|it| !is_base(it)) && later.is_some() {
                    return Err(RunError::request(format!(
                        "the exam {} rewrites the examples of {suite}: write it behind that one",
                        exam.name()
                    )));
                }
                if exams.iter().all(|it| !is_base(it)) {
                    let mut own = exam.clone();
                    (own.suite, own.name, own.result) = (suite.to_owned(), None, None);
                    (own.models, own.probing) = (Vec::new(), None);
                    own.settings = own.settings.of_command(&suite_command(suite));
                    exams.push(assembled(&own, recipe)?);
                }
                let at = exams.iter().position(is_base);
                if let Some(base) = at.map(|at| &exams[at].recipe) {
                    // What is rewritten is made again, so that it must be made alike.
                    exam.settings = exam.settings.over(&base.settings);
                    if exam.tasks.is_empty() {
                        exam.tasks.clone_from(&base.tasks);
                    }
                    exam.edition = exam.edition.or(base.edition);
                    exam.split_by = base.split_by;
                }
                made = make(&exam, recipe)?;
                at
            }
        };
        let (suite, made) = made;
        exams.push(RecipeExam { recipe: exam, suite, exam: made, base });
    }
    Ok(exams)
}

fn assembled(exam: &ExamRecipe, recipe: &Recipe) -> Result<RecipeExam> {
    let (suite, made) = make(exam, recipe)?;
    Ok(RecipeExam { recipe: exam.clone(), suite, exam: made, base: None })
}

/// The exam that a recipe asks for.
fn make(exam: &ExamRecipe, recipe: &Recipe) -> Result<(&'static Suite, Box<dyn Exam>)> {
    let Some(suite) = exam.suite() else {
        return Err(RunError::request(format!("there is no suite `{}`", exam.suite)));
    };
    let augments = exam.settings.0.contains_key("augment");
    let is_learnt_from = recipe.trainings.iter().any(|training| training.data.iter().any(|name| name == exam.name()));
    if augments && !is_learnt_from {
        let message = "makes training examples only, and nothing to score: `examen build queries` takes it".to_owned();
        return Err(SuiteError::Flag { flag: "augment", message }.into());
    }
    let languages = recipe.sources.options().languages;
    let request = ExamRequest {
        seed: recipe.seed,
        languages: &languages,
        tasks: &exam.tasks,
        edition: exam.edition.map(|edition| edition.0),
        limit: exam.limit,
        is_native: false,
        read: &read_named,
    };
    let flags = exam.settings.flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let made = suite.exam_of(&flags, &request).map_err(|error| match error {
        // clap shows how the whole command is called, which nobody has called.
        SuiteError::Flags(text) => {
            let line = text.lines().next().unwrap_or_default();
            RunError::request(format!("exam {}: {}", exam.name(), line.strip_prefix("error: ").unwrap_or(line)))
        }
        error => error.into(),
    })?;
    Ok((suite, made))
}

impl RecipeExam {
    /// The folder of its suite in that of the run.
    pub(crate) fn folder(&self) -> String {
        format!("{}/{}", self.recipe.folder, self.suite.name)
    }

    /// The file of a model's predictions.
    pub(crate) fn predictions(&self, model: &str) -> String {
        format!("{}-{model}.parquet", self.recipe.name())
    }

    /// How and where it is built.
    pub(crate) fn build_settings(&self, recipe: &Recipe, root: &Path) -> BuildSettings {
        BuildSettings {
            tasks: self.recipe.tasks.clone(),
            edition: self.recipe.edition.map(|edition| edition.0),
            limit: self.recipe.limit,
            near_duplicates: recipe.corpus.near_duplicates,
            split_by: self.recipe.split_by.0,
            ..BuildSettings::new(root.join(&self.recipe.folder), recipe.seed)
        }
    }

    /// The code as the exam reads it.
    pub(crate) fn code(&self, recipe: &Recipe) -> std::result::Result<(Plan, SourceOptions), CorpusError> {
        let options = options_of(&*self.exam, recipe.sources.options());
        Ok((plan(&recipe.sources.from, &options)?, options))
    }

    /// Everything that its examples follow from, beside the code.
    pub(crate) fn identity(&self, recipe: &Recipe) -> Value {
        let ExamRecipe { tasks, edition, split_by, limit, settings, folder, .. } = &self.recipe;
        json!({
            "suite": self.suite.name,
            "data_version": self.suite.data_version,
            "tasks": tasks,
            "edition": edition,
            "split_by": split_by,
            "limit": limit,
            "settings": settings,
            "named": named_files(self.suite, settings),
            "configuration": self.exam.configuration(),
            "folder": folder,
            "split": self.recipe.split,
            "seed": recipe.seed,
            "near_duplicates": recipe.corpus.near_duplicates,
            "sources": source_identity(recipe),
        })
    }

    /// Whether any of the examples that are to be scored are there.
    pub(crate) fn has_scored_examples(&self, root: &Path) -> Result<bool> {
        let splits = self.recipe.split.0.splits();
        let folders = find_task_folders(&root.join(self.folder()))?;
        Ok(folders.iter().any(|folder| {
            splits.iter().any(|split| folder.manifest().counts.outputs.get(split.name()).is_some_and(|&n| n > 0))
        }))
    }
}

/// How the code is read; where it lies is no part of it.
pub(crate) fn source_identity(recipe: &Recipe) -> Value {
    let mut value = json!(recipe.sources);
    if let Some(sources) = value.as_object_mut() {
        sources.remove("from");
    }
    value
}

/// Hashes of the files and folders that settings name.
fn named_files(suite: &Suite, settings: &Settings) -> Value {
    let command = suite_command(suite.name);
    let is_path = |flag: &clap::Arg| {
        let names = flag.get_value_names().unwrap_or_default();
        names.iter().any(|name| name.contains("FILE") || name.contains("DIR"))
    };
    let keys = command.get_arguments().filter(|flag| is_path(flag)).filter_map(clap::Arg::get_long);
    let values = keys.filter_map(|key| settings.0.get(&key.replace('-', "_")));
    let words = values.flat_map(|value| match value {
        SettingValue::List(values) => values.clone(),
        value => vec![value.clone()],
    });
    let hash = |word: SettingValue| match word {
        SettingValue::Text(word) => hash_path(Path::new(&word)),
        _ => None,
    };
    json!(words.filter_map(hash).collect::<Vec<_>>())
}

/// A hash of a file, or of all files in a folder and below it; nothing where there is none.
pub(crate) fn hash_path(path: &Path) -> Option<String> {
    if path.is_file() {
        return examen_data::hash_file(path).ok().map(|(_, hash)| hash);
    }
    let mut hash = examen_data::InputHash::default();
    let mut found = false;
    for name in std::fs::read_dir(path).ok()?.filter_map(|entry| Some(entry.ok()?.file_name())) {
        let inner = path.join(&name);
        // Checkpoints of a training are no part of its model.
        if name != "checkpoints"
            && let Some(of_inner) = hash_path(&inner)
        {
            hash.add([name.as_encoded_bytes(), of_inner.as_bytes()]);
            found = true;
        }
    }
    found.then(|| hash.to_string())
}
