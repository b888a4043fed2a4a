//! Dropout.

use super::array::Array;
use super::kernels::numbered_rows;
use super::tape::track_one;
use super::tensor::Tensor;
use crate::random::{DropoutMask, Mode};

/// Drops elements with this probability in training, and scales the others so that the mean stays what it is.
pub fn dropout<const RANK: usize>(x: Tensor<RANK>, probability: f64, mode: Mode<'_>) -> Tensor<RANK> {
    let Some(mask) = mode.dropout_mask(probability) else { return x };
    let node = x.node();
    track_one(dropped(x.into_array(), mask), node, move |gradient| dropped(gradient, mask))
}

/// What a mask leaves of an array.
pub(super) fn dropped(x: Array, mask: DropoutMask) -> Array {
    let scale = mask.scale();
    numbered_rows(x, 1, move |at, value| {
        let factor = if mask.drops(at) { 0.0 } else { scale };
        for value in value {
            *value *= factor;
        }
    })
}
