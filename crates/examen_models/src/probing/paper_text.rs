//! INSPECT's protocol as its text has it: with early stopping.
//!
//! The text says: batches of one example, 20 epochs, "early stopping with a tenacity of 5", Adam, and an L2 penalty that is tuned
//! (section 5.1); "training performance is evaluated on the validation set". Our reading: accuracy on the validation rows is looked at after each epoch; a fit ends when five epochs in a row
//! have not raised it, or after 20; and the weights of the best epoch, of several the first, are those that answer. The text
//! does not say how the penalty is tuned; here as in [`paper`](super::paper), with early stopping too.

use super::features::Features;
use super::fit::ProbeFit;
use super::paper::{EPOCHS, Training, tune_and_fit};
use super::task::SplitLabels;

/// How many epochs in a row may bring nothing.
const TENACITY: usize = 5;

/// Fits and answers.
pub(crate) fn fit(features: &Features, labels: &SplitLabels, classes: usize, seed: u64) -> ProbeFit {
    tune_and_fit(features, labels, |penalty, batch| {
        let mut training = Training::new(features, labels, classes, penalty, batch, seed);
        let mut best = None;
        let mut in_vain = 0;
        for _ in 0..EPOCHS {
            training.epoch();
            let right = training.validation_right();
            if best.as_ref().is_none_or(|&(most, _)| right > most) {
                best = Some((right, training.adam.layer.clone()));
                in_vain = 0;
            } else {
                in_vain += 1;
            }
            if in_vain == TENACITY {
                break;
            }
        }
        if let Some((_, layer)) = best {
            training.adam.layer = layer;
        }
        training
    })
}
