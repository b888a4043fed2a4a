//! Maps, norms and activations.

use burn_tensor::{Int, TensorData, module};

use super::kernels::{erf, exp, map, rows, shares};
use super::tensor::{Tensor, device};

/// Rows of a table, one for each id. Ids must be smaller than the number of rows.
pub fn embedding(table: &Tensor<2>, ids: &[u32]) -> Tensor<2> {
    let indices: Vec<i64> = ids.iter().map(|&id| i64::from(id)).collect();
    let count = indices.len();
    let indices = burn_tensor::Tensor::<1, Int>::from_data(TensorData::new(indices, [count]), &device());
    Tensor(table.0.clone().select(0, indices))
}

/// `x W^T + b` over the last axis; the weight is stored as outputs by inputs.
pub fn linear<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<2>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
    Tensor(module::linear(x.0, weight.0.clone().transpose(), bias.map(|bias| bias.0.clone())))
}

/// The last axis shifted and scaled to mean 0 and variance 1, then by weight and bias.
pub fn layer_norm<const RANK: usize>(
    x: Tensor<RANK>,
    weight: &Tensor<1>,
    bias: Option<&Tensor<1>>,
    epsilon: f64,
) -> Tensor<RANK> {
    Tensor(module::layer_norm(x.0, weight.0.clone(), bias.map(|bias| bias.0.clone()), epsilon))
}

/// The last axis divided by the root of its mean square, then scaled by the weight.
pub fn rms_norm<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<1>, epsilon: f64) -> Tensor<RANK> {
    let [width] = weight.shape();
    let epsilon = epsilon as f32;
    let normed = rows(x, width, move |piece| {
        for row in piece.chunks_exact_mut(width) {
            let squares: f32 = row.chunks(16).map(sum_of_squares).sum();
            let factor = 1.0 / (squares / width as f32 + epsilon).sqrt();
            for value in row {
                *value *= factor;
            }
        }
    });
    let mut shape = [1; RANK];
    if let Some(last) = shape.last_mut() {
        *last = width;
    }
    normed * weight.clone().reshape(shape)
}

/// The Gaussian error linear unit, with the error function.
pub fn gelu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    map(x, |x| 0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2)))
}

/// The Gaussian error linear unit, approximated with a hyperbolic tangent.
pub fn gelu_tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    // The square root of 2 / pi.
    const FACTOR: f32 = 0.797_884_6;
    map(x, |x| 0.5 * x * (1.0 + super::kernels::tanh(FACTOR * (0.044_715 * x * x).mul_add(x, x))))
}

/// What is negative becomes 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    map(x, |x| if x < 0.0 { 0.0 } else { x })
}

/// `x` times its sigmoid.
pub fn silu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    map(x, |x| x / (1.0 + exp(-x)))
}

/// The hyperbolic tangent.
pub fn tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    map(x, super::kernels::tanh)
}

/// The last axis as shares that add up to 1.
pub fn softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    let width = x.shape().last().copied().unwrap_or(1);
    rows(x, width.max(1), move |piece| piece.chunks_exact_mut(width).for_each(|row| shares(row, 1.0, None)))
}

fn sum_of_squares(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum()
}
