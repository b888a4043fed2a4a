//! Classifiers of texts: what they are shown, how they are trained and asked.

use crate::bag_of_tokens::BagOfTokens;
use crate::classes::Classes;
use crate::error::ModelError;
use crate::labelled::{Input, Labelled};
use crate::length_only::LengthOnly;
use crate::majority::Majority;

/// A way to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Logistic regression on the number of times that each token occurs, without their order.
    BagOfTokens,
    /// The most frequent class among training examples of nearly the same length.
    LengthOnly,
    /// The most frequent class.
    Majority,
}

impl Method {
    /// All of them, by name.
    pub const ALL: [Self; 3] = [Self::BagOfTokens, Self::LengthOnly, Self::Majority];

    /// The name on the command line and in predictions, for good.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BagOfTokens => "bag-of-tokens",
            Self::LengthOnly => "length-only",
            Self::Majority => "majority",
        }
    }

    /// Learns from the training examples; settings are chosen by the validation examples, of which there may be none.
    ///
    /// The result depends on the examples, their order and the seed, and on nothing else.
    pub fn train(
        self,
        training: &[Labelled<'_>],
        validation: &[Labelled<'_>],
        seed: u64,
    ) -> Result<Classifier, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let classes = Classes::of(training);
        let (training, validation) = (classes.number(training), classes.number(validation));
        let count = classes.len();
        let rule = match self {
            Self::BagOfTokens => Rule::BagOfTokens(BagOfTokens::train(&training, &validation, count, seed)),
            Self::LengthOnly => Rule::LengthOnly(LengthOnly::train(&training, &validation, count)),
            Self::Majority => Rule::Majority(Majority::train(&training, count)),
        };
        Ok(Classifier { classes, rule })
    }
}

/// A classifier that has been trained.
#[derive(Debug)]
pub struct Classifier {
    classes: Classes,
    rule: Rule,
}

#[derive(Debug)]
enum Rule {
    BagOfTokens(BagOfTokens),
    LengthOnly(LengthOnly),
    Majority(Majority),
}

impl Classifier {
    /// The label of an input: always one of those in training.
    pub fn answer(&self, input: Input<'_>) -> &str {
        self.classes.label(match &self.rule {
            Rule::BagOfTokens(rule) => rule.answer(input),
            Rule::LengthOnly(rule) => rule.answer(input),
            Rule::Majority(rule) => rule.answer(),
        })
    }
}
