//! A baseline that points at nothing and finds nothing relevant.

use examen_data::{Answer, AnswerKind};

use super::{Make, Model};
use crate::predict::{ExampleRow, NoReply, Predictor, Reply, TaskInfo};

/// The name of the baseline.
pub const NO_ANSWER: &str = "no-answer";

pub(super) const MODEL: Model = Model {
    name: NO_ANSWER,
    description: "Points at nothing",
    kinds: &[AnswerKind::Labels, AnswerKind::Relevance, AnswerKind::Spans],
    make: Make::Predictor(|_| Box::new(NoAnswer)),
};

struct NoAnswer;

impl Predictor for NoAnswer {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        Vec::new()
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let reply = match task.answer.kind {
            // Tokens beyond the end of a list are outside of all spans.
            AnswerKind::Labels => Ok(Answer::Labels(Vec::new())),
            AnswerKind::Relevance => Ok(Answer::Relevance(false)),
            AnswerKind::Spans => {
                Ok(Answer::Spans { answer_spans: Vec::new(), supporting_fact_spans: Vec::new(), unlocated: 0 })
            }
            kind => Err(NoReply::Skipped(format!("there is no empty answer of the kind `{}`", kind.name()))),
        };
        vec![reply; batch.len()]
    }
}
