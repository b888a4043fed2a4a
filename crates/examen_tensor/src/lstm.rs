//! What an LSTM is made of.

use crate::engine::Tensor;

/// The weights of an LSTM in one direction. Those of the gates stand one below the other: input, forget, new cell, output.
#[derive(Clone, Copy, Debug)]
pub struct LstmWeights<'t> {
    /// Of the input: four times the width, width of the input.
    pub input: &'t Tensor<2>,
    /// Of the state before: four times the width, width.
    pub recurrent: &'t Tensor<2>,
    /// Four times the width. Files that have two biases mean their sum.
    pub bias: Option<&'t Tensor<1>>,
}

impl LstmWeights<'_> {
    /// How many numbers a state has.
    pub fn width(&self) -> usize {
        let [_, width] = self.recurrent.shape();
        width
    }
}

/// The state of an LSTM between two positions: row, width.
#[derive(Clone, Debug)]
pub struct LstmState {
    /// What the outside sees.
    pub hidden: Tensor<2>,
    /// What it remembers.
    pub cell: Tensor<2>,
}
