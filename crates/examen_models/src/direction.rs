//! An LSTM in one direction: its weights, and their values before training.

use examen_tensor::{LstmWeights, NamedValues, Tensor};

use crate::error::ModelError;
use crate::weights::{Weights, random_values};

/// The weights of an LSTM in one direction.
#[derive(Debug)]
pub(crate) struct Direction {
    input: Tensor<2>,
    recurrent: Tensor<2>,
    bias: Tensor<1>,
}

impl Direction {
    /// The weights of this name: of states and of what is read.
    pub(crate) fn load(weights: &mut Weights<'_>, name: &str, [width, inputs]: [usize; 2]) -> Result<Self, ModelError> {
        Ok(Self {
            input: weights.take(&format!("{name}.input.weight"), [4 * width, inputs])?,
            recurrent: weights.take(&format!("{name}.recurrent.weight"), [4 * width, width])?,
            bias: weights.take(&format!("{name}.bias"), [4 * width])?,
        })
    }

    /// Their values before training: one over the root of what is added up. Name and seed decide each.
    pub(crate) fn initial(name: &str, [width, inputs]: [usize; 2], seed: u64) -> [NamedValues; 3] {
        let matrix = |part: &str, inputs: usize| {
            let name = format!("{name}.{part}.weight");
            let values = random_values(seed, &name, 4 * width * inputs, 1.0 / (inputs as f64).sqrt());
            NamedValues { name, shape: vec![4 * width, inputs], values }
        };
        // Forget gates are open at first: input, forget, new cell, output.
        let bias = [0.0, 1.0, 0.0, 0.0].into_iter().flat_map(|value| std::iter::repeat_n(value, width)).collect();
        let bias = NamedValues { name: format!("{name}.bias"), shape: vec![4 * width], values: bias };
        [matrix("input", inputs), matrix("recurrent", width), bias]
    }

    /// The weights as the engine takes them.
    pub(crate) fn weights(&self) -> LstmWeights<'_> {
        LstmWeights { input: &self.input, recurrent: &self.recurrent, bias: Some(&self.bias) }
    }
}
