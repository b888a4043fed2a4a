//! A generator of our own, from the directory that `examen train generator` wrote.

use std::sync::{Mutex, PoisonError};

use examen_data::Answer;
use examen_models::{GeneratedKind, GeneratorInput, GeneratorModel, GeneratorTokens};
use serde_json::{Map, Value, json};

use super::example_row::ExampleRow;
use super::predictor::{NoReply, Predictor, Reply};
use super::task_examples::TaskInfo;
use crate::generated_kind::{generated_kind, generator_input};

/// A generator.
pub(super) struct GeneratorPredictor {
    /// One batch at a time: the engine computes on all threads by itself.
    model: Mutex<GeneratorModel>,
}

/// What was written of an example, the most probable first, with probabilities.
type Texts = Vec<(String, f64)>;

impl GeneratorPredictor {
    /// A model that was trained to write.
    pub(super) fn of(model: GeneratorModel) -> Self {
        Self { model: Mutex::new(model) }
    }

    /// Whether generators answer a task, which has to ask for a name or a text of a function.
    pub(super) fn is_for(task: &TaskInfo) -> Result<(), String> {
        match generated_kind(&task.answer) {
            Some(_) => Ok(()),
            None => Err(format!("asking for {}", task.answer.kind.name())),
        }
    }

    fn texts(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Result<Vec<Result<Texts, NoReply>>, String> {
        let kind = generated_kind(&task.answer).ok_or("the task asks for no text of a function")?;
        let model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        let GeneratorModel { config, tokenizer, words, network } = &*model;
        let tokens = GeneratorTokens { tokenizer, words, config };
        let input = |row: &ExampleRow| {
            let question =
                if kind == GeneratedKind::Answer { row.text("question").map_err(NoReply::Failed)? } else { "" };
            let code = row.text("text").map_err(NoReply::Failed)?;
            Ok(generator_input(tokens, kind, question, code, &row.language))
        };
        let inputs: Vec<Result<GeneratorInput, NoReply>> = batch.iter().map(input).collect();
        let asked: Vec<&GeneratorInput> = inputs.iter().flatten().collect();
        let mut written =
            network.write(kind, &asked, config.beam_width).map_err(|error| error.to_string())?.into_iter();
        let texts = |input: &Result<GeneratorInput, NoReply>| {
            let input = input.as_ref().map_err(Clone::clone)?;
            let written = written.next().ok_or_else(|| NoReply::Failed("no text".to_owned()))?;
            let text = |one: &examen_models::Written| {
                (tokens.text(kind, input, &one.words), f64::from(one.log_probability).exp())
            };
            Ok(written.iter().map(text).collect())
        };
        Ok(inputs.iter().map(texts).collect())
    }
}

impl Predictor for GeneratorPredictor {
    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        Self::is_for(task)
    }

    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        match generated_kind(&task.answer) {
            Some(GeneratedKind::Answer) => vec!["question", "text"],
            _ => vec!["text"],
        }
    }

    /// A step of beam search costs a GPU about the same for any number of texts.
    fn rows_at_once(&self) -> usize {
        64
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let is_name = generated_kind(&task.answer) == Some(GeneratedKind::Name);
        let reply = |texts: Result<Texts, NoReply>| {
            let best = texts?.into_iter().next().map(|(text, _)| text);
            let text = best.ok_or_else(|| NoReply::Failed("no text".to_owned()))?;
            Ok(if is_name { Answer::Name(text) } else { Answer::Text(text) })
        };
        match self.texts(task, batch) {
            Ok(texts) => texts.into_iter().map(reply).collect(),
            Err(message) => batch.iter().map(|_| Err(NoReply::Failed(message.clone()))).collect(),
        }
    }

    fn details(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Option<Vec<Map<String, Value>>> {
        let details = |texts: Result<Texts, NoReply>| {
            let text = |(text, probability): &(String, f64)| json!({ "text": text, "probability": probability });
            let texts: Value = texts.iter().flatten().map(text).collect();
            Map::from_iter([("texts".to_owned(), texts)])
        };
        Some(self.texts(task, batch).ok()?.into_iter().map(details).collect())
    }
}
