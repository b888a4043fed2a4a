//! Multinomial logistic regression with an L2 penalty, solved to convergence.

use super::curvature::Curvature;
use super::distinct_rows::DistinctRows;
use super::lbfgs::{Search, minimise};
use super::linear_layer::{LinearLayer, add_gradients, add_products, softmax};
use pulp::Arch;

/// No derivative of the mean cross-entropy with its penalty is above this at what counts as the optimum. (scikit-learn, whose
/// measure is the same, is content with ten times as much.)
const TOLERANCE: f64 = 1e-5;

/// Nor is it above this fraction of the penalty: the distance to the optimum is at most the gradient divided by the penalty, and
/// where classes are separable all derivatives are small long before the optimum.
const TOLERANCE_BY_PENALTY: f64 = 3e-3;

/// The most steps of a fit; more say that something is wrong.
const MOST_STEPS: usize = 1_000;

/// As many rows as stay in the processor's second cache between both products.
const BLOCK: usize = 128;

/// Rows to fit on.
#[derive(Debug)]
pub(crate) struct Design {
    /// How many features the rows had that were given.
    width: usize,
    rows: DistinctRows,
    curvature: Curvature,
}

/// The classifier of one penalty.
#[derive(Debug)]
pub(crate) struct Optimum {
    pub(crate) penalty: f64,
    pub(crate) layer: LinearLayer,
    pub(crate) search: Search,
}

impl Design {
    /// Standardised rows: their features have the mean 0, or biases would converge slowly.
    pub(crate) fn new(rows: Vec<f32>, width: usize) -> Self {
        let rows = DistinctRows::of(rows, width);
        let curvature = Curvature::of(&rows.weighted(), rows.width, rows.places.len());
        Self { width, rows, curvature }
    }

    /// Minimises the mean cross-entropy plus half the penalty times the sum of all squared weights, biases not among them, for
    /// each penalty in turn. The optimum of one is where the search for the next begins, so strong penalties should come first.
    ///
    /// A class without rows is never answered.
    pub(crate) fn fit(&self, labels: &[usize], classes: usize, penalties: &[f64]) -> Vec<Optimum> {
        let mut present = labels.to_vec();
        present.sort_unstable();
        present.dedup();
        let mut targets = vec![0.0; self.rows.counts.len() * present.len()];
        for (place, label) in self.rows.places.iter().zip(labels) {
            if let Ok(class) = present.binary_search(label) {
                targets[place * present.len() + class] += 1.0;
            }
        }
        let weights = present.len() * self.rows.width;
        let mut point = vec![0.0; weights + present.len()];
        let mut loss = Loss::new(&self.rows, &targets, present.len());
        let mut optimum = |&penalty: &f64| {
            let divisor = self.curvature.with_penalty(penalty);
            let divide = |gradients: &mut [f64]| {
                let (gradients, of_biases) = gradients.split_at_mut(weights);
                if let Some(divisor) = &divisor {
                    divisor.divide(gradients, present.len());
                }
                // A bias is the weight of a feature that is always 1.
                for gradient in of_biases {
                    *gradient *= 2.0;
                }
            };
            let value_at = |point: &[f64], gradients: &mut [f64]| loss.with_penalty(point, penalty, gradients);
            let tolerance = TOLERANCE.min(TOLERANCE_BY_PENALTY * penalty);
            let search = minimise(value_at, divide, &mut point, tolerance, MOST_STEPS);
            Optimum { penalty, layer: self.layer(&point, &present, classes), search }
        };
        penalties.iter().map(&mut optimum).collect()
    }

    fn layer(&self, point: &[f64], present: &[usize], classes: usize) -> LinearLayer {
        let (weights, of_biases) = point.split_at(present.len() * self.rows.width);
        let mut layer =
            LinearLayer { weights: vec![0.0; classes * self.width], biases: vec![f32::NEG_INFINITY; classes] };
        for ((&class, weights), &bias) in present.iter().zip(weights.chunks_exact(self.rows.width)).zip(of_biases) {
            let place = class * self.width..(class + 1) * self.width;
            layer.weights[place].copy_from_slice(&self.rows.weights(weights));
            layer.biases[class] = bias as f32;
        }
        layer
    }
}

/// The mean cross-entropy, with room for what it is worked out from.
struct Loss<'d> {
    rows: &'d DistinctRows,
    /// How often each row is of each class.
    targets: &'d [f32],
    classes: usize,
    weights: Vec<f32>,
    gradients: Vec<f32>,
    scores: Vec<f32>,
    arch: Arch,
}

impl<'d> Loss<'d> {
    fn new(rows: &'d DistinctRows, targets: &'d [f32], classes: usize) -> Self {
        let weights = vec![0.0; classes * rows.width];
        Self { rows, targets, classes, gradients: weights.clone(), weights, scores: Vec::new(), arch: Arch::new() }
    }

    /// Products are of single precision, in blocks of rows that are met once for both; sums over rows of loss and biases and all
    /// of the optimizer's values are of double precision.
    fn with_penalty(&mut self, point: &[f64], penalty: f64, gradients: &mut [f64]) -> f64 {
        let (weights, biases) = point.split_at(self.weights.len());
        self.weights.iter_mut().zip(weights).for_each(|(to, &weight)| *to = weight as f32);
        self.gradients.fill(0.0);
        let (weight_gradients, bias_gradients) = gradients.split_at_mut(weights.len());
        bias_gradients.fill(0.0);
        let biases: Vec<f32> = biases.iter().map(|&bias| bias as f32).collect();
        let mut loss = 0.0;
        let blocks = self.rows.rows.chunks(BLOCK * self.rows.width).zip(self.rows.counts.chunks(BLOCK));
        for ((rows, counts), targets) in blocks.zip(self.targets.chunks(BLOCK * self.classes)) {
            self.scores.clear();
            self.scores.extend(biases.iter().cycle().take(targets.len()));
            add_products(rows, &self.weights, self.classes, &mut self.scores);
            // Kernels of matrix products leave registers in a state in which older instructions are slow; these are none.
            loss += self.arch.dispatch(|| to_errors(&mut self.scores, targets, counts, bias_gradients));
            add_gradients(rows, &self.scores, self.classes, &mut self.gradients);
        }
        let count = self.rows.places.len() as f64;
        let mut squares = 0.0;
        for ((to, &gradient), weight) in weight_gradients.iter_mut().zip(&self.gradients).zip(weights) {
            *to = f64::from(gradient) / count + penalty * weight;
            squares += weight * weight;
        }
        for sum in bias_gradients {
            *sum /= count;
        }
        loss / count + 0.5 * penalty * squares
    }
}

/// Makes scores the errors of their probabilities, adds these up for each class, and returns the sum of the rows' cross-entropy.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
fn to_errors(scores: &mut [f32], targets: &[f32], counts: &[f32], sums: &mut [f64]) -> f64 {
    let mut loss = 0.0;
    let classes = sums.len();
    let rows = scores.chunks_exact_mut(classes).zip(targets.chunks_exact(classes)).zip(counts);
    for ((scores, targets), &count) in rows {
        let of_targets: f64 =
            scores.iter().zip(targets).map(|(&score, &target)| f64::from(score) * f64::from(target)).sum();
        loss += f64::from(count) * softmax(scores) - of_targets;
        for ((score, &target), sum) in scores.iter_mut().zip(targets).zip(&mut *sums) {
            *score = count * *score - target;
            *sum += f64::from(*score);
        }
    }
    loss
}
