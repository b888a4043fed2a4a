//! Maps, norms and activations: libtorch's own, which take means and sums in f32 also where numbers are bf16.

use tch::Kind;

use super::tensor::{Tensor, sent, size};

/// Rows of a table, one for each id. Ids must be smaller than the number of rows.
pub fn embedding(table: &Tensor<2>, ids: &[u32]) -> Tensor<2> {
    let indices: Vec<i64> = ids.iter().map(|&id| i64::from(id)).collect();
    let indices = sent(&tch::Tensor::from_slice(&indices), &table.0, Kind::Int64);
    Tensor(tch::Tensor::embedding(&table.0, &indices, -1, false, false))
}

/// `x W^T + b` over the last axis; the weight is stored as outputs by inputs.
pub fn linear<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<2>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
    Tensor(x.0.linear(&weight.0, bias.map(|bias| &bias.0)))
}

/// The last axis shifted and scaled to mean 0 and variance 1, then by weight and bias.
pub fn layer_norm<const RANK: usize>(
    x: Tensor<RANK>,
    weight: &Tensor<1>,
    bias: Option<&Tensor<1>>,
    epsilon: f64,
) -> Tensor<RANK> {
    let [width] = weight.shape();
    Tensor(x.0.layer_norm([size(width)], Some(&weight.0), bias.map(|bias| &bias.0), epsilon, false))
}

/// The last axis divided by the root of its mean square, then scaled by the weight.
pub fn rms_norm<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<1>, epsilon: f64) -> Tensor<RANK> {
    let [width] = weight.shape();
    Tensor(x.0.rms_norm([size(width)], Some(&weight.0), epsilon))
}

/// The Gaussian error linear unit, with the error function.
pub fn gelu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.gelu("none"))
}

/// The Gaussian error linear unit, approximated with a hyperbolic tangent.
pub fn gelu_tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.gelu("tanh"))
}

/// What is negative becomes 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.relu())
}

/// `x` times its sigmoid.
pub fn silu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.silu())
}

/// The hyperbolic tangent.
pub fn tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.tanh())
}

/// The last axis as shares that add up to 1.
pub fn softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.softmax(-1, None))
}
