//! The trained models that are part of the program: a span predictor, a classifier of captions and functions, and a generator of names,
//! captions and answers.

use std::sync::OnceLock;

use examen_data::AnswerKind;
use examen_models::{CodeModel, Decision, GeneratorModel};
use serde_json::{Map, Value};

use super::{Make, Model};
use crate::predict::decision_predictor::DecisionPredictor;
use crate::predict::generator_predictor::GeneratorPredictor;
use crate::predict::span_predictor::SpanPredictor;
use crate::predict::{ExampleRow, ModelOptions, NoReply, Predictor, Reply, TaskInfo};

/// The name of the trained models that are part of the program.
pub const BUILT_IN: &str = "builtin";

pub(super) const MODEL: Model = Model {
    name: BUILT_IN,
    description: "Small trained networks of our own: spans of queries, pairs of captions, names and texts of functions",
    kinds: &[AnswerKind::Choice, AnswerKind::Match, AnswerKind::Name, AnswerKind::Spans, AnswerKind::Text],
    make: Make::Predictor(|options| Box::new(Builtin::new(options.clone()))),
};

/// A network that is loaded when it is first asked.
type Loaded<P> = OnceLock<Result<P, String>>;

struct Builtin {
    options: ModelOptions,
    spans: Loaded<SpanPredictor>,
    pairs: Loaded<DecisionPredictor>,
    generator: Loaded<GeneratorPredictor>,
}

/// What a network has been made of, or why it could not be.
fn loaded<P: Predictor>(place: &Loaded<P>, load: impl FnOnce() -> crate::Result<P>) -> Result<&dyn Predictor, String> {
    let predictor = place.get_or_init(|| load().map_err(|error| error.to_string()));
    predictor.as_ref().map(|predictor| predictor as &dyn Predictor).map_err(Clone::clone)
}

impl Builtin {
    const fn new(options: ModelOptions) -> Self {
        Self { options, spans: OnceLock::new(), pairs: OnceLock::new(), generator: OnceLock::new() }
    }

    /// The network that answers a task.
    fn of_task(&self, task: &TaskInfo) -> Result<&dyn Predictor, String> {
        let placement = self.options.placement;
        match task.answer.kind {
            AnswerKind::Spans => {
                loaded(&self.spans, || SpanPredictor::of(CodeModel::built_in_spans(placement)?, &self.options))
            }
            AnswerKind::Choice | AnswerKind::Match => loaded(&self.pairs, || {
                DecisionPredictor::of(CodeModel::built_in_pairs(placement)?, Decision::Match, placement)
            }),
            _ => loaded(&self.generator, || Ok(GeneratorPredictor::of(GeneratorModel::built_in(placement)?))),
        }
    }
}

impl Predictor for Builtin {
    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        match task.answer.kind {
            AnswerKind::Name | AnswerKind::Text => GeneratorPredictor::is_for(task),
            _ => Ok(()),
        }
    }

    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        let all = || task.answer.input.iter().map(String::as_str).collect();
        self.of_task(task).map_or_else(|_| all(), |network| network.columns(task))
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        match self.of_task(task) {
            Ok(network) => network.predict(task, batch),
            Err(reason) => vec![Err(NoReply::Failed(reason)); batch.len()],
        }
    }

    fn details(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Option<Vec<Map<String, Value>>> {
        self.of_task(task).ok()?.details(task, batch)
    }
}
