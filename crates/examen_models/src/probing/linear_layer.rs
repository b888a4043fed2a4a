//! A linear classifier: a score for each class.

use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

use crate::classes::first_highest;

/// Weights of each class, and a bias.
#[derive(Clone, Debug)]
pub(crate) struct LinearLayer {
    /// One row for each class.
    pub(crate) weights: Vec<f32>,
    /// Negative infinity for a class that must not be answered.
    pub(crate) biases: Vec<f32>,
}

impl LinearLayer {
    pub(crate) const fn classes(&self) -> usize {
        self.biases.len()
    }

    pub(crate) const fn width(&self) -> usize {
        self.weights.len() / self.biases.len()
    }

    /// The scores of rows of features: one row of scores for each, one score a class.
    pub(crate) fn scores(&self, rows: &[f32]) -> Vec<f32> {
        let mut scores: Vec<f32> = self.biases.repeat(rows.len() / self.width());
        add_products(rows, &self.weights, self.classes(), &mut scores);
        scores
    }

    /// The class of each row: that with the highest score, of several the first.
    pub(crate) fn answers(&self, rows: &[f32]) -> Vec<usize> {
        self.scores(rows).chunks_exact(self.classes()).map(first_highest).collect()
    }
}

/// Adds to each row of scores the products of a row of features with the weights of each class.
pub(crate) fn add_products(rows: &[f32], weights: &[f32], classes: usize, scores: &mut [f32]) {
    let width = weights.len() / classes;
    let count = rows.len() / width;
    matmul(
        MatMut::from_row_major_slice_mut(scores, count, classes),
        Accum::Add,
        MatRef::from_row_major_slice(rows, count, width),
        MatRef::from_row_major_slice(weights, classes, width).transpose(),
        1.0,
        Par::Seq,
    );
}

/// Adds to the gradient of each class's weights the rows of features times the error of that class.
pub(crate) fn add_gradients(rows: &[f32], errors: &[f32], classes: usize, gradient: &mut [f32]) {
    let width = gradient.len() / classes;
    let count = rows.len() / width;
    matmul(
        MatMut::from_row_major_slice_mut(gradient, classes, width),
        Accum::Add,
        MatRef::from_row_major_slice(errors, count, classes).transpose(),
        MatRef::from_row_major_slice(rows, count, width),
        1.0,
        Par::Seq,
    );
}

/// Scores of one row to probabilities; returns the logarithm of what they were divided by.
#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
pub(crate) fn softmax(scores: &mut [f32]) -> f64 {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - highest).exp();
        sum += *score;
    }
    for score in scores.iter_mut() {
        *score /= sum;
    }
    f64::from(highest) + f64::from(sum).ln()
}
