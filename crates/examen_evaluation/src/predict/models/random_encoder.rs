//! A small encoder with random weights.

use super::{Make, Model};

/// The name of the randomly initialised encoder.
pub const RANDOM_ENCODER: &str = "random-encoder";

pub(super) const MODEL: Model = Model {
    name: RANDOM_ENCODER,
    description: "A small, randomly initialised encoder: a baseline for probes",
    kinds: &[],
    make: Make::Encoder,
};
