//! The most frequent class among texts of nearly the same length.

use examen_models::Method;

use super::{Make, Model};
use crate::predict::classifier::{ClassifierTrainer, KINDS};

pub(super) const MODEL: Model = Model {
    name: Method::LengthOnly.name(),
    description: "The most frequent class among texts of nearly the same length",
    kinds: KINDS,
    make: Make::Trainer(|options| Box::new(ClassifierTrainer { method: Method::LengthOnly, seed: options.seed })),
};
