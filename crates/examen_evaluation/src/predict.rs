//! Prediction: models answer the examples of tasks.
//!
//! A model has a name and kinds of answer, and is a [`Predictor`], or a [`Trainer`] that makes one from the training split of each
//! task. [`MODELS`] lists those that are part of the program, [`ModelSpec`] names any model as a user does, and
//! [`predict`](fn@predict) reads examples, asks the model and writes its answers. A model is shown [`ExampleRow`]s, which hold the
//! input columns of a task and no truth.

mod batch;
pub(crate) mod block_lines;
mod classifier;
mod command;
mod decision_predictor;
mod details_file;
#[cfg(feature = "endpoints")]
mod endpoint;
mod example_row;
mod generator_predictor;
mod model_spec;
mod models;
mod namer_predictor;
mod prediction_file;
mod predictor;
pub mod prompts;
mod run;
mod span_predictor;
mod task_examples;
#[cfg(test)]
mod tests;
mod two_step;

pub use command::{CommandModel, CommandSettings};
#[cfg(feature = "endpoints")]
pub use endpoint::{
    AnswerFormat, Api, ConnectionSettings, EndpointModel, EndpointModelSettings, Estimate, Method, ShotsBy, SpanAnswers,
};
#[cfg(feature = "endpoints")]
pub(crate) use endpoint::{Connection, Likelihoods};
pub use example_row::ExampleRow;
pub use model_spec::ModelSpec;
pub use models::{BUILT_IN, ENGINE, MODELS, Make, Model, NO_ANSWER, RANDOM_ENCODER, find_model, nearest_model};
pub use prediction_file::{PredictionCounts, PredictionFile};
pub(crate) use predictor::Role;
pub use predictor::{
    LoadedModel, LongInput, ModelOptions, NoReply, Predictor, Procedure, Reply, RunRecord, Sources, Trainer,
};
pub use run::{
    PredictSettings, PredictSummary, PredictionPaths, predict, predict_tasks, predict_with, run_record_path,
};
pub use task_examples::{TaskExamples, TaskInfo};
pub use two_step::two_step;
