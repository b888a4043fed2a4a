//! LSTMs over a padded batch, and their gradients.
//!
//! The input's part of the gates is one product for all positions; that of the state before is one for each. A whole run is
//! one step of the tape.

use super::array::Array;
use super::linear::linear;
use super::recurrence::{Recurrence, Trace};
use super::tape::{Node, track_all};
use super::tensor::Tensor;
use crate::engine::{LstmState, LstmWeights};

/// An LSTM over the first positions of each row, at least one: the states, row, position, width, which are 0 behind them; and
/// the last state.
///
/// It starts from zeros, or from the state that is given.
pub fn lstm(
    x: &Tensor<3>,
    lengths: &[usize],
    weights: LstmWeights<'_>,
    start: Option<&LstmState>,
) -> (Tensor<3>, LstmState) {
    let (run, nodes) = Direction::new(x, lengths, weights, start, false);
    let trace = run.forward();
    let output = track_all(flat(&[&trace]), nodes, move |gradient| run.gradients(&trace, &gradient.to_slice()));
    let [rows, length, _] = x.shape();
    let (states, end, _) = unpacked(output, 0, [rows, length, weights.width()]);
    (states, end)
}

/// Two LSTMs, of which the second goes from the last position of each row to the first: the states of both side by side, and
/// the last state of each.
pub fn bilstm(x: &Tensor<3>, lengths: &[usize], weights: [LstmWeights<'_>; 2]) -> (Tensor<3>, [LstmState; 2]) {
    let (forward, mut nodes) = Direction::new(x, lengths, weights[0], None, false);
    let (reverse, reverse_nodes) = Direction::new(x, lengths, weights[1], None, true);
    nodes.extend(reverse_nodes);
    let (forward_trace, reverse_trace) = rayon::join(|| forward.forward(), || reverse.forward());
    let output = track_all(flat(&[&forward_trace, &reverse_trace]), nodes, move |gradient| {
        let gradient = gradient.to_slice();
        let (first, second) = gradient.split_at(gradient.len() / 2);
        let (mut gradients, of_reverse) =
            rayon::join(|| forward.gradients(&forward_trace, first), || reverse.gradients(&reverse_trace, second));
        gradients.extend(of_reverse);
        gradients
    });
    let [rows, length, _] = x.shape();
    let shape = [rows, length, weights[0].width()];
    let (first, forward, next) = unpacked(output.clone(), 0, shape);
    let (second, reverse, _) = unpacked(output, next, shape);
    (Tensor::concat(vec![first, second], 2), [forward, reverse])
}

/// One direction of an LSTM.
struct Direction {
    recurrence: Recurrence,
    /// The input's part of the gates.
    projected: Array,
    /// The weights of the state before.
    recurrent: Array,
    /// The hidden and cell states to start from.
    start: [Array; 2],
}

impl Direction {
    /// The direction, and where its gradients go.
    fn new(
        x: &Tensor<3>,
        lengths: &[usize],
        weights: LstmWeights<'_>,
        start: Option<&LstmState>,
        is_reversed: bool,
    ) -> (Self, Vec<Option<Node>>) {
        let ([rows, length, _], width) = (x.shape(), weights.width());
        let zeros = || Tensor::detached(Array::zeros(&[rows, width]));
        let start = match start {
            Some(LstmState { hidden, cell }) => [hidden.clone(), cell.clone()],
            None => [zeros(), zeros()],
        };
        let projected = linear(x.clone(), weights.input, weights.bias);
        let nodes = vec![projected.node(), weights.recurrent.node(), start[0].node(), start[1].node()];
        let direction = Self {
            recurrence: Recurrence { length, width, lengths: lengths.to_vec(), is_reversed },
            projected: projected.into_array(),
            recurrent: weights.recurrent.array().clone(),
            start: start.map(Tensor::into_array),
        };
        (direction, nodes)
    }

    fn forward(&self) -> Trace {
        let start = self.start.each_ref().map(|start| start.to_slice().into_owned());
        self.recurrence.forward(&self.projected.to_slice(), &self.recurrent, start)
    }

    fn gradients(&self, trace: &Trace, gradient: &[f32]) -> Vec<Option<Array>> {
        let start = self.start.each_ref().map(Array::to_slice);
        let gradients = self.recurrence.gradients(trace, &self.recurrent, [&start[0], &start[1]], gradient);
        let [hidden, cell] = gradients.start.map(|start| Some(Array::new(start, self.start[0].shape())));
        let projected = gradients.projected.reshape(self.projected.shape());
        vec![Some(projected), Some(gradients.recurrent), hidden, cell]
    }
}

/// States and ends of some directions one after the other, so that they are one output.
fn flat(traces: &[&Trace]) -> Array {
    let parts = traces.iter().flat_map(|trace| [&trace.states, &trace.hidden, &trace.cell]);
    let values: Vec<f32> = parts.flatten().copied().collect();
    let count = values.len();
    Array::new(values, &[count])
}

/// The states and the end of one direction, and where the next begins.
fn unpacked(output: Tensor<1>, start: usize, [rows, length, width]: [usize; 3]) -> (Tensor<3>, LstmState, usize) {
    let states = start..start + rows * length * width;
    let hidden = states.end..states.end + rows * width;
    let cell = hidden.end..hidden.end + rows * width;
    let next = cell.end;
    let end = [hidden, cell].map(|place| output.clone().slice(0, place).reshape([rows, width]));
    let [hidden, cell] = end;
    (output.slice(0, states).reshape([rows, length, width]), LstmState { hidden, cell }, next)
}
