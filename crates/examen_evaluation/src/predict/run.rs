//! The loop that reads examples, asks a model and writes its predictions.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::find_task_folders;

use super::batch::replies;
use super::example_row::ExampleRow;
use super::model_spec::ModelSpec;
use super::prediction_file::{PredictionCounts, PredictionFile};
use super::predictor::{LoadedModel, ModelOptions, NoReply, Predictor};
use super::task_examples::TaskExamples;
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

/// The outcome of a prediction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredictSummary {
    /// The tasks that were answered, as `suite/task`.
    pub tasks: Vec<String>,
    /// The tasks that the model does not accept, by the reason why.
    pub left_out: BTreeMap<String, Vec<String>>,
    /// Examples by status.
    pub counts: PredictionCounts,
}

/// Lets a model answer the examples of all tasks that it accepts, and writes the predictions.
pub fn predict(settings: &PredictSettings, context: &Context<'_>) -> crate::Result<PredictSummary> {
    let model = settings.model.load(&settings.options)?;
    predict_with(model, &settings.data, &settings.splits, &settings.out, context)
}

/// Does the same with a model that is loaded already.
///
/// Predictions are in the order of tasks and rows. An example that is in several tasks is answered once, at the first of them. A
/// file without a prediction is an error and is not left behind.
pub fn predict_with(
    mut model: LoadedModel,
    data: &Path,
    splits: &[Split],
    out: &Path,
    context: &Context<'_>,
) -> crate::Result<PredictSummary> {
    let (tasks, left_out) = accepted_tasks(&model, data, splits)?;
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
            let count = predict_task(&predictor, task, &mut answered, &mut file, context)
                .doing(|| format!("cannot predict {name}"))?;
            context.remark(format!("{name}: {count} examples"));
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
    file.remarks().into_iter().for_each(|remark| context.remark(remark));
    let counts = file.finish()?;
    Ok(PredictSummary { tasks: tasks.iter().map(|task| task.info.name()).collect(), left_out, counts })
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
        match self {
            Self::Predictor(predictor) => predictor.prepare(tasks, context),
            Self::Trainer(_) => Ok(()),
        }
    }

    fn tasks_at_once(&self, context: &Context<'_>) -> usize {
        match self {
            Self::Predictor(_) => 1,
            Self::Trainer(trainer) => trainer.tasks_at_once(context.thread_count()).max(1),
        }
    }

    /// Trains a model for a task, if that has to be.
    fn predictor_for(&self, task: &TaskExamples, context: &Context<'_>) -> crate::Result<TaskPredictor<'_>> {
        let trainer = match self {
            Self::Predictor(predictor) => return Ok(Ok(AnyPredictor::Shared(&**predictor))),
            Self::Trainer(trainer) => trainer,
        };
        match trainer.train(&task.training_task()?, context) {
            Ok(predictor) => Ok(Ok(AnyPredictor::Trained(predictor))),
            Err(EvaluationError::Model(error)) => Ok(Err(error.to_string())),
            Err(error) => Err(error),
        }
    }
}

/// The tasks below a folder that a model accepts, and the names of the others by the reason why not.
fn accepted_tasks(model: &LoadedModel, data: &Path, splits: &[Split]) -> crate::Result<(Vec<TaskExamples>, LeftOut)> {
    let mut tasks = Vec::new();
    let mut left_out = LeftOut::new();
    for folder in find_task_folders(data)? {
        let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
        let Some(task) = TaskExamples::new(folder, splits)? else {
            left_out.entry("asking for no known kind of answer".to_owned()).or_default().push(name);
            continue;
        };
        match model.accepts(&task.info) {
            Ok(()) => tasks.push(task),
            Err(reason) => left_out.entry(reason).or_default().push(name),
        }
    }
    Ok((tasks, left_out))
}

/// Writes the replies to the examples of a task that were not answered yet; returns their number.
fn predict_task(
    predictor: &TaskPredictor<'_>,
    task: &TaskExamples,
    answered: &mut HashSet<String>,
    file: &mut PredictionFile,
    context: &Context<'_>,
) -> crate::Result<u64> {
    let columns = predictor.as_ref().map_or(Vec::new(), |predictor| predictor.as_dyn().columns(&task.info));
    let mut rows = task.rows(&columns)?;
    let mut count = 0;
    loop {
        let mut batch: Vec<ExampleRow> = rows.by_ref().take(BATCH_ROWS).collect::<crate::Result<_>>()?;
        let is_last = batch.len() < BATCH_ROWS;
        batch.retain(|row| answered.insert(row.id.clone()));
        let replies = match predictor {
            Ok(predictor) => replies(predictor.as_dyn(), &task.info, &batch, context.threads)?,
            Err(reason) => batch.iter().map(|_| Err(NoReply::Skipped(reason.clone()))).collect(),
        };
        count += batch.len() as u64;
        for (row, reply) in batch.into_iter().zip(replies) {
            file.push(row.id, reply)?;
        }
        if is_last {
            return Ok(count);
        }
    }
}
