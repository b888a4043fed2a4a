//! What answers: models that are shown an example's input and give an answer.
//!
//! Examples come in as texts with their class, answers go out. This crate knows neither the suites that examples are from
//! nor the metrics that answers are marked with. So far there are models that need no network, small enough to be trained on
//! the spot: classifiers of texts, which say what an exam gives away to somebody who cannot read code, and a namer of
//! functions.

mod bag_of_tokens;
mod classes;
mod classifier;
mod error;
mod length_only;
mod majority;
mod path_neighbours;
mod softmax_regression;
mod token_counts;

pub use classifier::{Classifier, Input, Labelled, Method};
pub use error::ModelError;
pub use path_neighbours::{Named, PathNeighbours};
