//! What is trained: the loss of a batch, and scores of the parameters.

use examen_tensor::{Mode, Parameters, Tensor};

use crate::mixture::Drawn;

/// Any error of an objective.
pub type ObjectiveError = Box<dyn std::error::Error + Send + Sync>;

/// A batch of examples.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'b> {
    /// The examples, in the order in which they were drawn.
    pub examples: &'b [Drawn],
    /// A seed that no other batch of the training has.
    pub seed: u64,
}

/// A score of parameters, greater is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// The number of examples that it was computed from.
    pub examples: u64,
}

/// A network with its data and its loss.
pub trait Objective {
    /// The loss of a batch, one number, of tracked parameters.
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError>;

    /// Scores of the present parameters on examples that nothing is learnt from. The first decides which parameters are best; none
    /// where there is nothing to evaluate on.
    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError>;
}
