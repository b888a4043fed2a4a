//! Multinomial logistic regression on sparse values that keeps few weights, trained one example at a time.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::classes::first_highest;
use crate::token_counts::Features;

/// How often every example is met.
const EPOCHS: usize = 20;

/// The size of a step, before the gradients met so far shorten it.
const STEP: f32 = 0.5;

/// An example by its values and the number of its class.
pub(crate) struct Example {
    pub(crate) features: Features,
    pub(crate) class: usize,
}

/// Which weights values may have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Weights {
    /// Any.
    Free,
    /// A value may only speak for the last class: weights for it are never negative, and for all others never positive.
    Rising,
}

/// A weight for each pair of a value and a class, and one for each class alone.
#[derive(Debug)]
pub(crate) struct SoftmaxRegression {
    classes: usize,
    /// By number of the value, then by class.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl SoftmaxRegression {
    /// Minimises the mean cross-entropy plus `penalty` times the sum of all weights without their signs.
    ///
    /// Such a penalty finds the few tokens that tell among thousands that do not, from far fewer examples than one on squared
    /// weights (A. Y. Ng 2004, Feature selection, L1 vs. L2 regularization, and rotational invariance). The steps are those of
    /// FTRL-Proximal (H. B. `McMahan` et al. 2013, Ad Click Prediction: a View from the Trenches), where a weight is worked
    /// out from sums when it is needed, so that a penalty which grows with every step costs nothing for absent tokens.
    pub(crate) fn train(
        examples: &[Example],
        values: usize,
        classes: usize,
        weights: Weights,
        (penalty, seed): (f32, u64),
    ) -> Self {
        let mut model = Self { classes, weights: vec![0.0; values * classes], biases: vec![0.0; classes] };
        let mut sums = vec![Sums::default(); values * classes];
        let mut bias_sums = vec![Sums::default(); classes];
        let mut order: Vec<usize> = (0..examples.len()).collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut errors = vec![0.0; classes];
        let mut threshold = 0.0;
        for _ in 0..EPOCHS {
            order.shuffle(&mut random);
            for &at in &order {
                let Example { features, class } = &examples[at];
                for &(number, _) in features {
                    let place = model.place(number);
                    weights.set(&mut model.weights[place.clone()], &sums[place], threshold);
                }
                model.scores(features, &mut errors);
                softmax(&mut errors);
                errors[*class] -= 1.0;
                for &(number, value) in features {
                    let place = model.place(number);
                    let weights = &model.weights[place.clone()];
                    for ((sums, weight), error) in sums[place].iter_mut().zip(weights).zip(&errors) {
                        sums.add(error * value, *weight);
                    }
                }
                for ((sums, bias), error) in bias_sums.iter_mut().zip(&mut model.biases).zip(&errors) {
                    sums.add(*error, *bias);
                    *bias = sums.weight(0.0);
                }
                threshold += penalty;
            }
        }
        for (of_value, sums) in model.weights.chunks_mut(classes).zip(sums.chunks(classes)) {
            weights.set(of_value, sums, threshold);
        }
        model
    }

    /// A regression that knows no value and prefers no class.
    pub(crate) fn untrained(classes: usize) -> Self {
        Self { classes, weights: Vec::new(), biases: vec![0.0; classes] }
    }

    /// By how much the score of the second class is above that of the first.
    pub(crate) fn margin(&self, features: &Features) -> f32 {
        let mut scores = vec![0.0; self.classes];
        self.scores(features, &mut scores);
        scores[1] - scores[0]
    }

    pub(crate) fn answer(&self, features: &Features) -> usize {
        let mut scores = vec![0.0; self.classes];
        self.scores(features, &mut scores);
        first_highest(&scores)
    }

    fn scores(&self, features: &Features, scores: &mut [f32]) {
        scores.copy_from_slice(&self.biases);
        for &(number, value) in features {
            for (score, weight) in scores.iter_mut().zip(&self.weights[self.place(number)]) {
                *score += value * weight;
            }
        }
    }

    /// Where the weights of a value are.
    const fn place(&self, number: u32) -> std::ops::Range<usize> {
        let start = number as usize * self.classes;
        start..start + self.classes
    }
}

/// The sums that a weight is computed from.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// Gradients met so far, less what keeps the weight near those that they were met at.
    gradients: f32,
    /// The root of the sum of their squares.
    root: f32,
}

impl Sums {
    fn add(&mut self, gradient: f32, weight: f32) {
        let root = (self.root * self.root + gradient * gradient).sqrt();
        self.gradients += gradient - (root - self.root) / STEP * weight;
        self.root = root;
    }

    /// 0 while the gradients do not outweigh the penalty.
    fn weight(self, threshold: f32) -> f32 {
        let beyond = (self.gradients.abs() - threshold).max(0.0);
        -STEP * beyond.copysign(self.gradients) / (1.0 + self.root)
    }
}

impl Weights {
    /// Works out the weights of a value for all classes.
    fn set(self, weights: &mut [f32], sums: &[Sums], threshold: f32) {
        let last = weights.len() - 1;
        for (class, (weight, sums)) in weights.iter_mut().zip(sums).enumerate() {
            let free = sums.weight(threshold);
            // The nearest weight that is allowed is the best one: each has a minimum of its own.
            *weight = match self {
                Self::Free => free,
                Self::Rising if class == last => free.max(0.0),
                Self::Rising => free.min(0.0),
            };
        }
    }
}

/// Scores to probabilities.
fn softmax(scores: &mut [f32]) {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - highest).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
}
