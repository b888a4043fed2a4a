//! Weights and states of LSTMs, the same for both engines.

use super::Tensor;

/// The weights of an LSTM in one direction. Those of the gates are stacked: input, forget, new cell, output.
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
    /// The width of a state.
    pub fn width(&self) -> usize {
        let [_, width] = self.recurrent.shape();
        width
    }
}

/// The state of an LSTM between two positions: row, width.
#[derive(Clone, Debug)]
pub struct LstmState {
    /// The hidden state, which is the output.
    pub hidden: Tensor<2>,
    /// The cell state.
    pub cell: Tensor<2>,
}
