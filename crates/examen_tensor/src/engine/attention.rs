//! The options of attention, the same for both engines.

use super::{Mask, Packing, Tensor};
use crate::random::Mode;

/// The options of attention.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attention<'t> {
    /// Pairs of query and key that are masked. A query all of whose keys are masked gets zeros.
    pub mask: Option<&'t Mask>,
    /// Added to the scores after scaling: row, head, query, key; a size of 1 stands for all rows or heads.
    pub bias: Option<&'t Tensor<4>>,
    /// The sequences that one row holds, each of which sees itself alone; neither a mask nor a bias goes with it.
    pub packing: Option<&'t Packing>,
    /// Whether a query sees no later keys.
    pub causal: bool,
    /// The factor of the scores; one over the root of a head's width where none is given.
    pub scale: Option<f64>,
    /// The probability with which attention weights are dropped in training.
    pub dropout: f64,
    /// Training or evaluation.
    pub mode: Mode<'t>,
}
