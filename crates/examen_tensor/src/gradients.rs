//! The gradients of a loss.

use crate::engine::{Buffers, Tensor};
use crate::error::TensorError;
use crate::parameters::{NamedValues, Parameters};

/// The gradients of a loss for all parameters; 0 for those that it does not depend on.
#[derive(Clone, Debug)]
pub struct Gradients(pub(crate) Buffers);

impl Parameters {
    /// The gradients of a loss, which is one number: the backward pass. It can be run once for each loss.
    pub fn gradients(&self, loss: &Tensor<1>) -> Result<Gradients, TensorError> {
        self.store.gradients(loss).map(Gradients)
    }
}

impl Gradients {
    /// The gradients by the names of the parameters that they were computed for.
    pub fn values(&self, parameters: &Parameters) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        parameters.named(|number| self.0.values(number))
    }

    /// Adds the gradients of another batch.
    pub fn add(&mut self, other: &Self) {
        self.0.add(&other.0);
    }

    /// Multiplies all gradients by a number.
    pub fn scale(&mut self, factor: f32) {
        self.0.scale(factor);
    }

    /// Scales all gradients so that their global norm is at most this, and returns the norm that they had, one number. A device
    /// is not waited for.
    pub fn clip_norm(&mut self, max_norm: f32) -> Result<Tensor<1>, TensorError> {
        self.0.clip_norm(max_norm)
    }
}
