//! What a model is.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ValueEnum;
use examen_corpus::SourceOptions;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::Placement;
use serde_json::{Map, Value};

use super::example_row::ExampleRow;
use super::prediction_file::PredictionCounts;
use super::task_examples::{TaskExamples, TaskInfo};
use crate::context::Context;

/// The reply of a model to an example: its answer, or why there is none.
pub type Reply = Result<Answer, NoReply>;

/// The reason why an example has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReply {
    /// The model was not asked.
    Skipped(String),
    /// The model was asked and failed.
    Failed(String),
}

/// A model that answers examples.
///
/// Rows are answered on many threads at once. A panic becomes a failed row, and so does an answer of another kind than the task
/// asks for.
pub trait Predictor: Send + Sync {
    /// Accepts a task that asks for a kind of answer that the model gives, or says why not.
    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        let _ = task;
        Ok(())
    }

    /// Returns the input columns that the model reads; all of the task by default.
    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        task.answer.input.iter().map(String::as_str).collect()
    }

    /// Returns the most rows that it is asked about at once.
    fn rows_at_once(&self) -> usize {
        16
    }

    /// Returns the most examples of a task that are answered: those with the smallest ids.
    fn most_examples(&self) -> Option<usize> {
        None
    }

    /// Returns how many predictions are made for an example: samples of one that is asked several times.
    fn samples(&self, task: &TaskInfo, row: &ExampleRow) -> u32 {
        let _ = (task, row);
        1
    }

    /// Looks at the examples of all accepted tasks before the first is answered.
    fn prepare(&mut self, tasks: &[TaskExamples], context: &Context<'_>) -> crate::Result<()> {
        let _ = (tasks, context);
        Ok(())
    }

    /// Answers examples of one task: one reply for each row, in order.
    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply>;

    /// Answers them once more; only models with several samples are asked.
    fn predict_sample(&self, task: &TaskInfo, batch: &[ExampleRow], sample: u32) -> Vec<Reply> {
        let _ = sample;
        self.predict(task, batch)
    }

    /// Returns what there is to say of the answers to examples beside the answers: one object for each row, or nothing from a model
    /// that has nothing to say.
    fn details(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Option<Vec<Map<String, Value>>> {
        let _ = (task, batch);
        None
    }

    /// Returns what is written beside the predictions about how they came about.
    fn run_record(&self, counts: &PredictionCounts, reasons: &BTreeMap<String, u64>) -> Option<RunRecord> {
        let _ = (counts, reasons);
        None
    }
}

/// How predictions came about.
#[derive(Clone, Debug)]
pub struct RunRecord {
    /// What is written beside them.
    pub value: Value,
    /// What the user should know at once.
    pub remarks: Vec<String>,
}

/// A way to make a model from the training split of a task.
pub trait Trainer: Send + Sync {
    /// Returns the number of tasks that models are trained for at the same time, each on one thread.
    fn tasks_at_once(&self, threads: usize) -> usize {
        let _ = threads;
        1
    }

    /// Trains a model on the training split of a task, tuned on its validation split.
    ///
    /// With an [`EvaluationError::Model`](crate::EvaluationError::Model), the examples of the task are skipped for that reason.
    fn train(&self, training: &TaskFolder, context: &Context<'_>) -> crate::Result<Box<dyn Predictor>>;
}

/// A model that is ready to be asked or trained.
pub struct LoadedModel {
    name: String,
    kinds: Vec<AnswerKind>,
    pub(crate) role: Role,
}

/// What a model does for a task.
pub(crate) enum Role {
    /// It answers as it is.
    Predictor(Box<dyn Predictor>),
    /// It is trained for each task.
    Trainer(Box<dyn Trainer>),
}

/// Settings of models.
#[derive(Clone, Debug, Default)]
pub struct ModelOptions {
    /// The seed of training.
    pub seed: u64,
    /// The code that the examples were made from.
    pub sources: Option<Sources>,
    /// Where a network of our own computes.
    pub placement: Placement,
    /// How a span predictor reads code that is too long for it.
    pub reading: LongInput,
}

/// How a span predictor reads code that is too long for it.
#[derive(Clone, Debug, Default)]
pub struct LongInput {
    /// What becomes of what is too long.
    pub procedure: Procedure,
    /// Tokens that are read at once; as many as the model was made for without a number.
    pub max_length: Option<usize>,
    /// Tokens from the begin of a window to the begin of the next; half a window without a number.
    pub stride: Option<usize>,
}

/// What becomes of code that is too long to be read at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Procedure {
    /// Only its beginning is read.
    #[default]
    Prefix,
    /// It is read in windows that overlap, and their answers are joined.
    Window,
}

/// Code to read.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Files, directories, archives and tables.
    pub paths: Vec<PathBuf>,
    /// How they are read.
    pub options: SourceOptions,
}

impl LoadedModel {
    /// A model that answers as it is: its name in predictions, and the kinds of answer that it gives.
    pub fn predictor(name: impl Into<String>, kinds: &[AnswerKind], predictor: impl Predictor + 'static) -> Self {
        Self::new(name.into(), kinds, Role::Predictor(Box::new(predictor)))
    }

    pub(super) fn new(name: String, kinds: &[AnswerKind], role: Role) -> Self {
        Self { name, kinds: kinds.to_vec(), role }
    }

    /// Returns the name in predictions.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the kinds of answer that it gives.
    pub(super) fn kinds(&self) -> &[AnswerKind] {
        &self.kinds
    }

    /// Accepts a task or says why not.
    pub fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        task.asks_for(&self.kinds)?;
        match &self.role {
            Role::Predictor(predictor) => predictor.accepts(task),
            Role::Trainer(_) => Ok(()),
        }
    }
}
