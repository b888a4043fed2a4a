//! Scores: predictions compared with the examples that they answer.
//!
//! Examples decide: each counts in every value of its task, and one without a usable prediction counts as wrong. A model
//! is scored at a task when it has a prediction for one example of it at least. There is one scorer for each kind of answer, in
//! a file of its own, and one for rewritten examples; result rows and scores of single examples are all that comes out of it.

mod answer_counts;
mod choice_task;
pub(crate) mod class_task;
mod decision_task;
mod example_rows;
pub(crate) mod example_scores;
mod group;
mod label_task;
mod label_truth;
mod name_task;
mod one;
mod predictions;
mod sample_sums;
mod span_characters;
mod span_counts;
mod span_shift;
pub(crate) mod span_task;
mod survival_task;
pub(crate) mod task_rows;
mod text_task;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_corpus::Split;
use examen_data::{
    AnswerKind, AnswerSpec, ExampleScore, Manifest, ResultHeader, ResultLog, ResultRow, TaskFolder, Tool,
    example_scores_path, find_task_folders, logged_path, write_example_scores,
};

pub use examen_data::Place;
use examen_metrics::ANSWERED;
use example_rows::example_rows;
pub use example_scores::ExampleScores;
pub use one::{ONE_ANSWER, score_one};
pub use predictions::{Fault, Outcome, Predictions};
use task_rows::TaskRows;

use crate::context::Context;
use crate::error::{While as _, refuse};
use crate::predict::run_record_path;
use crate::split_choice::SplitChoice;

/// The task whose examples ask for no supporting facts.
pub const ANSWERS_ONLY: &str = "answers-only";

/// What is scored.
#[derive(Clone, Debug)]
pub struct ScoreSettings {
    /// A task directory, or a directory above several.
    pub data: PathBuf,
    /// Predictions, as Parquet or JSONL.
    pub predictions: Vec<PathBuf>,
    /// The examples.
    pub split: SplitChoice,
    /// The run that they are scored in, if they are.
    pub run: Option<ScoredRun>,
}

/// A run that scores are part of.
#[derive(Clone, Debug)]
pub struct ScoredRun {
    /// Its folder: paths in the log start there, so that they are the same wherever it lies.
    pub folder: PathBuf,
    /// Its recipe.
    pub recipe: String,
    /// The metrics whose values are kept; all where there is none.
    pub metrics: Vec<String>,
}

/// The scores of all models at all tasks.
pub struct Scored {
    /// The values of all tasks, with how they came about.
    pub log: ResultLog,
    /// The scores of single examples, task by task.
    pub examples: Vec<ExampleScores>,
}

impl Scored {
    /// The scores of single examples.
    pub fn example_scores(&self) -> impl Iterator<Item = ExampleScore> {
        self.examples.iter().flat_map(ExampleScores::iter)
    }

    /// Writes the values to `path` and the scores of single examples beside it.
    pub fn write(&self, path: &Path) -> crate::Result<()> {
        self.log.write(path)?;
        write_example_scores(&example_scores_path(path), self.example_scores())?;
        Ok(())
    }
}

/// The scores of all models at one task.
pub struct ScoredTask {
    /// The values.
    pub rows: Vec<ResultRow>,
    /// The scores of single examples.
    pub examples: ExampleScores,
    /// What the user should know about the answers.
    pub remarks: Vec<String>,
}

impl ScoredTask {
    fn new(rows: TaskRows, examples: ExampleScores) -> Self {
        Self { rows: rows.finish(), examples, remarks: Vec::new() }
    }
}

/// Scores predictions at all tasks of a directory. Remarks go to the context: tasks that cannot be scored, predictions that
/// cannot be used.
pub fn score(settings: &ScoreSettings, context: &Context<'_>) -> crate::Result<Scored> {
    let folders = find_task_folders(&settings.data)?;
    let mut predictions = Predictions::read(&settings.predictions)?;
    let (mut rows, mut examples, mut manifests) = (Vec::new(), Vec::new(), Vec::new());
    for folder in &folders {
        let manifest = folder.manifest();
        let name = format!("{}/{}", manifest.suite, manifest.task);
        context.go_on()?;
        let scored = score_task(folder, settings.split.splits(), &mut predictions);
        match scored.doing(|| format!("cannot score {name}"))? {
            None => context.remark(format!("{name}: not scored, its columns are of no known exam")),
            Some(task) if task.examples.is_empty() => {
                context.remark(format!("{name}: no {} example", settings.split.name()));
            }
            Some(task) => {
                task.remarks.iter().for_each(|remark| context.remark(format!("{name}: {remark}")));
                rows.extend(task.rows);
                examples.push(task.examples);
                manifests.push(manifest);
            }
        }
    }
    if manifests.is_empty() {
        refuse!(
            "there is no example to score: no task below {} has any in this split; `--split all` scores those of the others, and \
             `examen build --split-by file` spreads a single project over all splits",
            settings.data.display()
        );
    }
    predictions.remarks().iter().for_each(|remark| context.remark(remark));
    if let Some(reason) = predictions.nothing_usable() {
        refuse!("{reason}");
    }
    if let Some(run) = settings.run.as_ref().filter(|run| !run.metrics.is_empty()) {
        // How many examples were answered is said beside any value.
        let is_kept = |metric: &str| metric == ANSWERED.name || run.metrics.iter().any(|name| name == metric);
        rows.retain(|row| is_kept(&row.metric));
    }
    let log = ResultLog::new(header(settings, &manifests, &predictions), rows);
    Ok(Scored { log, examples })
}

fn header(settings: &ScoreSettings, manifests: &[&Manifest], predictions: &Predictions) -> ResultHeader {
    let seeds: BTreeSet<u64> = manifests.iter().map(|manifest| manifest.provenance.seed).collect();
    let version = |manifest: &&Manifest| {
        (format!("{}/{}", manifest.suite, manifest.task), manifest.provenance.data_version.clone())
    };
    let folder = settings.run.as_ref().map(|run| run.folder.as_path());
    let logged = |path: &PathBuf| {
        let inside = folder.and_then(|folder| path.strip_prefix(folder).ok());
        inside.map_or_else(|| logged_path(path), |inside| inside.display().to_string())
    };
    let files: Vec<String> = settings.predictions.iter().map(logged).collect();
    // How the answers of language models came about.
    let runs: serde_json::Map<String, serde_json::Value> = settings
        .predictions
        .iter()
        .filter_map(|path| {
            let text = examen_corpus::read_plain_file(&run_record_path(path)).ok()?;
            Some((logged(path), serde_json::from_slice(&text).ok()?))
        })
        .collect();
    let mut configuration = serde_json::json!({
        "data": logged(&settings.data),
        "predictions": files,
        "split": settings.split.name(),
    });
    if !runs.is_empty() {
        configuration["runs"] = runs.into();
    }
    ResultHeader {
        tool: Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        recipe: settings.run.as_ref().map(|run| run.recipe.clone()),
        configuration,
        seeds: seeds.into_iter().collect(),
        data_versions: manifests.iter().map(version).collect(),
        // Scores do not depend on the machine.
        hardware: BTreeMap::new(),
        counts_by_status: predictions.counts(),
    }
}

/// Scores all models at one task; nothing for a task of a kind that cannot be scored.
pub fn score_task(
    folder: &TaskFolder,
    splits: &[Split],
    predictions: &mut Predictions,
) -> crate::Result<Option<ScoredTask>> {
    let Some(spec) = folder.answer()? else { return Ok(None) };
    let task = Task { folder, spec: &spec, splits };
    let scored = match (&spec.original, spec.kind) {
        (Some(_), AnswerKind::Labels) => return Ok(None),
        (Some(original), _) => survival_task::score_survival(&task, original, predictions),
        (None, AnswerKind::Choice) => choice_task::score_choices(&task, predictions),
        (None, AnswerKind::Class) => class_task::score_classes(&task, predictions),
        (None, AnswerKind::Labels) => label_task::score_labels(&task, predictions),
        (None, AnswerKind::Match | AnswerKind::Relevance) => decision_task::score_decisions(&task, predictions),
        (None, AnswerKind::Name) => name_task::score_names(&task, predictions),
        (None, AnswerKind::Spans) => span_task::score_spans(&task, predictions),
        (None, AnswerKind::Text) => text_task::score_texts(&task, predictions),
    };
    scored.map(Some)
}

/// The examples of a task that are scored.
struct Task<'t> {
    folder: &'t TaskFolder,
    spec: &'t AnswerSpec,
    splits: &'t [Split],
}

impl Task<'_> {
    /// The column of the truth, where there is one.
    fn truth(&self) -> crate::Result<&str> {
        self.truth_but("")
    }

    /// The column of the truth besides another one.
    fn truth_but(&self, other: &str) -> crate::Result<&str> {
        match self.spec.truth.iter().find(|name| *name != other) {
            Some(column) => Ok(column),
            None => refuse!("the manifest names no column that holds the truth"),
        }
    }

    /// The models that have a prediction for one example at least: those that are scored, at all examples.
    fn models(&self, predictions: &Predictions) -> crate::Result<BTreeSet<String>> {
        let mut models = BTreeSet::new();
        for row in example_rows(self.folder, self.splits, &["id"], &[])? {
            for model in predictions.models_of(&row?.text("id")?) {
                if !models.contains(model) {
                    models.insert(model.to_owned());
                }
            }
        }
        Ok(models)
    }

    fn rows(&self) -> TaskRows {
        let manifest = self.folder.manifest();
        TaskRows::new(&manifest.suite, &manifest.task, Some(self.spec.kind))
    }

    fn example_scores(&self) -> ExampleScores {
        let manifest = self.folder.manifest();
        ExampleScores::new(&manifest.suite, &manifest.task)
    }
}
