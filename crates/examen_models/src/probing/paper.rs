//! INSPECT's protocol as its authors ran it.
//!
//! A. Karmakar and R. Robbes 2024, INSPECT: Intrinsic and Systematic Probing Evaluation for Code Transformers; the probe is that of
//! their public scripts. One linear layer on raw features, Adam, 20 epochs in a new order each. The penalty is chosen with
//! batches of 64 examples, and the final fit takes one example at a time. There is no early stopping, although the text says so:
//! the scripts' loop ends after its first round, and that round is all 20 epochs, so the last weights are used. Each fit begins
//! with the same random numbers; they are not PyTorch's, and so accuracies are theirs only up to the luck of a seed.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::adam::{Adam, random_layer};
use super::features::Features;
use super::fit::{ProbeFit, first_most, right};
use super::task::SplitLabels;

/// Penalties, as PyTorch's `weight_decay`, in the order in which they are tried.
pub(crate) const PENALTIES: [f64; 4] = [1e-5, 1e-4, 1e-3, 1e-2];

/// How often every example is met.
pub(super) const EPOCHS: usize = 20;

/// Examples a step while the penalty is chosen.
const TUNING_BATCH: usize = 64;

/// Examples a step in the final fit.
const FINAL_BATCH: usize = 1;

/// Fits and answers.
pub(crate) fn fit(features: &Features, labels: &SplitLabels, classes: usize, seed: u64) -> ProbeFit {
    tune_and_fit(features, labels, |penalty, batch| {
        let mut training = Training::new(features, labels, classes, penalty, batch, seed);
        for _ in 0..EPOCHS {
            training.epoch();
        }
        training
    })
}

/// Tries all penalties, then fits with the best, the first on ties. A fit is made by `train` from a penalty and the number of
/// examples a step.
pub(super) fn tune_and_fit<'f>(
    features: &Features,
    labels: &SplitLabels,
    mut train: impl FnMut(f64, usize) -> Training<'f>,
) -> ProbeFit {
    let tried: Vec<Training<'_>> = PENALTIES.iter().map(|&penalty| train(penalty, TUNING_BATCH)).collect();
    let best = first_most(tried.iter().map(Training::validation_right)).unwrap_or(0);
    let penalty = PENALTIES[best];
    let last = train(penalty, FINAL_BATCH);
    let validation = last.adam.layer.answers(features.range(labels.validation_rows()));
    ProbeFit {
        penalty,
        validation_right: right(&validation, &labels.validation),
        validation,
        test: last.adam.layer.answers(features.range(labels.test_rows())),
        has_converged: None,
        steps: tried.iter().chain([&last]).map(|training| training.steps).sum(),
    }
}

/// A fit under way.
pub(super) struct Training<'f> {
    features: &'f Features,
    labels: &'f SplitLabels,
    batch: usize,
    random: ChaCha8Rng,
    order: Vec<usize>,
    pub(super) adam: Adam,
    steps: usize,
}

impl<'f> Training<'f> {
    pub(super) fn new(
        features: &'f Features,
        labels: &'f SplitLabels,
        classes: usize,
        penalty: f64,
        batch: usize,
        seed: u64,
    ) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let adam = Adam::new(random_layer(features.width(), classes, &mut random), penalty);
        let order = (0..labels.training.len()).collect();
        Self { features, labels, batch, random, order, adam, steps: 0 }
    }

    /// Meets every example once, in a new order.
    pub(super) fn epoch(&mut self) {
        self.order.shuffle(&mut self.random);
        for batch in self.order.chunks(self.batch) {
            self.adam.step(self.features, &self.labels.training, batch);
            self.steps += 1;
        }
    }

    pub(super) fn validation_right(&self) -> usize {
        let answers = self.adam.layer.answers(self.features.range(self.labels.validation_rows()));
        right(&answers, &self.labels.validation)
    }
}
