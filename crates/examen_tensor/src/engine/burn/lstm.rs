//! LSTMs over a padded batch, and their slopes.
//!
//! What the gates get from the input is one product for all positions; what they get from the state before is one for each.
//! The whole run is one step in the record.

use super::linear::linear;
use super::record::{Plain, record};
use super::recurrence::{Recurrence, Trace};
use super::tensor::{Tensor, with_values};
use crate::lstm::{LstmState, LstmWeights};

/// An LSTM over the first positions of each row, at least one: the states, row, position, width, which are 0 behind them; and
/// how it ended.
///
/// It starts from zeros, or from the state that is given.
pub fn lstm(
    x: &Tensor<3>,
    lengths: &[usize],
    weights: LstmWeights<'_>,
    start: Option<&LstmState>,
) -> (Tensor<3>, LstmState) {
    let run = Direction::new(x, lengths, weights, start, false);
    let trace = run.forward();
    let output = flat(&[&trace]);
    let output = if run.is_recorded() {
        let (inputs, run) = (run.inputs(), run.unrecorded());
        record(output, inputs, move |given, _| {
            let given = Tensor::<1>::from_plain(given).values();
            run.slopes(&trace, given.as_slice()).map(Some)
        })
    } else {
        output
    };
    let [rows, length, _] = x.shape();
    let (states, end, _) = unpacked(output, 0, [rows, length, weights.width()]);
    (states, end)
}

/// Two LSTMs, of which the second goes from the last position of each row to the first: the states of both side by side, and how
/// each ended.
pub fn bilstm(x: &Tensor<3>, lengths: &[usize], weights: [LstmWeights<'_>; 2]) -> (Tensor<3>, [LstmState; 2]) {
    let [there, back] = weights;
    let (there, back) = (Direction::new(x, lengths, there, None, false), Direction::new(x, lengths, back, None, true));
    let (there_trace, back_trace) = rayon::join(|| there.forward(), || back.forward());
    let output = flat(&[&there_trace, &back_trace]);
    let output = if there.is_recorded() || back.is_recorded() {
        let inputs = both(there.inputs(), back.inputs());
        let (there, back) = (there.unrecorded(), back.unrecorded());
        record(output, inputs, move |given, _| {
            let given = Tensor::<1>::from_plain(given).values();
            let (first, second) = given.as_slice().split_at(given.as_slice().len() / 2);
            let (there, back) = rayon::join(|| there.slopes(&there_trace, first), || back.slopes(&back_trace, second));
            both(there, back).map(Some)
        })
    } else {
        output
    };
    let [rows, length, _] = x.shape();
    let shape = [rows, length, weights[0].width()];
    let (first, there, next) = unpacked(output.clone(), 0, shape);
    let (second, back, _) = unpacked(output, next, shape);
    (Tensor::concat(vec![first, second], 2), [there, back])
}

/// One direction of an LSTM.
struct Direction {
    recurrence: Recurrence,
    /// What the gates get from the input, the weights of the state before, and the hidden and cell states to start from.
    projected: Tensor<3>,
    recurrent: Tensor<2>,
    start: [Tensor<2>; 2],
}

impl Direction {
    fn new(
        x: &Tensor<3>,
        lengths: &[usize],
        weights: LstmWeights<'_>,
        start: Option<&LstmState>,
        is_reversed: bool,
    ) -> Self {
        let ([rows, length, _], width) = (x.shape(), weights.width());
        let zeros = || with_values(vec![0.0; rows * width], [rows, width]);
        let start = match start {
            Some(LstmState { hidden, cell }) => [hidden.clone(), cell.clone()],
            None => [zeros(), zeros()],
        };
        let projected = linear(x.clone(), weights.input, weights.bias);
        let recurrence = Recurrence { length, width, lengths: lengths.to_vec(), is_reversed };
        Self { recurrence, projected, recurrent: weights.recurrent.clone(), start }
    }

    fn is_recorded(&self) -> bool {
        self.projected.is_recorded() || self.recurrent.is_recorded() || self.start.iter().any(Tensor::is_recorded)
    }

    fn inputs(&self) -> [burn_autodiff::ops::NodeGuard; 4] {
        let [hidden, cell] = &self.start;
        [self.projected.input(), self.recurrent.input(), hidden.input(), cell.input()]
    }

    /// The same without a record. What is kept for the way back must not be part of the record itself, or a loss that nobody asks
    /// for slopes of would stay in memory.
    fn unrecorded(self) -> Self {
        let Self { recurrence, projected, recurrent, start } = self;
        let start = start.map(|start| start.unrecorded());
        Self { recurrence, projected: projected.unrecorded(), recurrent: recurrent.unrecorded(), start }
    }

    fn forward(&self) -> Trace {
        let start = self.start.each_ref().map(|start| start.values().as_slice().to_vec());
        self.recurrence.forward(self.projected.values().as_slice(), &self.recurrent.unrecorded(), start)
    }

    fn slopes(&self, trace: &Trace, given: &[f32]) -> [Plain; 4] {
        let start = self.start.each_ref().map(Tensor::values);
        let start = [start[0].as_slice(), start[1].as_slice()];
        let slopes = self.recurrence.slopes(trace, &self.recurrent, start, given);
        let [rows, width] = self.start[0].shape();
        let of_start = slopes.start.map(|start| with_values(start, [rows, width]).into_plain());
        let [hidden, cell] = of_start;
        [
            with_values(slopes.projected, self.projected.shape()).into_plain(),
            slopes.recurrent.into_plain(),
            hidden,
            cell,
        ]
    }
}

fn both<T>([projected, recurrent, hidden, cell]: [T; 4], back: [T; 4]) -> [T; 8] {
    let [back_projected, back_recurrent, back_hidden, back_cell] = back;
    [projected, recurrent, hidden, cell, back_projected, back_recurrent, back_hidden, back_cell]
}

/// States and ends of some directions one after the other, so that they are one output.
fn flat(traces: &[&Trace]) -> Tensor<1> {
    let parts = traces.iter().flat_map(|trace| [&trace.states, &trace.hidden, &trace.cell]);
    let values: Vec<f32> = parts.flatten().copied().collect();
    let count = values.len();
    with_values(values, [count])
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
