//! Maps, norms and activations: libtorch's own, which take means and sums in f32 also where values are bf16.

use tch::{Kind, Reduction};

use super::tensor::{Tensor, sent, size};
use crate::labels::Labels;

/// `x W^T + b` over the last axis; the weight is stored as outputs by inputs.
pub fn linear<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<2>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
    Tensor(x.0.linear(&weight.0, bias.map(|bias| &bias.0)))
}

/// Layer normalization: the last axis shifted and scaled to mean 0 and variance 1, then by weight and bias.
pub fn layer_norm<const RANK: usize>(
    x: Tensor<RANK>,
    weight: &Tensor<1>,
    bias: Option<&Tensor<1>>,
    epsilon: f64,
) -> Tensor<RANK> {
    let [width] = weight.shape();
    Tensor(x.0.layer_norm([size(width)], Some(&weight.0), bias.map(|bias| &bias.0), epsilon, false))
}

/// Root mean square normalization: the last axis divided by the root of its mean square, then scaled by the weight.
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

/// The rectified linear unit: negative elements become 0.
pub fn relu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.relu())
}

/// The logistic sigmoid.
pub fn sigmoid<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.sigmoid())
}

/// The sigmoid linear unit: `x` times its sigmoid.
pub fn silu<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.silu())
}

/// The hyperbolic tangent.
pub fn tanh<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.tanh())
}

/// The last axis as probabilities, which add up to 1.
pub fn softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.softmax(-1, None))
}

/// The logarithms of the probabilities of the last axis.
pub fn log_softmax<const RANK: usize>(x: Tensor<RANK>) -> Tensor<RANK> {
    Tensor(x.0.log_softmax(-1, None))
}

/// The mean cross entropy of the scores of all rows with a label, each label with its weight.
///
/// Without any label it is 0.
pub fn cross_entropy(scores: &Tensor<2>, labels: &Labels) -> Tensor<1> {
    const IGNORED: i64 = -100;
    let [rows, classes] = scores.shape();
    let targets = (0..rows).map(|row| labels.at(row).map_or(IGNORED, |(label, _)| size(label)));
    let targets = sent(&tch::Tensor::from_slice(&targets.collect::<Vec<_>>()), &scores.0, Kind::Int64);
    let weights: Vec<f32> = (0..classes).map(|class| labels.weight(class)).collect();
    let weights = sent(&tch::Tensor::from_slice(&weights), &scores.0, Kind::Float);
    let scores = scores.0.to_kind(Kind::Float);
    let sum = scores.cross_entropy_loss(&targets, Some(weights), Reduction::Sum, IGNORED, 0.0);
    Tensor((sum / labels.total_weight()).reshape([1]))
}
