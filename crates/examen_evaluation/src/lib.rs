//! The verbs: build exams, train models, let models predict, score predictions, compare scores, embed, probe, rate.
//!
//! Each verb is a function with typed settings that returns values and reports progress to an [`Observer`]. The command line,
//! a runner of recipes and other languages are thin doors on them. This crate knows suites, artefacts, models and metrics; it
//! knows no terminal, prints nothing and renders no table: those are made from its result rows by `examen_report`.

pub mod build;
mod code_graph;
pub mod compare;
mod context;
pub mod embed;
mod error;
mod function_paths;
mod generated_kind;
pub mod inspect_measures;
pub mod line_metrics;
pub mod predict;
pub mod probe;
mod query_model;
pub mod questions;
pub mod ratings;
pub mod score;
mod split_choice;
pub mod train;

pub use context::{Context, Observer, Silent, StageProgress, Steps, use_threads};
pub use error::{EvaluationError, Result};
pub use query_model::QueryModel;
pub use split_choice::SplitChoice;
