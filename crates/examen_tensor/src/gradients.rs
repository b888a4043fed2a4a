//! The slopes of a loss.

use crate::engine::Beside;
use crate::error::TensorError;
use crate::parameters::{NamedValues, Parameters};

/// The slopes of a loss for all parameters; 0 for those that it does not depend on.
#[derive(Clone, Debug)]
pub struct Gradients(pub(crate) Beside);

impl Gradients {
    /// The slopes by the names of the parameters that they were taken for.
    pub fn values(&self, parameters: &Parameters) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        parameters.named(|number| self.0.values(number))
    }

    /// Adds the slopes of another batch.
    pub fn add(&mut self, other: &Self) {
        self.0.add(&other.0);
    }

    /// Multiplies all slopes by a number.
    pub fn scale(&mut self, factor: f32) {
        self.0.scale(factor);
    }

    /// The root of the sum of all squares, over all parameters together.
    pub fn norm(&self) -> Result<f32, TensorError> {
        self.0.norm()
    }

    /// Shortens all slopes alike, so that their norm is not greater than this; and gives the norm that they had.
    pub fn clip(&mut self, most: f32) -> Result<f32, TensorError> {
        let norm = self.norm()?;
        if norm > most {
            // The small number is PyTorch's, so that the same steps come out.
            self.scale(most / (norm + 1e-6));
        }
        Ok(norm)
    }
}
