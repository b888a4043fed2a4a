//! Logistic regression on the numbers of tokens.

use examen_models::Method;

use super::{Make, Model};
use crate::predict::classifier::{ClassifierTrainer, KINDS};

pub(super) const MODEL: Model = Model {
    name: Method::BagOfTokens.name(),
    description: "Logistic regression on the numbers of tokens",
    kinds: KINDS,
    make: Make::Trainer(|options| Box::new(ClassifierTrainer { method: Method::BagOfTokens, seed: options.seed })),
};
