//! Classifiers that are trained on the spot: each task's training split teaches a model for its other splits.

use crate::error::{While as _, refuse};
use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_models::{Classifier, Input, Labelled, Method, ModelError};
use serde::Deserialize;
use serde_json::json;

use super::prediction_file::PredictionFile;
use super::{NoReply, Reply, taught_by};
use crate::context::Context;
use examen_analysis::in_parallel;

/// A row to learn from.
#[derive(Deserialize)]
struct Lesson {
    text: String,
    token_count: u32,
    label: String,
    control_label: String,
}

const LESSON_COLUMNS: [&str; 4] = ["text", "token_count", "label", "control_label"];

/// A row to answer, without what is true of it.
#[derive(Deserialize)]
struct Question {
    id: String,
    text: String,
    token_count: u32,
}

const QUESTION_COLUMNS: [&str; 3] = ["id", "text", "token_count"];

/// How a classifier is made.
#[derive(Clone, Copy)]
pub struct Training {
    pub method: Method,
    pub seed: u64,
}

/// Trains a model for each task, and one for its control task, and lets them answer the rows of the splits. As many tasks
/// are in memory as there are threads.
pub fn sit_classifiers(
    training: Training,
    folders: &[&TaskFolder],
    splits: &[Split],
    file: &mut PredictionFile,
    context: &Context<'_>,
) -> crate::Result<()> {
    let threads = context.thread_count();
    for group in folders.chunks(threads) {
        let replies = in_parallel(group.len(), context.threads, |at| answers(training, group[at], splits))?;
        for (folder, answers) in group.iter().zip(replies) {
            let name = format!("{}/{}", folder.manifest().suite, folder.manifest().task);
            let answers = match answers {
                Ok(answers) => answers.doing(|| format!("cannot sit {name}"))?,
                Err(message) => refuse!("cannot sit {name}: {message}"),
            };
            context.remark(format!("{name}: {} examples", answers.len()));
            for (id, reply) in answers {
                file.push(id, reply)?;
            }
        }
    }
    Ok(())
}

/// The ids of the rows of the splits, each with what the models trained for this task make of it.
fn answers(training: Training, folder: &TaskFolder, splits: &[Split]) -> examen_data::Result<Vec<(String, Reply)>> {
    let teacher = taught_by(folder)?;
    let teacher = teacher.as_ref().unwrap_or(folder);
    let models = Models::train(training, &lessons(teacher, Split::Train)?, &lessons(teacher, Split::Validation)?);
    let mut answers = Vec::new();
    for &split in splits {
        for row in folder.rows_with::<Question>(split, &QUESTION_COLUMNS)? {
            let Question { id, text, token_count } = row?;
            let input = Input { text: &text, token_count };
            let reply = match &models {
                Ok(models) => Ok(models.answer(input)),
                Err(error) => Err(NoReply::Skipped(error.to_string())),
            };
            answers.push((id, reply));
        }
    }
    Ok(answers)
}

fn lessons(folder: &TaskFolder, split: Split) -> examen_data::Result<Vec<Lesson>> {
    folder.rows_with(split, &LESSON_COLUMNS)?.collect()
}

/// The model for a task and the one for its control task.
struct Models {
    label: Classifier,
    control_label: Classifier,
}

impl Models {
    fn train(training: Training, train: &[Lesson], validation: &[Lesson]) -> Result<Self, ModelError> {
        let Training { method, seed } = training;
        let learn = |label| method.train(&labelled(train, label), &labelled(validation, label), seed);
        Ok(Self { label: learn(|lesson| &lesson.label)?, control_label: learn(|lesson| &lesson.control_label)? })
    }

    fn answer(&self, input: Input<'_>) -> serde_json::Value {
        json!({ "label": self.label.answer(input), "control_label": self.control_label.answer(input) })
    }
}

fn labelled(lessons: &[Lesson], label: fn(&Lesson) -> &str) -> Vec<Labelled<'_>> {
    let mut labelled = Vec::with_capacity(lessons.len());
    for lesson in lessons {
        let input = Input { text: &lesson.text, token_count: lesson.token_count };
        labelled.push(Labelled { input, label: label(lesson) });
    }
    labelled
}
