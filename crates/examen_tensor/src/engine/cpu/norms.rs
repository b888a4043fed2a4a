//! Norms of the last axis, and their gradients.

use super::array::{Array, add_to};
use super::kernels::{fold, rows, rows_beside, sum_of_pairs, sums_of_rows, tree_sum};
use super::tape::track;
use super::tensor::Tensor;

/// Layer normalization: the last axis shifted and scaled to mean 0 and variance 1, then by weight and bias.
pub fn layer_norm<const RANK: usize>(
    x: Tensor<RANK>,
    weight: &Tensor<1>,
    bias: Option<&Tensor<1>>,
    epsilon: f64,
) -> Tensor<RANK> {
    Norm { epsilon: epsilon as f32, is_centred: true }.apply(x, weight, bias)
}

/// Root mean square normalization: the last axis divided by the root of its mean square, then scaled by the weight.
pub fn rms_norm<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<1>, epsilon: f64) -> Tensor<RANK> {
    Norm { epsilon: epsilon as f32, is_centred: false }.apply(x, weight, None)
}

/// The sums of an array over all axes but the last.
pub(super) fn column_sums(x: &Array) -> Array {
    let ((rows, width), values) = (x.rows(), x.to_slice());
    Array::new(sums_of_rows(rows, width, |row, sums| add_to(sums, &values[row * width..][..width])), &[width])
}

/// A norm of rows.
#[derive(Clone, Copy)]
struct Norm {
    epsilon: f32,
    /// Whether the mean is subtracted.
    is_centred: bool,
}

impl Norm {
    fn apply<const RANK: usize>(self, x: Tensor<RANK>, weight: &Tensor<1>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
        let (node, factors) = (x.node(), weight.array().clone());
        let is_tracked = node.is_some() || weight.is_tracked();
        let x = x.into_array();
        let kept = is_tracked.then(|| (x.clone(), factors.clone()));
        let output = self.forward(x, &factors.to_slice(), bias.map(|bias| bias.array().to_slice()).as_deref());
        let nodes = [node, weight.node(), bias.and_then(Tensor::node)];
        track(output, nodes, move |gradient, [wants_x, wants_weight, wants_bias]| {
            let of_bias = wants_bias.then(|| column_sums(&gradient));
            let Some((x, weight)) = &kept else { return [None, None, of_bias] };
            let of_weight = wants_weight.then(|| self.weight_gradient(&gradient, x));
            [wants_x.then(|| self.input_gradient(gradient, x, &weight.to_slice())), of_weight, of_bias]
        })
    }

    fn forward(self, x: Array, weight: &[f32], bias: Option<&[f32]>) -> Array {
        let width = weight.len();
        rows(x, width, |piece| {
            for row in piece.chunks_exact_mut(width) {
                let (mean, factor) = self.statistics(row);
                if self.is_centred {
                    row.iter_mut().zip(weight).for_each(|(value, weight)| *value = (*value - mean) * (factor * weight));
                } else {
                    row.iter_mut().zip(weight).for_each(|(value, weight)| *value = *value * factor * weight);
                }
                if let Some(bias) = bias {
                    add_to(row, bias);
                }
            }
        })
    }

    /// The mean of a row, if it is subtracted, and one over its deviation.
    #[inline(always)]
    fn statistics(self, row: &[f32]) -> (f32, f32) {
        let width = row.len() as f32;
        let (mean, squares) = if self.is_centred {
            let mean = tree_sum(row, |sum, value| sum + value) / width;
            (mean, tree_sum(row, |sum, value| (value - mean).mul_add(value - mean, sum)))
        } else {
            (0.0, sum_of_pairs(row, row, |value, _| value * value))
        };
        (mean, 1.0 / (squares / width + self.epsilon).sqrt())
    }

    fn weight_gradient(self, gradient: &Array, x: &Array) -> Array {
        let ((rows, width), x, gradient) = (x.rows(), x.to_slice(), gradient.to_slice());
        let sums = sums_of_rows(rows, width, |row, sums| {
            let place = row * width..(row + 1) * width;
            let (mean, factor) = self.statistics(&x[place.clone()]);
            for ((sum, value), gradient) in sums.iter_mut().zip(&x[place.clone()]).zip(&gradient[place]) {
                *sum += gradient * (value - mean) * factor;
            }
        });
        Array::new(sums, &[width])
    }

    fn input_gradient(self, gradient: Array, x: &Array, weight: &[f32]) -> Array {
        let width = weight.len();
        rows_beside(gradient, width, x, |piece, x| {
            for (gradient, x) in piece.chunks_exact_mut(width).zip(x.chunks_exact(width)) {
                let (mean, factor) = self.statistics(x);
                gradient.iter_mut().zip(weight).for_each(|(gradient, weight)| *gradient *= weight);
                let shift =
                    if self.is_centred { fold(gradient, 0.0, |sum, value| sum + value) / width as f32 } else { 0.0 };
                let along = sum_of_pairs(gradient, x, |gradient, value| gradient * (value - mean));
                let along = along * factor * factor / width as f32;
                for (gradient, value) in gradient.iter_mut().zip(x) {
                    *gradient = factor * (*gradient - shift - (value - mean) * along);
                }
            }
        })
    }
}
