//! The most frequent class.

use examen_models::Method;

use super::{Make, Model};
use crate::predict::classifier::{ClassifierTrainer, KINDS};

pub(super) const MODEL: Model = Model {
    name: Method::Majority.name(),
    description: "The most frequent class",
    kinds: KINDS,
    make: Make::Trainer(|options| Box::new(ClassifierTrainer { method: Method::Majority, seed: options.seed })),
};
