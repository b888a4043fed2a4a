//! Dropout.

use std::sync::{Mutex, PoisonError};

use super::tensor::Tensor;
use crate::random::{DropoutMask, Mode};

/// libtorch's generators belong to the whole process.
static GENERATORS: Mutex<()> = Mutex::new(());

/// Drops elements with this probability in training, and scales the others so that the mean stays what it is.
pub fn dropout<const RANK: usize>(x: Tensor<RANK>, probability: f64, mode: Mode<'_>) -> Tensor<RANK> {
    match mode.dropout_mask(probability) {
        Some(mask) => Tensor(mask.seeded(|| x.0.dropout(probability, true))),
        None => x,
    }
}

impl DropoutMask {
    /// Runs an operation that drops elements, with libtorch's generators seeded by this mask.
    pub(super) fn seeded(self, operation: impl FnOnce() -> tch::Tensor) -> tch::Tensor {
        let _guard = GENERATORS.lock().unwrap_or_else(PoisonError::into_inner);
        tch::manual_seed(self.key.cast_signed());
        operation()
    }
}
