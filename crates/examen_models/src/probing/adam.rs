//! A linear layer trained by Adam on small batches.
//!
//! D. P. Kingma and J. Ba 2015, Adam: A Method for Stochastic Optimization, as PyTorch's `torch.optim.Adam` has it with
//! `weight_decay`: the penalty on squared parameters is part of the gradients, and biases have it too. Sums go in a fixed order on
//! any processor, so that a fit is the same on all.

use pulp::Arch;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::features::Features;
use super::linear_layer::{LinearLayer, softmax};

const LEARNING_RATE: f64 = 1e-3;
const BETA1: f64 = 0.9;
const BETA2: f64 = 0.999;
const EPSILON: f32 = 1e-8;

/// Sums of a product that are kept apart, so that a processor can work on them at once.
const LANES: usize = 16;

/// A layer in training.
pub(crate) struct Adam {
    pub(crate) layer: LinearLayer,
    penalty: f32,
    steps: i32,
    weights: Moments,
    biases: Moments,
    arch: Arch,
    /// Probabilities less the truth, for each example of a batch and class.
    errors: Vec<f32>,
    /// Gradients of the weights of one class.
    gradients: Vec<f32>,
}

/// The moments of gradients.
struct Moments {
    means: Vec<f32>,
    squares: Vec<f32>,
}

/// The coefficients of a step, the same for all parameters.
#[derive(Clone, Copy)]
struct StepSize {
    penalty: f32,
    length: f32,
    root_factor: f32,
}

impl Adam {
    pub(crate) fn new(layer: LinearLayer, penalty: f64) -> Self {
        let moments = |count| Moments { means: vec![0.0; count], squares: vec![0.0; count] };
        Self {
            penalty: penalty as f32,
            steps: 0,
            weights: moments(layer.weights.len()),
            biases: moments(layer.biases.len()),
            arch: Arch::new(),
            errors: Vec::new(),
            gradients: vec![0.0; layer.width()],
            layer,
        }
    }

    /// One step on the mean cross-entropy of some rows.
    pub(crate) fn step(&mut self, features: &Features, labels: &[usize], batch: &[usize]) {
        let arch = self.arch;
        arch.dispatch(|| self.step_on_this_processor(features, labels, batch));
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn step_on_this_processor(&mut self, features: &Features, labels: &[usize], batch: &[usize]) {
        let (classes, width) = (self.layer.classes(), self.layer.width());
        self.errors.clear();
        for &row in batch {
            let start = self.errors.len();
            let values = features.row(row);
            for (weights, bias) in self.layer.weights.chunks_exact(width).zip(&self.layer.biases) {
                self.errors.push(bias + dot(weights, values));
            }
            let errors = &mut self.errors[start..];
            softmax(errors);
            errors[labels[row]] -= 1.0;
            let weight = 1.0 / batch.len() as f32;
            for error in errors {
                *error *= weight;
            }
        }
        self.steps += 1;
        let size = StepSize {
            penalty: self.penalty,
            length: (LEARNING_RATE / (1.0 - BETA1.powi(self.steps))) as f32,
            root_factor: (1.0 / (1.0 - BETA2.powi(self.steps)).sqrt()) as f32,
        };
        for class in 0..classes {
            self.gradients.fill(0.0);
            for (&row, errors) in batch.iter().zip(self.errors.chunks_exact(classes)) {
                let error = errors[class];
                self.gradients
                    .iter_mut()
                    .zip(features.row(row))
                    .for_each(|(gradient, value)| *gradient += error * value);
            }
            let place = class * width..(class + 1) * width;
            self.weights.step(place.clone(), &mut self.layer.weights[place], &self.gradients, size);
        }
        for class in 0..classes {
            let gradient: f32 = self.errors.chunks_exact(classes).map(|errors| errors[class]).sum();
            self.biases.step(class..class + 1, &mut self.layer.biases[class..=class], &[gradient], size);
        }
    }
}

impl Moments {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn step(&mut self, place: std::ops::Range<usize>, parameters: &mut [f32], gradients: &[f32], size: StepSize) {
        let moments = self.means[place.clone()].iter_mut().zip(&mut self.squares[place]);
        for ((parameter, &gradient), (mean, square)) in parameters.iter_mut().zip(gradients).zip(moments) {
            let gradient = gradient + size.penalty * *parameter;
            *mean += (gradient - *mean) * (1.0 - BETA1) as f32;
            *square = *square * BETA2 as f32 + gradient * gradient * (1.0 - BETA2) as f32;
            *parameter -= size.length * *mean / (square.sqrt() * size.root_factor + EPSILON);
        }
    }
}

/// A layer as PyTorch initialises one: all parameters uniform between plus and minus 1 / root of the width. The numbers are those of
/// our own generator, since PyTorch's stream is its own.
pub(crate) fn random_layer(width: usize, classes: usize, random: &mut ChaCha8Rng) -> LinearLayer {
    let most = 1.0 / (width as f32).sqrt();
    let mut sample = |count| (0..count).map(|_| random.random_range(-most..=most)).collect();
    LinearLayer { weights: sample(width * classes), biases: sample(classes) }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let (left, right) = (left.chunks_exact(LANES), right.chunks_exact(LANES));
    let rest: f32 = left.remainder().iter().zip(right.remainder()).map(|(left, right)| left * right).sum();
    for (left, right) in left.zip(right) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    sums.iter().sum::<f32>() + rest
}
