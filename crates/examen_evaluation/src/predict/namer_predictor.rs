//! code2vec or code2seq, from the directory that `examen train code2vec` or `examen train code2seq` wrote.

use std::sync::{Mutex, PoisonError};

use examen_data::{Answer, AnswerKind, Place};
use examen_models::{Answered, ContextTables, EncodedName, NamerInput, NamerModel, PathContext, path_contexts};
use examen_syntax::{LineIndex, Span};
use examen_views::paths::PathSettings;
use serde_json::{Map, Value, json};

use super::example_row::ExampleRow;
use super::predictor::{NoReply, Predictor, Reply};
use super::task_examples::TaskInfo;
use crate::function_paths::{FunctionPaths, function_paths, path_settings};

/// Names and paths that details have of a function.
const DETAILS: usize = 10;

/// A namer.
pub(super) struct NamerPredictor {
    /// One batch at a time: the engine computes on all threads by itself.
    model: Mutex<NamerModel>,
    settings: PathSettings,
}

impl NamerPredictor {
    /// The kinds of answer that it gives.
    pub(super) const KINDS: [AnswerKind; 1] = [AnswerKind::Name];

    /// A model that was trained to name functions.
    pub(super) fn of(model: NamerModel) -> Self {
        let settings = path_settings(model.config.model_type);
        Self { model: Mutex::new(model), settings }
    }

    /// The answers to functions, at most so many names of each, with what they were shown.
    fn answers(&self, batch: &[ExampleRow], count: usize) -> Result<Vec<Result<Named, NoReply>>, String> {
        let contexts = |row: &ExampleRow| {
            let text = row.text("text").map_err(NoReply::Failed)?;
            Ok(function_paths(text, &row.language, &self.settings).contexts)
        };
        let contexts: Vec<Result<String, NoReply>> = batch.iter().map(contexts).collect();
        let model = self.model.lock().unwrap_or_else(PoisonError::into_inner);
        let NamerModel { config, vocabulary, network } = &*model;
        let mut tables = ContextTables::default();
        let encode = |contexts: Result<String, NoReply>| {
            let contexts = contexts?;
            if contexts.is_empty() {
                return Err(NoReply::Skipped("the function has no path contexts".to_owned()));
            }
            // The same contexts whenever and with whomever it is asked.
            let encoded = tables.encode(config, vocabulary, &contexts).sampled(config.contexts, 0);
            if encoded.contexts.is_empty() {
                return Err(NoReply::Skipped("the vocabulary has nothing of the function's path contexts".to_owned()));
            }
            Ok(encoded)
        };
        let encoded: Vec<Result<EncodedName, NoReply>> = contexts.into_iter().map(encode).collect();
        let input = NamerInput::new(&tables, encoded.iter().flatten());
        let mut answers = network.answer(&input, count).map_err(|error| error.to_string())?.into_iter();
        let named = |encoded: Result<EncodedName, NoReply>| {
            let encoded = encoded?;
            let answered = answers.next().ok_or_else(|| NoReply::Failed("no answer".to_owned()))?;
            let guess = |guess: &examen_models::NameGuess| {
                (vocabulary.text(&guess.words), f64::from(guess.log_probability).exp())
            };
            let names = answered.guesses.iter().map(guess).collect();
            Ok(Named { names, encoded, answered })
        };
        Ok(encoded.into_iter().map(named).collect())
    }

    /// The paths with the greatest weights, the greatest first, with their ends in the code.
    fn paths(&self, row: &ExampleRow, named: &Named) -> Vec<Value> {
        let text = row.text("text").unwrap_or_default();
        // Paths as they can be read, in place of their hashes.
        let settings = PathSettings { has_hashes: false, has_places: true, ..self.settings };
        let FunctionPaths { contexts, places } = function_paths(text, &row.language, &settings);
        let contexts: Vec<PathContext<'_>> = path_contexts(&contexts).collect();
        let mut order: Vec<(f32, u32)> =
            named.answered.attention.iter().copied().zip(named.encoded.places.iter().copied()).collect();
        order.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let lines = LineIndex::new(text);
        let end = |token: &str, place: Option<Span>| json!({ "token": token, "place": place.map(|place| shown_place(&lines, text, place)) });
        let path = |(attention, at): (f32, u32)| {
            let (context, ends) = (contexts.get(at as usize)?, places.get(at as usize)?);
            Some(json!({
                "attention": attention,
                "start": end(context.start, ends[0]),
                "path": context.path,
                "end": end(context.end, ends[1]),
            }))
        };
        order.into_iter().take(DETAILS).filter_map(path).collect()
    }
}

/// An answer, and what it was given to.
struct Named {
    /// Names and their probabilities, the most probable first.
    names: Vec<(String, f64)>,
    encoded: EncodedName,
    answered: Answered,
}

/// The place of a span of the text.
fn shown_place(lines: &LineIndex, text: &str, span: Span) -> Place {
    let [start, end] = [span.start, span.end].map(|offset| lines.position(text, offset));
    Place {
        start_line: start.line.saturating_sub(1),
        start_column: start.char_column,
        end_line: end.line.saturating_sub(1),
        end_column: end.char_column,
    }
}

impl Predictor for NamerPredictor {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        vec!["text"]
    }

    fn rows_at_once(&self) -> usize {
        32
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let reply = |named: Result<Named, NoReply>| {
            let best = named?.names.into_iter().next();
            best.map(|(name, _)| Answer::Name(name)).ok_or_else(|| NoReply::Failed("no name".to_owned()))
        };
        match self.answers(batch, 1) {
            Ok(answers) => answers.into_iter().map(reply).collect(),
            Err(message) => batch.iter().map(|_| Err(NoReply::Failed(message.clone()))).collect(),
        }
    }

    fn details(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Option<Vec<Map<String, Value>>> {
        let answers = self.answers(batch, DETAILS).ok()?;
        let details = |(row, named): (&ExampleRow, Result<Named, NoReply>)| {
            let mut details = Map::new();
            if let Ok(named) = named {
                let name = |(name, probability): &(String, f64)| json!({ "name": name, "probability": probability });
                details.insert("names".to_owned(), named.names.iter().map(name).collect());
                details.insert("paths".to_owned(), self.paths(row, &named).into());
                details.insert("vector".to_owned(), named.answered.vector.clone().into());
            }
            details
        };
        Some(batch.iter().zip(answers).map(details).collect())
    }
}
