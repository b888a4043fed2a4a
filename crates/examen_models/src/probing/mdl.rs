//! Online coding: how short the labels become for somebody who knows the layer.
//!
//! E. Voita and I. Titov 2020, Information-Theoretic Probing with Minimum Description Length, section 2.2. The labels of a few
//! training examples are sent in the code that needs log2(classes) bits each; then, again and again, a probe is fitted on all
//! that was sent so far and gives the code of the next examples. Labels that a layer knows well, and from few examples, become
//! short. The order of the examples is random. The probe is the standard one: features are standardised on what was sent,
//! and the penalty is that which makes the labels of the validation rows shortest.
//!
//! A class that was not sent yet has no probability in such a probe, and its code would be endless. So probabilities are those of
//! the probe for as many examples as it was fitted on, and one example more of each class: a probe that knows nothing but
//! frequencies then gives Laplace's rule of succession. The paper's own probes are not converged and need no such thing.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::features::Features;
use super::linear_layer::{LinearLayer, softmax};
use super::logistic_regression::Design;
use super::standard::PENALTIES;
use super::standardise::Scale;
use super::task::{ProbeTask, SplitLabels};
use crate::error::ModelError;

/// Where portions end, as fractions of the training examples.
const ENDS: [f64; 11] = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.0625, 0.125, 0.25, 0.5, 1.0];

/// The code of a task's training labels.
#[derive(Clone, Debug, PartialEq)]
pub struct OnlineCode {
    /// Its length in bits.
    pub bits: f64,
    /// The length in bits for somebody who knows nothing.
    pub uniform_bits: f64,
}

impl OnlineCode {
    /// How many times shorter labels become; below 1 when the layer misleads.
    pub fn compression(&self) -> f64 {
        self.uniform_bits / self.bits
    }
}

/// The codes of the true labels and, where the task has them, of the control labels.
///
/// The result depends on the features, the task and the seed, and on nothing else.
pub fn online_code(
    features: &Features,
    task: &ProbeTask,
    seed: u64,
) -> Result<(OnlineCode, Option<OnlineCode>), ModelError> {
    task.check_rows(features)?;
    let code = |labels: &SplitLabels| code(features, labels, task.classes(), seed);
    Ok((code(task.truth()), task.control().map(code)))
}

fn code(features: &Features, labels: &SplitLabels, classes: usize, seed: u64) -> OnlineCode {
    let mut order: Vec<usize> = (0..labels.training.len()).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let ends = ends(order.len());
    let bits_of_one = (classes as f64).log2();
    let mut bits = ends[0] as f64 * bits_of_one;
    for pair in ends.windows(2) {
        bits += portion_bits(features, labels, classes, &order[..pair[0]], &order[pair[0]..pair[1]]);
    }
    OnlineCode { bits, uniform_bits: order.len() as f64 * bits_of_one }
}

/// Where portions end: at least one example in each, so that few examples have fewer portions.
fn ends(count: usize) -> Vec<usize> {
    #[expect(clippy::cast_sign_loss, reason = "fractions are positive")]
    let mut ends: Vec<usize> =
        ENDS.iter().map(|fraction| ((fraction * count as f64).round() as usize).max(1)).collect();
    ends.dedup();
    ends
}

/// The bits of the next labels for somebody who knows those that were sent.
fn portion_bits(features: &Features, labels: &SplitLabels, classes: usize, sent: &[usize], next: &[usize]) -> f64 {
    let width = features.width();
    let gather = |rows: &[usize]| rows.iter().flat_map(|&row| features.row(row)).copied().collect::<Vec<f32>>();
    let of = |rows: &[usize]| rows.iter().map(|&row| labels.training[row]).collect::<Vec<usize>>();
    let known = gather(sent);
    let scale = Scale::of(&known, width);
    let optima = Design::new(scale.apply(&known), width).fit(&of(sent), classes, &PENALTIES);
    let validation = scale.apply(features.range(labels.validation_rows()));
    let lengths = optima.iter().map(|it| (bits(&it.layer, &validation, &labels.validation, sent.len()), it));
    // Of equally good penalties the strongest, which is the first.
    let best = lengths.min_by(|(left, _), (right, _)| left.total_cmp(right));
    best.map_or(0.0, |(_, optimum)| bits(&optimum.layer, &scale.apply(&gather(next)), &of(next), sent.len()))
}

/// The length of labels in the code of a probe that was fitted on `sent` examples.
fn bits(layer: &LinearLayer, rows: &[f32], labels: &[usize], sent: usize) -> f64 {
    let (sent, classes) = (sent as f64, layer.classes() as f64);
    let mut scores = layer.scores(rows);
    let of_rows = scores.chunks_exact_mut(layer.classes()).zip(labels);
    let of_row = |(scores, &label): (&mut [f32], &usize)| {
        softmax(scores);
        -((sent * f64::from(scores[label]) + 1.0) / (sent + classes)).log2()
    };
    of_rows.map(of_row).sum()
}
