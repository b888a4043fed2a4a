//! Training: one loop for all models.
//!
//! Place in the flow: between tensors and models. The loop draws examples from a [`Mixture`] of data sets, packs them by a budget of
//! tokens, asks an [`Objective`] for the loss of each batch, clips gradients, makes a step of the optimizer, evaluates now and
//! then, and writes checkpoints. It knows examples by number and length only; what they are, and which network the parameters
//! belong to, is the objective's business. Suites, models and files other than its checkpoints are unknown to it.
//!
//! Everything random comes from (seed, data set, epoch) or (seed, step), so that equal seeds give equal weights on the CPU and a
//! training that was interrupted ends in the same bytes. The one exception is a [`Budget`] of seconds: how far a clock has gone
//! decides learning rate and mixture then, for a machine that is rented by the hour.

mod checkpoint;
mod error;
mod learning_rate;
mod mixture;
mod objective;
mod run;
mod settings;
mod state;

pub use error::TrainingError;
pub use learning_rate::LearningRate;
pub use mixture::{Drawn, Mixture, Phase};
pub use objective::{Batch, Objective, ObjectiveError, Score};
pub use run::{Outcome, Trainer, train};
pub use settings::{Budget, Settings};
pub use state::{CurvePoint, Progress};
