//! Heads of attention, and what changes their scores.

use crate::engine::{Mask, Tensor};
use crate::noise::Dropout;

/// What changes the scores of attention.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attention<'t> {
    /// Pairs that are closed. A query all of whose keys are closed gets zeros.
    pub mask: Option<&'t Mask>,
    /// A number to be added to each score, after scaling: row, head, query, key; a size of 1 stands for all rows or heads.
    pub bias: Option<&'t Tensor<4>>,
    /// Whether a query sees no later keys.
    pub causal: bool,
    /// The factor of the scores; one over the root of a head's width where none is given.
    pub scale: Option<f64>,
    /// Shares to be left out.
    pub dropout: Option<Dropout<'t>>,
}

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
