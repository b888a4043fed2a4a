//! Names of functions by their nearest neighbours over path contexts.

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::{Named, PathNeighbours};
use examen_views::paths::{PathFormat, PathSettings};
use serde::Deserialize;

use super::{Make, Model};
use crate::context::Context;
use crate::function_paths::function_paths;
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: PathNeighbours::NAME,
    description: "The name of the functions with the most path contexts in common",
    kinds: &[AnswerKind::Name],
    make: Make::Trainer(|_| Box::new(NamerTrainer)),
};

/// Training examples at most: some 13 kB of contexts each. Rows are in order of their ids, which are hashes, so that the first
/// are a sample.
const MAX_TRAINING_ROWS: usize = 100_000;

/// A training example.
#[derive(Deserialize)]
struct TrainingRow {
    language: String,
    text: String,
    name: String,
}

struct NamerTrainer;

impl Trainer for NamerTrainer {
    fn train(&self, training: &TaskFolder, context: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let rows = training.rows_with(Split::Train, &["language", "text", "name"])?.take(MAX_TRAINING_ROWS);
        let rows: Vec<TrainingRow> = rows.collect::<examen_data::Result<_>>()?;
        let contexts = in_parallel(rows.len(), context.threads, |at| contexts(&rows[at].text, &rows[at].language))?;
        let contexts: Vec<String> = contexts.into_iter().map(Result::unwrap_or_default).collect();
        let named = rows.iter().zip(&contexts).map(|(row, contexts)| Named { name: &row.name, contexts });
        Ok(Box::new(Namer { model: PathNeighbours::train(&named.collect::<Vec<_>>())? }))
    }
}

struct Namer {
    model: PathNeighbours,
}

impl Predictor for Namer {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        vec!["text"]
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let name = |row: &ExampleRow| {
            let contexts = contexts(row.text("text").map_err(NoReply::Failed)?, &row.language);
            // A function that is like no other gets a name without parts.
            Ok(Answer::Name(self.model.answer(&contexts).unwrap_or_default().to_owned()))
        };
        batch.iter().map(name).collect()
    }
}

/// The path contexts of a function as code2seq's extractors see it; empty where they see nothing.
fn contexts(text: &str, language: &str) -> String {
    function_paths(text, language, &PathSettings::of(PathFormat::Code2seq)).contexts
}
