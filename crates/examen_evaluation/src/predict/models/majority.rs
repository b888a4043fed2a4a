//! The most frequent class, or the most frequent name.

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, TaskFolder};
use examen_models::{Classifier, Input, Labelled, Method};
use serde::Deserialize;

use super::{Make, Model};
use crate::context::Context;
use crate::predict::classifier::ClassifierTrainer;
use crate::predict::{ExampleRow, Predictor, Reply, TaskInfo, Trainer};

pub(super) const MODEL: Model = Model {
    name: Method::Majority.name(),
    description: "The most frequent class or name",
    kinds: &[AnswerKind::Class, AnswerKind::Name],
    make: Make::Trainer(|options| {
        Box::new(MajorityTrainer { classes: ClassifierTrainer { method: Method::Majority, seed: options.seed } })
    }),
};

/// Nothing of an example is looked at.
const NOTHING: Input<'static> = Input { text: "", token_count: 0 };

struct MajorityTrainer {
    classes: ClassifierTrainer,
}

/// A training example that has a name.
#[derive(Deserialize)]
struct NamedRow {
    name: String,
}

impl Trainer for MajorityTrainer {
    fn name(&self) -> &str {
        MODEL.name
    }

    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        task.asks_for(MODEL.kinds)
    }

    fn train(&self, training: &TaskFolder, context: &Context<'_>) -> crate::Result<Box<dyn Predictor>> {
        if training.answer()?.is_none_or(|answer| answer.kind != AnswerKind::Name) {
            return self.classes.train(training, context);
        }
        let rows = training.rows_with(Split::Train, &["name"])?;
        let rows: Vec<NamedRow> = rows.collect::<examen_data::Result<_>>()?;
        let named: Vec<Labelled<'_>> = rows.iter().map(|row| Labelled { input: NOTHING, label: &row.name }).collect();
        Ok(Box::new(MostFrequentName { names: Method::Majority.train(&named, &[], self.classes.seed)? }))
    }
}

struct MostFrequentName {
    names: Classifier,
}

impl Predictor for MostFrequentName {
    fn name(&self) -> &str {
        MODEL.name
    }

    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        task.asks_for(&[AnswerKind::Name])
    }

    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        Vec::new()
    }

    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        batch.iter().map(|_| Ok(Answer::Name(self.names.answer(NOTHING).to_owned()))).collect()
    }
}
