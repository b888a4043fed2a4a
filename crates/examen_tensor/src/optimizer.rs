//! Optimizers.

use crate::algorithm::{Algorithm, StepPlan};
use crate::engine::Buffers;
use crate::error::TensorError;
use crate::gradients::Gradients;
use crate::parameters::{NamedValues, Parameters};

/// The names of an optimizer's state, behind the name of the parameter.
const STATES: [&str; 2] = [".first_moment", ".second_moment"];

/// Updates parameters by their gradients, and keeps the state that this needs.
#[derive(Debug)]
pub struct Optimizer {
    algorithm: Algorithm,
    steps: u64,
    state: [Buffers; 2],
}

impl Optimizer {
    /// An optimizer of these parameters before its first step.
    pub fn new(algorithm: Algorithm, parameters: &Parameters) -> Self {
        Self { algorithm, steps: 0, state: [parameters.store.zeros(), parameters.store.zeros()] }
    }

    /// Makes one step at this learning rate.
    pub fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &Gradients,
        learning_rate: f64,
    ) -> Result<(), TensorError> {
        self.steps += 1;
        let Parameters { store, groups, .. } = parameters;
        let update = self.algorithm.at(self.steps, learning_rate);
        let plan = StepPlan { update, matrices: self.algorithm.matrices_at(learning_rate), groups };
        store.update(&gradients.0, &mut self.state, &plan)
    }

    /// The number of steps made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The state by name, so that training can be resumed.
    pub fn state(&self, parameters: &Parameters) -> Result<Vec<NamedValues>, TensorError> {
        let mut all = Vec::new();
        for (state, ending) in self.state.iter().zip(STATES) {
            for moment in parameters.named(|number| state.values(number)) {
                let moment = moment?;
                all.push(NamedValues { name: format!("{}{ending}", moment.name), ..moment });
            }
        }
        Ok(all)
    }

    /// An optimizer that goes on after so many steps with the state of another one of the same parameters.
    pub fn resume(
        algorithm: Algorithm,
        parameters: &Parameters,
        steps: u64,
        state: &[NamedValues],
    ) -> Result<Self, TensorError> {
        let mut parts = Vec::with_capacity(STATES.len());
        for ending in STATES {
            let mut values = Vec::new();
            for (name, shape) in parameters.shapes() {
                let name = format!("{name}{ending}");
                let found = state.iter().find(|moment| moment.name == name && moment.shape == shape);
                values.push(found.ok_or(TensorError::NoParameter(name))?.values.clone());
            }
            parts.push(Buffers::new(values, &parameters.store)?);
        }
        match parts.try_into() {
            Ok(state) => Ok(Self { algorithm, steps, state }),
            Err(_) => unreachable!("there is one for each name"),
        }
    }
}
