//! The most frequent answer.

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, AnswerSpec, TaskFolder};
use examen_models::{Input, Labelled, Method};

use super::{Make, Model};
use crate::context::Context;
use crate::error::refuse;
use crate::predict::classifier::ClassifierTrainer;
use crate::predict::{ExampleRow, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: Method::Majority.name(),
    description: "The most frequent answer",
    kinds: &[AnswerKind::Choice, AnswerKind::Class, AnswerKind::Match, AnswerKind::Name, AnswerKind::Text],
    make: Make::Trainer(|options| {
        Box::new(MajorityTrainer { classes: ClassifierTrainer { method: Method::Majority, seed: options.seed } })
    }),
};

/// Nothing of an example is looked at.
const NOTHING: Input<'static> = Input { text: "", token_count: 0 };

struct MajorityTrainer {
    classes: ClassifierTrainer,
}

impl Trainer for MajorityTrainer {
    fn train(&self, training: &TaskFolder, context: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        let answer = training.answer()?.filter(|answer| answer.kind != AnswerKind::Class);
        let Some(AnswerSpec { kind, truth, .. }) = answer else { return self.classes.train(training, context) };
        let column = truth.first().map_or("", String::as_str);
        let mut answers: Vec<String> = Vec::new();
        for row in training.objects_with(Split::Train, &[column])? {
            answers.push(row?.remove(column).unwrap_or_default().to_string());
        }
        let labelled: Vec<Labelled<'_>> = answers.iter().map(|label| Labelled { input: NOTHING, label }).collect();
        let answers = Method::Majority.train(&labelled, &[], self.classes.seed)?;
        let output = serde_json::from_str(answers.answer(NOTHING))?;
        match Answer::parse(kind, &output) {
            Ok(answer) => Ok(Box::new(MostFrequent { answer })),
            Err(reason) => refuse!("the most frequent value of `{column}` is no answer: {reason}"),
        }
    }
}

struct MostFrequent {
    answer: Answer,
}

impl Predictor for MostFrequent {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        Vec::new()
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        vec![Ok(self.answer.clone()); batch.len()]
    }
}
