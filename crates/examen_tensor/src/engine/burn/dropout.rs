//! Elements left out at random.

use super::kernels::numbered_rows;
use super::record::record;
use super::tensor::Tensor;
use crate::noise::{Draw, Dropout};

/// Leaves a share of the elements out and enlarges the others by as much, so that the mean stays what it is.
pub fn dropout<const RANK: usize>(x: Tensor<RANK>, dropout: Dropout<'_>) -> Tensor<RANK> {
    let Some(draw) = dropout.draw() else { return x };
    let made = thinned(x.unrecorded(), draw);
    if !x.is_recorded() {
        return made;
    }
    record(made, [x.input()], move |given, _| [Some(thinned(Tensor::<RANK>::from_plain(given), draw).into_plain())])
}

/// The elements that a draw leaves, enlarged: always the same for one draw.
pub(super) fn thinned<const RANK: usize>(x: Tensor<RANK>, draw: Draw) -> Tensor<RANK> {
    let factor = draw.factor();
    numbered_rows(x, 1, move |at, value| {
        let factor = if draw.leaves_out(at) { 0.0 } else { factor };
        for value in value {
            *value *= factor;
        }
    })
}
