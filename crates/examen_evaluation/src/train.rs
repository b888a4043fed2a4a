//! Training of models of our own: an encoder on code; a span predictor, classifiers and namers on exams.
//!
//! Each verb reads its data, tokenizes it, hands an objective to the loop of `examen_training`, and writes the directory of a model
//! that needs nothing else: `config.json`, `model.safetensors`, `tokenizer.json` (`vocabulary.json` for namers) and `training.json`, which says how it was made.

mod decision_examples;
mod decision_objective;
mod decisions;
mod encoder;
mod exam_sets;
mod generator;
mod generator_objective;
mod masking;
mod model_folder;
mod named_functions;
mod namer_objective;
mod namers;
mod settings;
mod span_examples;
mod span_objective;
mod spans;
mod start;
mod trained;
mod written_examples;

pub use decisions::{DecisionTraining, train_pairs, train_relevance};
pub use encoder::{EncoderTraining, train_encoder};
pub use generator::{GeneratorTraining, train_generator};
pub use model_folder::TrainSummary;
pub use namers::{NamerTraining, train_namer};
pub use settings::{Optimizer, Size, TrainSettings};
pub use spans::{SpanTraining, train_spans};
pub use start::StartSettings;
pub use trained::{TRAINABLE, Trainable};
