//! Dense matrices of `f32` and the one product that both reading and training use.
//!
//! Every output element is summed in the order of the inner dimension, whatever the machine's vector width and however rows are
//! batched: the same model gives the same tree everywhere.

use pulp::Arch;

/// Columns a block of the product covers; widths of the network are multiples of it.
pub(crate) const BLOCK: usize = 16;

/// A number of classes, made a multiple of the product's block.
pub(crate) fn padded(classes: usize) -> usize {
    classes.next_multiple_of(BLOCK)
}

/// A row-major matrix.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Matrix {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) data: Vec<f32>,
}

impl Matrix {
    pub(crate) fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }

    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.data[row * self.columns..(row + 1) * self.columns]
    }

    pub(crate) fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.data[row * self.columns..(row + 1) * self.columns]
    }

    /// Rows `from..to` as one slice.
    pub(crate) fn rows(&self, from: usize, to: usize) -> &[f32] {
        &self.data[from * self.columns..to * self.columns]
    }

    /// Rows `from..to` as one mutable slice.
    pub(crate) fn rows_mut(&mut self, from: usize, to: usize) -> &mut [f32] {
        &mut self.data[from * self.columns..to * self.columns]
    }

    pub(crate) fn transposed(&self) -> Self {
        let mut out = Self::zeros(self.columns, self.rows);
        for row in 0..self.rows {
            for column in 0..self.columns {
                out.data[column * self.rows + row] = self.data[row * self.columns + column];
            }
        }
        out
    }

    /// A matrix with `bias` in every row.
    pub(crate) fn repeated(bias: &[f32], rows: usize) -> Self {
        Self { rows, columns: bias.len(), data: bias.repeat(rows) }
    }

    /// Sets every negative element to zero.
    pub(crate) fn rectify(&mut self) {
        for value in &mut self.data {
            *value = value.max(0.0);
        }
    }
}

/// How the left factor of a product lies in memory.
#[derive(Clone, Copy)]
pub(crate) struct Left<'a> {
    pub(crate) data: &'a [f32],
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    row_step: usize,
    column_step: usize,
}

impl<'a> Left<'a> {
    /// Row-major data with `columns` columns.
    pub(crate) fn new(data: &'a [f32], columns: usize) -> Self {
        Self { data, rows: data.len() / columns, columns, row_step: columns, column_step: 1 }
    }

    /// The transpose of row-major data with `columns` columns.
    pub(crate) fn transposed(data: &'a [f32], columns: usize) -> Self {
        Self { data, rows: columns, columns: data.len() / columns, row_step: 1, column_step: columns }
    }
}

impl<'a> From<&'a Matrix> for Left<'a> {
    fn from(matrix: &'a Matrix) -> Self {
        Self::new(&matrix.data, matrix.columns)
    }
}

/// Adds the product of `left` and `right` to `out`, row-major with as many columns as `right`.
pub(crate) fn add_product(out: &mut [f32], left: Left<'_>, right: &Matrix) {
    debug_assert_eq!(left.columns, right.rows);
    debug_assert_eq!(out.len(), left.rows * right.columns);
    debug_assert_eq!(right.columns % BLOCK, 0);
    Arch::new().dispatch(Product { out, left, right });
}

struct Product<'a> {
    out: &'a mut [f32],
    left: Left<'a>,
    right: &'a Matrix,
}

impl pulp::NullaryFnOnce for Product<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn call(self) {
        product(self.out, self.left, self.right);
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
fn product(out: &mut [f32], left: Left<'_>, right: &Matrix) {
    let fours = left.rows - left.rows % 4;
    // A block of columns stays in the nearest cache while all rows pass by.
    for start in (0..right.columns).step_by(BLOCK) {
        for row in (0..fours).step_by(4) {
            block::<4, BLOCK>(out, left, right, (row, start));
        }
    }
    for row in fours..left.rows {
        // A single row needs more columns at once to keep the processor busy.
        let wide = right.columns - right.columns % (4 * BLOCK);
        for start in (0..wide).step_by(4 * BLOCK) {
            block::<1, { 4 * BLOCK }>(out, left, right, (row, start));
        }
        for start in (wide..right.columns).step_by(BLOCK) {
            block::<1, BLOCK>(out, left, right, (row, start));
        }
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
fn block<const ROWS: usize, const COLUMNS: usize>(
    out: &mut [f32],
    left: Left<'_>,
    right: &Matrix,
    (row, start): (usize, usize),
) {
    let width = right.columns;
    let mut sums = [[0.0f32; COLUMNS]; ROWS];
    let mut at = row * left.row_step;
    for weights in right.data.chunks_exact(width) {
        let Some(weights) = weights[start..].first_chunk::<COLUMNS>() else { return };
        for (line, sums) in sums.iter_mut().enumerate() {
            let factor = left.data[at + line * left.row_step];
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += factor * weight;
            }
        }
        at += left.column_step;
    }
    for (line, sums) in sums.iter().enumerate() {
        let from = (row + line) * width + start;
        for (out, sum) in out[from..from + COLUMNS].iter_mut().zip(sums) {
            *out += sum;
        }
    }
}

/// The scalar product of two rows, in sixteen partial sums.
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let mut sums = [0.0f32; BLOCK];
    for (left, right) in left.as_chunks::<BLOCK>().0.iter().zip(right.as_chunks::<BLOCK>().0) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    sums.iter().sum()
}

/// The exponential by a polynomial: the same bits on every machine, unlike the system's.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(crate) fn exponential(value: f32) -> f32 {
    let value = value.clamp(-80.0, 80.0);
    let whole = (value * std::f32::consts::LOG2_E + 12_582_912.0) - 12_582_912.0;
    let rest = value - whole * std::f32::consts::LN_2;
    let mut sum = 1.0 / 720.0;
    for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + factor;
    }
    sum * f32::from_bits(((whole as i32 + 127) << 23).cast_unsigned())
}

/// The logistic function.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(crate) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + exponential(-value))
}

/// The hyperbolic tangent.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as above")]
pub(crate) fn tangent(value: f32) -> f32 {
    2.0 / (1.0 + exponential(-2.0 * value)) - 1.0
}

/// Turns scores into probabilities.
pub(crate) fn softmax(scores: &mut [f32]) {
    let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exponential(*score - top);
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}

/// The index of the greatest score, the first of equals.
pub(crate) fn greatest(scores: &[f32]) -> usize {
    let mut best = 0;
    for (index, score) in scores.iter().enumerate() {
        if *score > scores[best] {
            best = index;
        }
    }
    best
}
