//! Attention heads, split and joined.

use crate::engine::Tensor;

/// Row, position, width to row, head, position, width of a head.
pub fn split_heads(x: Tensor<3>, heads: usize) -> Tensor<4> {
    let [rows, length, width] = x.shape();
    x.reshape([rows, length, heads, width / heads]).transpose(1, 2)
}

/// Row, head, position, width of a head to row, position, width.
pub fn join_heads(x: Tensor<4>) -> Tensor<3> {
    let [rows, heads, length, width] = x.shape();
    x.transpose(1, 2).reshape([rows, length, heads * width])
}
