//! Elements left out at random.

use std::sync::{Mutex, PoisonError};

use super::tensor::Tensor;
use crate::noise::{Draw, Dropout};

/// libtorch's generators belong to the whole process.
static GENERATORS: Mutex<()> = Mutex::new(());

/// Leaves a share of the elements out and enlarges the others by as much, so that the mean stays what it is.
pub fn dropout<const RANK: usize>(x: Tensor<RANK>, dropout: Dropout<'_>) -> Tensor<RANK> {
    match dropout.draw() {
        Some(draw) => Tensor(draw.during(|| x.0.dropout(draw.share, true))),
        None => x,
    }
}

impl Draw {
    /// Something that draws, and draws this.
    pub(super) fn during(self, draws: impl FnOnce() -> tch::Tensor) -> tch::Tensor {
        let _nobody_else = GENERATORS.lock().unwrap_or_else(PoisonError::into_inner);
        tch::manual_seed(self.key.cast_signed());
        draws()
    }
}
