//! Softmax, its logarithm and cross entropy, with gradients.

use pulp::{Arch, Simd, WithSimd};

use super::array::Array;
use super::kernels::{
    exp, fold, maximum, numbered_rows, numbers_of_rows, rows, rows_beside, softmax_row, sum_of_pairs,
};
use super::tape::track_one;
use super::tensor::Tensor;
use crate::labels::Labels;

/// The last axis as probabilities, which add up to 1.
pub fn softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let (node, width) = (x.node(), x.array().rows().1.max(1));
    let output = rows(x.into_array(), width, move |piece| {
        piece.chunks_exact_mut(width).for_each(|row| softmax_row(row, 1.0, None));
    });
    if node.is_none() {
        return Tensor::detached(output);
    }
    let kept = output.clone();
    track_one(output, node, move |gradient| {
        rows_beside(gradient, width, &kept, move |piece, probabilities| {
            for (gradient, probabilities) in piece.chunks_exact_mut(width).zip(probabilities.chunks_exact(width)) {
                softmax_gradient(gradient, probabilities);
            }
        })
    })
}

/// The logarithms of the probabilities of the last axis.
pub fn log_softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let (node, width) = (x.node(), x.array().rows().1.max(1));
    let output = rows(x.into_array(), width, move |piece| {
        for row in piece.chunks_exact_mut(width) {
            let total = log_sum_exp(row);
            for value in row {
                *value -= total;
            }
        }
    });
    if node.is_none() {
        return Tensor::detached(output);
    }
    let kept = output.clone();
    track_one(output, node, move |gradient| {
        rows_beside(gradient, width, &kept, move |piece, logs| {
            for (gradient, logs) in piece.chunks_exact_mut(width).zip(logs.chunks_exact(width)) {
                let sum = fold(gradient, 0.0, |sum, value| sum + value);
                gradient.iter_mut().zip(logs).for_each(|(gradient, &log)| *gradient -= exp(log) * sum);
            }
        })
    })
}

/// The mean cross entropy of the scores of all rows with a label, each label with its weight.
///
/// Without any label it is 0.
pub fn cross_entropy(scores: &Tensor<2>, labels: &Labels) -> Tensor<1> {
    let [_, classes] = scores.shape();
    let (kept, labels) = (scores.array().clone(), labels.clone());
    let arch = Arch::new();
    let losses = numbers_of_rows(&kept.to_slice(), classes, |row, scores| match labels.at(row) {
        Some((label, weight)) => weight * (arch.dispatch(LogSumExp(scores)) - scores[label]),
        None => 0.0,
    });
    let total = labels.total_weight();
    let mean = (losses.iter().map(|&loss| f64::from(loss)).sum::<f64>() / total) as f32;
    track_one(Array::new(vec![mean], &[1]), scores.node(), move |gradient| {
        let gradient = gradient.to_slice().first().copied().unwrap_or_default();
        numbered_rows(kept, classes, |row, scores| match labels.at(row) {
            Some((label, weight)) => {
                let factor = (f64::from(gradient) * f64::from(weight) / total) as f32;
                arch.dispatch(ScaledSoftmax { scores, factor });
                scores[label] -= factor;
            }
            None => scores.fill(0.0),
        })
    })
}

/// Turns the gradient of probabilities into that of the scores they were computed from.
#[inline(always)]
pub(super) fn softmax_gradient(gradient: &mut [f32], probabilities: &[f32]) {
    let along = sum_of_pairs(gradient, probabilities, |gradient, probability| gradient * probability);
    let of_score = |(gradient, probability): (&mut f32, &f32)| *gradient = probability * (*gradient - along);
    gradient.iter_mut().zip(probabilities).for_each(of_score);
}

/// The logarithm of the sum of the exponentials of a row.
struct LogSumExp<'r>(&'r [f32]);

impl WithSimd for LogSumExp<'_> {
    type Output = f32;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f32 {
        log_sum_exp(self.0)
    }
}

/// The probabilities of a row of scores times a factor.
struct ScaledSoftmax<'r> {
    scores: &'r mut [f32],
    factor: f32,
}

impl WithSimd for ScaledSoftmax<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        softmax_row(self.scores, 1.0, None);
        for value in self.scores {
            *value *= self.factor;
        }
    }
}

/// The logarithm of the sum of the exponentials of a row.
#[inline(always)]
fn log_sum_exp(row: &[f32]) -> f32 {
    let greatest = maximum(row);
    greatest + sum_of_pairs(row, row, |value, _| exp(value - greatest)).ln()
}
