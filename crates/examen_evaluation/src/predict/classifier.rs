//! Classifiers of texts as models: the training split of a task teaches a classifier of its labels, and one of its control
//! labels.

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::{Classifier, Input, Labelled, Method};
use serde::Deserialize;

use super::example_row::ExampleRow;
use super::predictor::{NoReply, Predictor, Reply, Trainer};
use super::task_examples::TaskInfo;
use crate::context::Context;

/// The kinds of answer that classifiers give.
pub(super) const KINDS: &[AnswerKind] = &[AnswerKind::Class];

/// The input columns that classifiers read.
const INPUT: [&str; 2] = ["text", "token_count"];

/// A training example.
#[derive(Deserialize)]
struct TrainingRow {
    text: String,
    token_count: u32,
    label: String,
    control_label: String,
}

const TRAINING_COLUMNS: [&str; 4] = ["text", "token_count", "label", "control_label"];

/// A trainer of classifiers.
pub(super) struct ClassifierTrainer {
    pub(super) method: Method,
    pub(super) seed: u64,
}

impl Trainer for ClassifierTrainer {
    fn tasks_at_once(&self, threads: usize) -> usize {
        threads
    }

    fn train(&self, training: &TaskFolder, _: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let rows = |split| -> crate::Result<Vec<TrainingRow>> {
            let rows = training.rows_with(split, &TRAINING_COLUMNS)?;
            Ok(rows.collect::<examen_data::Result<_>>()?)
        };
        let (training, validation) = (rows(Split::Train)?, rows(Split::Validation)?);
        let learn = |label| self.method.train(&labelled(&training, label), &labelled(&validation, label), self.seed);
        Ok(Box::new(ClassPredictor {
            label: learn(|row| &row.label)?,
            control_label: learn(|row| &row.control_label)?,
        }))
    }
}

fn labelled(rows: &[TrainingRow], label: fn(&TrainingRow) -> &str) -> Vec<Labelled<'_>> {
    let mut labelled = Vec::with_capacity(rows.len());
    for row in rows {
        let input = Input { text: &row.text, token_count: row.token_count };
        labelled.push(Labelled { input, label: label(row) });
    }
    labelled
}

/// The classifiers that were trained for a task.
struct ClassPredictor {
    label: Classifier,
    control_label: Classifier,
}

impl ClassPredictor {
    fn answer(&self, row: &ExampleRow) -> Result<Answer, String> {
        let [text, token_count] = INPUT;
        let input = Input { text: row.text(text)?, token_count: row.read(token_count)? };
        let control_label = Some(self.control_label.answer(input).to_owned());
        Ok(Answer::Class { label: self.label.answer(input).to_owned(), control_label })
    }
}

impl Predictor for ClassPredictor {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        INPUT.to_vec()
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        batch.iter().map(|row| self.answer(row).map_err(NoReply::Failed)).collect()
    }
}
