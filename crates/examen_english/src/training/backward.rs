//! Gradients of the network, by hand.

use pulp::{Arch, NullaryFnOnce};

use crate::matrix::{Left, Matrix, add_product, tangent};
use crate::network::{Batch, HIDDEN, Linear, Lstm, LstmTrace, STATE, mirrored};

/// Adds the gradients of a linear map to `gradient` and returns that of its input.
pub(super) fn linear(linear: &Linear, gradient: &mut Linear, input: &Matrix, out: &Matrix) -> Matrix {
    add_product(&mut gradient.weights.data, Left::transposed(&input.data, input.columns), out);
    add_columns(&mut gradient.bias, out);
    times_transposed(out, &linear.weights)
}

/// The product of `left` with the transpose of `right`.
pub(super) fn times_transposed(left: &Matrix, right: &Matrix) -> Matrix {
    let mut out = Matrix::zeros(left.rows, right.rows);
    add_product(&mut out.data, Left::from(left), &right.transposed());
    out
}

/// Adds the sum of all rows to the one row of `out`.
pub(super) fn add_columns(out: &mut Matrix, rows: &Matrix) {
    for row in rows.data.chunks_exact(rows.columns) {
        for (out, value) in out.data.iter_mut().zip(row) {
            *out += value;
        }
    }
}

/// Clears gradients where the rectified output is zero.
pub(super) fn rectified(output: &Matrix, gradient: &mut Matrix) {
    for (gradient, output) in gradient.data.iter_mut().zip(&output.data) {
        if *output <= 0.0 {
            *gradient = 0.0;
        }
    }
}

/// The gradient of a layer's input, given that of its states.
pub(super) fn layer(
    layer: &[Lstm; 2],
    gradients: &mut [Lstm; 2],
    batch: &Batch,
    traces: &[LstmTrace; 2],
    states: &Matrix,
) -> Matrix {
    let rows = batch.rows();
    let (mut forwards, mut backwards) = (Matrix::zeros(rows, HIDDEN), Matrix::zeros(rows, HIDDEN));
    for row in 0..rows {
        debug_assert_eq!(states.columns, STATE);
        forwards.row_mut(row).copy_from_slice(&states.row(row)[..HIDDEN]);
        backwards.row_mut(row).copy_from_slice(&states.row(row)[HIDDEN..]);
    }
    let mut out = lstm(&layer[0], &mut gradients[0], batch, &traces[0], forwards);
    let other = lstm(&layer[1], &mut gradients[1], batch, &traces[1], mirrored(batch, &backwards));
    for (out, other) in out.data.iter_mut().zip(&mirrored(batch, &other).data) {
        *out += other;
    }
    out
}

fn lstm(lstm: &Lstm, gradient: &mut Lstm, batch: &Batch, trace: &LstmTrace, mut hidden: Matrix) -> Matrix {
    let (rows, arch) = (batch.rows(), Arch::new());
    let recurrent = lstm.recurrent.transposed();
    let mut gates = Matrix::zeros(rows, 4 * HIDDEN);
    let mut cells = Matrix::zeros(rows, HIDDEN);
    let mut previous = Matrix::zeros(rows, HIDDEN);
    for step in (0..batch.steps.len() - 1).rev() {
        let (from, to) = (batch.steps[step], batch.steps[step + 1]);
        for row in from..to {
            let before = if step > 0 { Some(batch.steps[step - 1] + row - from) } else { None };
            if let Some(before) = before {
                previous.row_mut(row).copy_from_slice(trace.hidden.row(before));
            }
            let past = before.map(|before| trace.cells.row(before));
            let (earlier, now) = cells.data.split_at_mut(row * HIDDEN);
            let earlier = before.map(|before| &mut earlier[before * HIDDEN..(before + 1) * HIDDEN]);
            arch.dispatch(Cell {
                values: trace.gates.row(row),
                cells: trace.cells.row(row),
                past,
                hidden: hidden.row(row),
                earlier,
                now: &now[..HIDDEN],
                gates: gates.row_mut(row),
            });
        }
        if step > 0 {
            let before = batch.steps[step - 1];
            let out = hidden.rows_mut(before, before + to - from);
            add_product(out, Left::new(gates.rows(from, to), 4 * HIDDEN), &recurrent);
        }
    }
    add_product(&mut gradient.input.data, Left::transposed(&trace.input.data, trace.input.columns), &gates);
    add_product(&mut gradient.recurrent.data, Left::transposed(&previous.data, HIDDEN), &gates);
    add_columns(&mut gradient.bias, &gates);
    times_transposed(&gates, &lstm.input)
}

/// One step of one sentence, backwards.
struct Cell<'a> {
    values: &'a [f32],
    cells: &'a [f32],
    past: Option<&'a [f32]>,
    hidden: &'a [f32],
    earlier: Option<&'a mut [f32]>,
    now: &'a [f32],
    gates: &'a mut [f32],
}

impl NullaryFnOnce for Cell<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn call(self) {
        let (first, rest) = self.values.split_at(HIDDEN);
        let (forget, rest) = rest.split_at(HIDDEN);
        let (output, candidate) = rest.split_at(HIDDEN);
        let (first_out, rest) = self.gates.split_at_mut(HIDDEN);
        let (forget_out, rest) = rest.split_at_mut(HIDDEN);
        let (output_out, candidate_out) = rest.split_at_mut(HIDDEN);
        let mut changes = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            let squashed = tangent(self.cells[unit]);
            let change = self.now[unit] + self.hidden[unit] * output[unit] * (1.0 - squashed * squashed);
            first_out[unit] = change * candidate[unit] * first[unit] * (1.0 - first[unit]);
            output_out[unit] = self.hidden[unit] * squashed * output[unit] * (1.0 - output[unit]);
            candidate_out[unit] = change * first[unit] * (1.0 - candidate[unit] * candidate[unit]);
            changes[unit] = change;
        }
        if let (Some(past), Some(earlier)) = (self.past, self.earlier) {
            for unit in 0..HIDDEN {
                forget_out[unit] = changes[unit] * past[unit] * forget[unit] * (1.0 - forget[unit]);
                earlier[unit] = changes[unit] * forget[unit];
            }
        }
    }
}
