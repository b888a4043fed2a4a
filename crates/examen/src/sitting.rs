//! Sitting: the answers of the models that are part of the program.

mod classifiers;
mod engine;
mod namer;
mod paper;
mod prediction_file;
mod rebuilt;

use std::path::Path;

use examen_data::TaskFolder;
use serde_json::{Value, json};

pub(crate) use classifiers::{Training, sit_classifiers};
pub(crate) use engine::{ask_about_files, ask_about_rows};
pub(crate) use namer::sit_namer;
pub(crate) use paper::{Paper, Question, Wanted};
pub(crate) use prediction_file::PredictionFile;

use crate::marking::is_resat;

/// What a model made of a question: its output, or why there is none.
pub(crate) type Reply = Result<Value, NoReply>;

/// Why a question has no answer.
pub(crate) enum NoReply {
    /// It was not asked.
    Skipped(String),
    /// It was asked and nothing came of it.
    Failed(String),
}

/// The answer of a model that never points at anything.
pub(crate) fn no_answer(question: &Question) -> Value {
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
