//! Sitting: the answers of the models that are part of the program.

pub mod classifiers;
pub mod engine;
pub mod namer;
pub mod paper;
pub mod prediction_file;
pub mod rebuilt;

use std::path::Path;

use examen_data::TaskFolder;
use serde_json::{Value, json};

pub use classifiers::{Training, sit_classifiers};
pub use engine::{ask_about_files, ask_about_rows};
pub use namer::sit_namer;
pub use paper::{Paper, Question, Wanted};
pub use prediction_file::PredictionFile;

use crate::score::is_resat;

/// What a model made of a question: its output, or why there is none.
pub type Reply = Result<Value, NoReply>;

/// Why a question has no answer.
pub enum NoReply {
    /// It was not asked.
    Skipped(String),
    /// It was asked and nothing came of it.
    Failed(String),
}

/// The answer of a model that never points at anything.
pub fn no_answer(question: &Question) -> Value {
    match question.wanted {
        Wanted::Spans => json!({ "answer_spans": [], "supporting_fact_spans": [] }),
        // A shorter list is outside of all spans beyond its end.
        Wanted::Labels => json!({ "labels": [] }),
        Wanted::Relevance => json!({ "relevant": false }),
    }
}

/// The task whose training split teaches a model, where it is not the task itself: rewritten examples are there to be
/// answered, and their models learn from the examples of the suite that they come from.
fn taught_by(folder: &TaskFolder) -> examen_data::Result<Option<TaskFolder>> {
    if !is_resat(folder)? {
        return Ok(None);
    }
    let exams = folder.path().parent().and_then(Path::parent);
    let (Some(exams), Some((suite, task))) = (exams, folder.manifest().task.split_once('.')) else { return Ok(None) };
    TaskFolder::open(&exams.join(suite).join(task)).map(Some)
}
