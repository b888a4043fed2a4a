//! The steps of an LSTM, forward and backward.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::array::Array;
use super::kernels::{sigmoid, tanh};
use super::product::matmul;

/// Which positions follow each other.
#[derive(Clone, Debug)]
pub(super) struct Recurrence {
    /// Positions of a row, with its padding.
    pub(super) length: usize,
    pub(super) width: usize,
    /// The number of positions of each row.
    pub(super) lengths: Vec<usize>,
    /// Whether it goes from the last position to the first.
    pub(super) is_reversed: bool,
}

/// The values of a run that its backward pass needs, row after row.
pub(super) struct Trace {
    /// The gates: row, position, gate, width.
    gates: Vec<f32>,
    /// Row, position, width.
    cells: Vec<f32>,
    /// Row, position, width; 0 where there is padding.
    pub(super) states: Vec<f32>,
    /// Row, width: the states at the end.
    pub(super) hidden: Vec<f32>,
    pub(super) cell: Vec<f32>,
}

/// The gradients of what a run is computed from.
pub(super) struct RecurrenceGradients {
    /// Row and position, gate and width.
    pub(super) projected: Array,
    pub(super) recurrent: Array,
    pub(super) start: [Vec<f32>; 2],
}

impl Recurrence {
    /// The position of a step in a row, if the row goes so far.
    fn place(&self, row: usize, step: usize) -> Option<usize> {
        let length = self.lengths[row];
        (step < length).then(|| if self.is_reversed { length - 1 - step } else { step })
    }

    /// The number of steps of the longest row.
    fn steps(&self) -> usize {
        self.lengths.iter().copied().max().unwrap_or(0).min(self.length)
    }

    /// Runs over the input's part of the gates: row, position, gate, width.
    pub(super) fn forward(&self, projected: &[f32], recurrent: &Array, [mut hidden, mut cell]: [Vec<f32>; 2]) -> Trace {
        let (rows, length, width, arch) = (self.lengths.len(), self.length, self.width, Arch::new());
        let transposed = Array::new(recurrent.clone().transpose(0, 1).into_vec(), &[width, 4 * width]);
        let mut gates = vec![0.0; rows * length * 4 * width];
        let (mut cells, mut states) = (vec![0.0; rows * length * width], vec![0.0; rows * length * width]);
        for step in 0..self.steps() {
            let product = matmul(&Array::new(hidden.clone(), &[rows, width]), &transposed).into_vec();
            let work = gates
                .par_chunks_mut(length * 4 * width)
                .zip(cells.par_chunks_mut(length * width))
                .zip(states.par_chunks_mut(length * width))
                .zip(hidden.par_chunks_mut(width).zip(cell.par_chunks_mut(width)))
                .zip(projected.par_chunks(length * 4 * width).zip(product.par_chunks(4 * width)));
            work.enumerate().for_each(|(row, ((((gates, cells), states), (hidden, cell)), (projected, product)))| {
                let Some(at) = self.place(row, step) else { return };
                let gates = &mut gates[at * 4 * width..][..4 * width];
                let projected = &projected[at * 4 * width..][..4 * width];
                arch.dispatch(StepForward { gates, projected, product, hidden, cell });
                cells[at * width..][..width].copy_from_slice(cell);
                states[at * width..][..width].copy_from_slice(hidden);
            });
        }
        Trace { gates, cells, states, hidden, cell }
    }
}

impl Recurrence {
    /// The gradients of a run, given those of its states, of its last hidden states and of its last cells, one after the other.
    pub(super) fn gradients(
        &self,
        trace: &Trace,
        recurrent: &Array,
        [first_hidden, first_cell]: [&[f32]; 2],
        gradient: &[f32],
    ) -> RecurrenceGradients {
        let (rows, length, width, arch) = (self.lengths.len(), self.length, self.width, Arch::new());
        let (gradient, ends) = gradient.split_at(rows * length * width);
        let (mut hidden, mut cell) = (ends[..rows * width].to_vec(), ends[rows * width..].to_vec());
        let mut projected = vec![0.0; rows * length * 4 * width];
        let mut before = vec![0.0; rows * length * width];
        let mut current = vec![0.0; rows * 4 * width];
        for step in (0..self.steps()).rev() {
            let work = projected
                .par_chunks_mut(length * 4 * width)
                .zip(before.par_chunks_mut(length * width))
                .zip(current.par_chunks_mut(4 * width))
                .zip(hidden.par_chunks(width).zip(cell.par_chunks_mut(width)));
            work.enumerate().for_each(|(row, (((projected, before), current), (hidden, cell)))| {
                let Some(at) = self.place(row, step) else { return };
                let place = (row * length + at) * width;
                let gates = &trace.gates[4 * place..][..4 * width];
                let (earlier_hidden, earlier_cell) = match step.checked_sub(1).and_then(|step| self.place(row, step)) {
                    Some(at) => {
                        let place = (row * length + at) * width;
                        (&trace.states[place..][..width], &trace.cells[place..][..width])
                    }
                    None => (&first_hidden[row * width..][..width], &first_cell[row * width..][..width]),
                };
                arch.dispatch(StepBackward {
                    gates,
                    cells: [&trace.cells[place..][..width], earlier_cell],
                    of_hidden: [&gradient[place..][..width], hidden],
                    of_cell: cell,
                    of_scores: current,
                });
                projected[at * 4 * width..][..4 * width].copy_from_slice(current);
                before[at * width..][..width].copy_from_slice(earlier_hidden);
            });
            let product = matmul(&Array::new(current.clone(), &[rows, 4 * width]), recurrent).into_vec();
            let passed = hidden.chunks_exact_mut(width).zip(product.chunks_exact(width));
            for (row, (hidden, passed)) in passed.enumerate() {
                if self.place(row, step).is_some() {
                    hidden.copy_from_slice(passed);
                }
            }
        }
        let projected = Array::new(projected, &[rows * length, 4 * width]);
        let before = Array::new(before, &[rows * length, width]);
        let recurrent = matmul(&projected.clone().transpose(0, 1), &before);
        RecurrenceGradients { projected, recurrent, start: [hidden, cell] }
    }
}

/// One step of one row: the scores of the gates in, the state after it out.
struct StepForward<'r> {
    /// Input, forget, new cell and output gate.
    gates: &'r mut [f32],
    projected: &'r [f32],
    product: &'r [f32],
    /// The state before the step, and then the one after it.
    hidden: &'r mut [f32],
    cell: &'r mut [f32],
}

impl WithSimd for StepForward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { gates, projected, product, hidden, cell } = self;
        let [input, forget, new, output] = quarters_mut(gates);
        let [from_input, from_forget, from_new, from_output] = quarters(projected);
        let [by_input, by_forget, by_new, by_output] = quarters(product);
        for at in 0..cell.len() {
            input[at] = sigmoid(from_input[at] + by_input[at]);
            forget[at] = sigmoid(from_forget[at] + by_forget[at]);
            new[at] = tanh(from_new[at] + by_new[at]);
            output[at] = sigmoid(from_output[at] + by_output[at]);
            cell[at] = forget[at].mul_add(cell[at], input[at] * new[at]);
            hidden[at] = output[at] * tanh(cell[at]);
        }
    }
}

/// The backward pass through one step of one row.
struct StepBackward<'r> {
    gates: &'r [f32],
    /// After the step and before it.
    cells: [&'r [f32]; 2],
    /// The gradients of the hidden state: as an output, and from the next step.
    of_hidden: [&'r [f32]; 2],
    /// The gradients of the cell after the step, and then those of the one before it.
    of_cell: &'r mut [f32],
    /// The gradients of the scores of the gates.
    of_scores: &'r mut [f32],
}

impl WithSimd for StepBackward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { gates, cells: [cell, earlier], of_hidden: [gradient, later], of_cell, of_scores } = self;
        let [input, forget, new, output] = quarters(gates);
        let [of_input, of_forget, of_new, of_output] = quarters_mut(of_scores);
        let width = of_cell.len();
        // Said once, so that nothing is checked for each element.
        let (cell, earlier, gradient, later) = (&cell[..width], &earlier[..width], &gradient[..width], &later[..width]);
        for at in 0..width {
            let of_hidden = gradient[at] + later[at];
            let squashed = tanh(cell[at]);
            let of_new_cell = of_cell[at] + of_hidden * output[at] * (1.0 - squashed * squashed);
            of_input[at] = of_new_cell * new[at] * input[at] * (1.0 - input[at]);
            of_forget[at] = of_new_cell * earlier[at] * forget[at] * (1.0 - forget[at]);
            of_new[at] = of_new_cell * input[at] * (1.0 - new[at] * new[at]);
            of_output[at] = of_hidden * squashed * output[at] * (1.0 - output[at]);
            of_cell[at] = of_new_cell * forget[at];
        }
    }
}

#[inline(always)]
fn quarters(gates: &[f32]) -> [&[f32]; 4] {
    let width = gates.len() / 4;
    [0, 1, 2, 3].map(|gate| &gates[gate * width..(gate + 1) * width])
}

#[inline(always)]
fn quarters_mut(gates: &mut [f32]) -> [&mut [f32]; 4] {
    let width = gates.len() / 4;
    let (input, rest) = gates.split_at_mut(width);
    let (forget, rest) = rest.split_at_mut(width);
    let (new, output) = rest.split_at_mut(width);
    [input, forget, new, output]
}
