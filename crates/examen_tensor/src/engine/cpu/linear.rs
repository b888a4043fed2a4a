//! Linear maps, and their gradients.

use super::array::Array;
use super::norms::column_sums;
use super::product::matmul;
use super::tape::track;
use super::tensor::Tensor;
use crate::shapes::with_last;

/// `x W^T + b` over the last axis; the weight is stored as outputs by inputs.
pub fn linear<const RANK: usize>(x: Tensor<RANK>, weight: &Tensor<2>, bias: Option<&Tensor<1>>) -> Tensor<RANK> {
    let [outputs, inputs] = weight.shape();
    let (shape, node) = (x.shape(), x.node());
    let (rows, _) = x.array().rows();
    let is_tracked = node.is_some() || weight.is_tracked();
    let (x, factors) = (x.into_array(), weight.array().clone());
    let mut output = product(x.clone(), factors.clone().transpose(0, 1));
    if let Some(bias) = bias {
        let bias = bias.array().clone().with_rank(output.shape().len());
        output = output.zip(bias, |value, bias| value + bias);
    }
    let output = output.reshape(&with_last(shape.to_vec(), outputs));
    // What is not needed for gradients is not kept.
    let kept = is_tracked.then_some((x, factors));
    let nodes = [node, weight.node(), bias.and_then(Tensor::node)];
    track(output, nodes, move |gradient, [wants_x, wants_weight, wants_bias]| {
        let of_bias = wants_bias.then(|| column_sums(&gradient));
        let gradient = gradient.reshape(&[rows, outputs]);
        let Some((x, factors)) = &kept else { return [None, None, of_bias] };
        let of_x = wants_x.then(|| matmul(&gradient, factors).reshape(&shape));
        let of_weight =
            wants_weight.then(|| matmul(&gradient.clone().transpose(0, 1), &x.clone().reshape(&[rows, inputs])));
        [of_x, of_weight, of_bias]
    })
}

/// The product of all rows and a matrix: one product, or one for each element of a batch whose rows fill tiles by themselves.
fn product(x: Array, matrix: Array) -> Array {
    /// Kernels take so many rows at a time.
    const TILE: usize = 32;
    let ((all, width), outputs) = (x.rows(), matrix.shape()[1]);
    let &[.., rows, _] = x.shape() else { return matmul(&x.reshape(&[1, width]), &matrix) };
    // Products are fastest where they are square.
    let is_squarer = all.min(outputs) * rows.max(outputs) > rows.min(outputs) * all.max(outputs);
    if is_squarer && !rows.is_multiple_of(TILE) {
        return matmul(&x.reshape(&[all, width]), &matrix);
    }
    let rank = x.shape().len();
    // Kernels want the matrix row after row. One copy here saves one for each element of the batch.
    let matrix = if rank > 2 { Array::new(matrix.into_vec(), &[width, outputs]) } else { matrix };
    matmul(&x, &matrix.with_rank(rank))
}
