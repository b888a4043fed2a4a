//! The answer to the training example that has the most words in common.

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::TextNeighbours;
use serde_json::{Map, Value};

use super::{Make, Model};
use crate::context::Context;
use crate::error::refuse;
use crate::predict::{ExampleRow, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: TextNeighbours::NAME,
    description: "The answer to the example with the most words in common (TF-IDF)",
    kinds: &[AnswerKind::Text],
    make: Make::Trainer(|_| Box::new(NeighbourTrainer)),
};

/// Training examples at most: some 4 kB each. Rows are in order of their ids, which are hashes, so that the first are a sample.
const MOST_EXAMPLES: usize = 100_000;

struct NeighbourTrainer;

impl Trainer for NeighbourTrainer {
    fn train(&self, training: &TaskFolder, _: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let Some(answer) = training.answer()? else { refuse!("the task asks for no known kind of answer") };
        let input: Vec<&str> = answer.input.iter().map(String::as_str).filter(|name| !answer.has_truth(name)).collect();
        let Some(truth) = answer.truth.first() else { refuse!("the task names no column of answers") };
        let columns = [&input[..], &[truth.as_str()]].concat();
        let mut examples = Vec::new();
        for row in training.objects_with(Split::Train, &columns)?.take(MOST_EXAMPLES) {
            let mut row = row?;
            let answer = row.remove(truth).and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
            examples.push((words(&row), answer));
        }
        let training: Vec<(&str, &str)> =
            examples.iter().map(|(text, answer)| (text.as_str(), answer.as_str())).collect();
        Ok(Box::new(Neighbour { model: TextNeighbours::train(&training)? }))
    }
}

/// All texts of an example's input.
fn words(input: &Map<String, Value>) -> String {
    input.values().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

struct Neighbour {
    model: TextNeighbours,
}

impl Predictor for Neighbour {
    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        // A text that is like no other gets an empty answer.
        let answer = |row: &ExampleRow| self.model.answer(&words(row.input())).unwrap_or_default().to_owned();
        batch.iter().map(|row| Ok(Answer::Text(answer(row)))).collect()
    }
}
