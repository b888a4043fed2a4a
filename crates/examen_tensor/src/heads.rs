//! Attention heads, and the options of attention.

use crate::engine::{Mask, Tensor};
use crate::random::Mode;

/// The options of attention.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attention<'t> {
    /// Pairs of query and key that are masked. A query all of whose keys are masked gets zeros.
    pub mask: Option<&'t Mask>,
    /// Added to the scores after scaling: row, head, query, key; a size of 1 stands for all rows or heads.
    pub bias: Option<&'t Tensor<4>>,
    /// Whether a query sees no later keys.
    pub causal: bool,
    /// The factor of the scores; one over the root of a head's width where none is given.
    pub scale: Option<f64>,
    /// The probability with which attention weights are dropped in training.
    pub dropout: f64,
    /// Training or evaluation.
    pub mode: Mode<'t>,
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
