//! The loop that reads examples, asks a model and writes its predictions.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::{counted, find_task_folders, write_atomically};

use super::batch::replies;
use super::details_file::DetailsFile;
use super::example_row::ExampleRow;
use super::model_spec::ModelSpec;
use super::prediction_file::{PredictionCounts, PredictionFile};
use super::predictor::{LoadedModel, ModelOptions, NoReply, Predictor, Reply, Role};
use super::task_examples::{TaskExamples, TaskInfo};
use crate::context::Context;
use crate::error::{EvaluationError, While as _, refuse};

/// Rows that are in memory at a time.
const BATCH_ROWS: usize = 1024;

/// Settings of a prediction.
#[derive(Clone, Debug)]
pub struct PredictSettings {
    /// The model.
    pub model: ModelSpec,
    /// Settings of the model.
    pub options: ModelOptions,
    /// A task folder, or a folder above several.
    pub data: PathBuf,
    /// The splits whose examples are answered.
    pub splits: Vec<Split>,
    /// The file for the predictions: JSONL when its name ends in `.jsonl`, Parquet otherwise.
    pub out: PathBuf,
}

/// The files that a prediction writes.
#[derive(Clone, Copy, Debug)]
pub struct PredictionPaths<'p> {
    /// The file for the predictions: JSONL when its name ends in `.jsonl`, Parquet otherwise.
    pub out: &'p Path,
    /// A file for what the model says beside its answers, a line of JSON for each example.
    pub details: Option<&'p Path>,
}

impl<'p> From<&'p Path> for PredictionPaths<'p> {
    fn from(out: &'p Path) -> Self {
        Self { out, details: None }
    }
}

/// The outcome of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredictSummary {
    /// The tasks that were answered, as `suite/task`.
    pub tasks: Vec<String>,
    /// The tasks that the model does not accept, by the reason why.
    pub left_out: BTreeMap<String, Vec<String>>,
    /// Examples by status.
    pub counts: PredictionCounts,
    /// Examples without an answer by reason.
    pub reasons: BTreeMap<String, u64>,
}

/// The file beside predictions that says how they came about: `NAME.run.json`.
pub fn run_record_path(predictions: &Path) -> PathBuf {
    let mut name = predictions.as_os_str().to_owned();
    name.push(".run.json");
    name.into()
}

/// Lets a model answer the examples of all tasks that it accepts, and writes the predictions.
pub fn predict(settings: &PredictSettings, context: &Context<'_>) -> crate::Result<PredictSummary> {
    let model = settings.model.load(&settings.options)?;
    predict_with(model, &settings.data, &settings.splits, settings.out.as_path().into(), context)
}

/// Does the same with a model that is loaded already.
///
/// Predictions are in the order of tasks and rows. An example that is in several tasks is answered once, at the first of them. A
/// file without a prediction is an error and is not left behind.
pub fn predict_with(
    model: LoadedModel,
    data: &Path,
    splits: &[Split],
    paths: PredictionPaths<'_>,
    context: &Context<'_>,
) -> crate::Result<PredictSummary> {
    predict_tasks(model, data, splits, &[], paths, context)
}

/// Does the same at some tasks only, which are named without their language; at all where none is named.
pub fn predict_tasks(
    mut model: LoadedModel,
    data: &Path,
    splits: &[Split],
    only: &[String],
    paths: PredictionPaths<'_>,
    context: &Context<'_>,
) -> crate::Result<PredictSummary> {
    let PredictionPaths { out, details } = paths;
    let accepts = |task: &TaskInfo| {
        let is_meant = |name: &String| task.task == *name || task.task.split('.').next() == Some(name);
        if only.is_empty() || only.iter().any(is_meant) { model.accepts(task) } else { Err("not asked for".to_owned()) }
    };
    let (tasks, left_out) = accepted_tasks(accepts, model.most_examples(), data, splits)?;
    for (reason, names) in &left_out {
        context.remark(format!("left out, {reason}: {}", names.join(", ")));
    }
    if tasks.is_empty() {
        refuse!(
            "{} answers none of the tasks below {} (`examen explain` says what a model is for)",
            model.name(),
            data.display()
        );
    }
    let mut file = PredictionFile::create(out, model.name())?;
    let mut details = details.map(DetailsFile::create).transpose()?;
    model.prepare(&tasks, context)?;
    let mut answered = HashSet::new();
    for group in tasks.chunks(model.tasks_at_once(context)) {
        let predictors = in_parallel(group.len(), context.threads, |at| model.predictor_for(&group[at], context))?;
        for (task, predictor) in group.iter().zip(predictors) {
            let name = task.info.name();
            let predictor = match predictor {
                Ok(predictor) => predictor.doing(|| format!("cannot predict {name}"))?,
                Err(message) => refuse!("cannot predict {name}: {message}"),
            };
            let count = predict_task(&predictor, task, &mut answered, (&mut file, details.as_mut()), context)
                .doing(|| format!("cannot predict {name}"))?;
            context.remark(format!("{name}: {}", counted(count, "example", "examples")));
        }
    }
    if file.counts() == PredictionCounts::default() {
        let splits: Vec<String> = splits.iter().map(ToString::to_string).collect();
        refuse!(
            "there is no {} example for this model below {}; `--split all` answers those of other splits, and `examen build \
             --split-by file` spreads a single project over all of them",
            splits.join(" or "),
            data.display()
        );
    }
    if let Some(details) = details {
        details.finish(model.name())?;
    }
    file.remarks().into_iter().for_each(|remark| context.remark(remark));
    let reasons = file.reasons().clone();
    let counts = file.finish()?;
    if let Role::Predictor(predictor) = &model.role
        && let Some(record) = predictor.run_record(&counts, &reasons)
    {
        write_atomically(&run_record_path(out), format!("{:#}\n", record.value).as_bytes())?;
        record.remarks.into_iter().for_each(|remark| context.remark(remark));
    }
    Ok(PredictSummary { tasks: tasks.iter().map(|task| task.info.name()).collect(), left_out, counts, reasons })
}

/// Tasks that a model does not accept, by the reason why.
type LeftOut = BTreeMap<String, Vec<String>>;

/// A predictor for one task, or the reason why its examples are skipped.
type TaskPredictor<'m> = Result<AnyPredictor<'m>, String>;

/// A predictor that answers all tasks, or one that was trained for a single task.
enum AnyPredictor<'m> {
    Shared(&'m dyn Predictor),
    Trained(Box<dyn Predictor>),
}

impl AnyPredictor<'_> {
    fn as_dyn(&self) -> &dyn Predictor {
        match self {
            Self::Shared(predictor) => *predictor,
            Self::Trained(predictor) => &**predictor,
        }
    }
}

impl LoadedModel {
    fn prepare(&mut self, tasks: &[TaskExamples], context: &Context<'_>) -> crate::Result<()> {
        match &mut self.role {
            Role::Predictor(predictor) => predictor.prepare(tasks, context),
            Role::Trainer(_) => Ok(()),
        }
    }

    fn most_examples(&self) -> Option<usize> {
        match &self.role {
            Role::Predictor(predictor) => predictor.most_examples(),
            Role::Trainer(_) => None,
        }
    }

    fn tasks_at_once(&self, context: &Context<'_>) -> usize {
        match &self.role {
            Role::Predictor(_) => 1,
            Role::Trainer(trainer) => trainer.tasks_at_once(context.thread_count()).max(1),
        }
    }

    /// Trains a model for a task, if that has to be.
    fn predictor_for(&self, task: &TaskExamples, context: &Context<'_>) -> crate::Result<TaskPredictor<'_>> {
        let trainer = match &self.role {
            Role::Predictor(predictor) => return Ok(Ok(AnyPredictor::Shared(&**predictor))),
            Role::Trainer(trainer) => trainer,
        };
        match trainer.train(&task.training_task()?, context) {
            Ok(predictor) => Ok(Ok(AnyPredictor::Trained(predictor))),
            Err(EvaluationError::Model(error)) => Ok(Err(error.to_string())),
            Err(error) => Err(error),
        }
    }
}

/// The tasks below a folder that a model accepts, and the names of the others by the reason why not.
pub(super) fn accepted_tasks(
    accepts: impl Fn(&TaskInfo) -> Result<(), String>,
    limit: Option<usize>,
    data: &Path,
    splits: &[Split],
) -> crate::Result<(Vec<TaskExamples>, LeftOut)> {
    let mut tasks = Vec::new();
    let mut left_out = LeftOut::new();
    for folder in find_task_folders(data)? {
        let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
        let Some(task) = TaskExamples::new(folder, splits)? else {
            left_out.entry("asking for no known kind of answer".to_owned()).or_default().push(name);
            continue;
        };
        match accepts(&task.info) {
            Ok(()) => tasks.push(task.limited(limit)),
            Err(reason) => left_out.entry(reason).or_default().push(name),
        }
    }
    Ok((tasks, left_out))
}

/// All replies to each example: one, or as many as the model has samples.
fn all_replies(
    predictor: &dyn Predictor,
    task: &TaskInfo,
    batch: &[ExampleRow],
    context: &Context<'_>,
) -> crate::Result<Vec<Vec<Reply>>> {
    let counts: Vec<u32> = batch.iter().map(|row| predictor.samples(task, row).max(1)).collect();
    let mut all: Vec<Vec<Reply>> = batch.iter().map(|_| Vec::new()).collect();
    for sample in 0..counts.iter().copied().max().unwrap_or(0) {
        let asked: Vec<usize> = (0..batch.len()).filter(|&at| sample < counts[at]).collect();
        let rows: Vec<ExampleRow> = asked.iter().map(|&at| batch[at].clone()).collect();
        let rows = if rows.len() == batch.len() { batch } else { &rows[..] };
        for (at, reply) in asked.into_iter().zip(replies(predictor, task, rows, sample, context.threads)?) {
            all[at].push(reply);
        }
    }
    Ok(all)
}

/// Writes the replies to the examples of a task that were not answered yet; returns their number.
fn predict_task(
    predictor: &TaskPredictor<'_>,
    task: &TaskExamples,
    answered: &mut HashSet<String>,
    (file, mut details): (&mut PredictionFile, Option<&mut DetailsFile>),
    context: &Context<'_>,
) -> crate::Result<u64> {
    let columns = predictor.as_ref().map_or(Vec::new(), |predictor| predictor.as_dyn().columns(&task.info));
    let mut rows = task.rows(&columns)?;
    let mut count = 0;
    loop {
        context.go_on()?;
        let mut batch: Vec<ExampleRow> = rows.by_ref().take(BATCH_ROWS).collect::<crate::Result<_>>()?;
        let is_last = batch.len() < BATCH_ROWS;
        batch.retain(|row| answered.insert(row.id.clone()));
        let replies = match predictor {
            Ok(predictor) => all_replies(predictor.as_dyn(), &task.info, &batch, context)?,
            Err(reason) => batch.iter().map(|_| vec![Err(NoReply::Skipped(reason.clone()))]).collect(),
        };
        if let (Ok(predictor), Some(details)) = (predictor, &mut details) {
            details.push(predictor.as_dyn(), &task.info, &batch)?;
        }
        count += batch.len() as u64;
        for (row, of_row) in batch.iter().zip(replies) {
            for reply in of_row {
                file.push(row.id.clone(), reply)?;
            }
        }
        if is_last {
            return Ok(count);
        }
    }
}
