//! The trained model that is part of the program: a span predictor.

use std::sync::OnceLock;

use examen_data::AnswerKind;
use examen_models::CodeModel;

use super::{Make, Model};
use crate::predict::span_predictor::SpanPredictor;
use crate::predict::{ExampleRow, ModelOptions, NoReply, Predictor, Reply, TaskInfo};

/// The name of the trained model that is part of the program.
pub const BUILT_IN: &str = "builtin";

pub(super) const MODEL: Model = Model {
    name: BUILT_IN,
    description: "A small trained network of our own (5 million parameters): spans of queries",
    kinds: &[AnswerKind::Spans],
    make: Make::Predictor(|options| Box::new(Builtin { options: options.clone(), spans: OnceLock::new() })),
};

struct Builtin {
    options: ModelOptions,
    /// Loaded when it is first asked.
    spans: OnceLock<Result<SpanPredictor, String>>,
}

impl Builtin {
    fn spans(&self) -> Result<&SpanPredictor, String> {
        let load = || {
            let model = CodeModel::built_in_spans(self.options.placement).map_err(|error| error.to_string())?;
            SpanPredictor::of(model, &self.options).map_err(|error| error.to_string())
        };
        self.spans.get_or_init(load).as_ref().map_err(Clone::clone)
    }
}

impl Predictor for Builtin {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        SpanPredictor::COLUMNS.to_vec()
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        match self.spans() {
            Ok(spans) => spans.predict(task, batch),
            Err(reason) => vec![Err(NoReply::Failed(reason)); batch.len()],
        }
    }
}
