//! Steps down the slopes.

use crate::engine::Beside;
use crate::error::TensorError;
use crate::gradients::Gradients;
use crate::parameters::{NamedValues, Parameters};
use crate::update::Rule;

/// What an optimiser remembers of slopes is called, behind the name of the weight.
const MEMORIES: [&str; 2] = [".first", ".second"];

/// Changes parameters, and remembers what it has seen of their slopes.
#[derive(Debug)]
pub struct Optimiser {
    rule: Rule,
    steps: u64,
    memory: [Beside; 2],
}

impl Optimiser {
    /// An optimiser of these parameters that has seen nothing.
    pub fn new(rule: Rule, parameters: &Parameters) -> Self {
        Self { rule, steps: 0, memory: [parameters.store.zeros(), parameters.store.zeros()] }
    }

    /// One step at this rate.
    pub fn step(&mut self, parameters: &mut Parameters, gradients: &Gradients, rate: f64) -> Result<(), TensorError> {
        self.steps += 1;
        let update = self.rule.at(self.steps, rate);
        let Parameters { store, is_exempt, .. } = parameters;
        store.update(&gradients.0, &mut self.memory, &update, is_exempt)
    }

    /// How many steps were made.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// All that it remembers, by name, so that training can go on another time.
    pub fn memory(&self, parameters: &Parameters) -> Result<Vec<NamedValues>, TensorError> {
        let mut all = Vec::new();
        for (memory, ending) in self.memory.iter().zip(MEMORIES) {
            for remembered in parameters.named(|number| memory.values(number)) {
                let remembered = remembered?;
                all.push(NamedValues { name: format!("{}{ending}", remembered.name), ..remembered });
            }
        }
        Ok(all)
    }

    /// An optimiser that goes on after so many steps with what another one remembered of the same parameters.
    pub fn resumed(
        rule: Rule,
        parameters: &Parameters,
        steps: u64,
        memory: &[NamedValues],
    ) -> Result<Self, TensorError> {
        let mut parts = Vec::with_capacity(MEMORIES.len());
        for ending in MEMORIES {
            let mut values = Vec::new();
            for (name, shape) in parameters.shapes() {
                let name = format!("{name}{ending}");
                let found = memory.iter().find(|remembered| remembered.name == name && remembered.shape == shape);
                values.push(found.ok_or(TensorError::NoParameter(name))?.values.clone());
            }
            parts.push(Beside::new(values, &parameters.store)?);
        }
        match parts.try_into() {
            Ok(memory) => Ok(Self { rule, steps, memory }),
            Err(_) => unreachable!("there is one for each name"),
        }
    }
}
