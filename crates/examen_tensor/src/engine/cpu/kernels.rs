//! Functions of single elements and of rows.
//!
//! Each is written so that the compiler makes vector instructions of it, and `pulp` picks, when the program runs, the
//! widest ones that the processor has. That works for what is inlined there and nothing else, hence `inline(always)`, and types
//! instead of closures for what is long. Threads take pieces of a fixed size, so results do not depend on their number.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::array::Array;

/// The number of values that a thread takes at a time.
pub(super) const PIECE: usize = 1 << 14;

/// Changes an array in pieces that hold whole rows of the given width.
pub(super) fn rows(x: Array, width: usize, change: impl Fn(&mut [f32]) + Copy + Send + Sync) -> Array {
    let arch = Arch::new();
    in_pieces(x, rows_of_piece(width) * width, |_, piece| arch.dispatch(|| change(piece)))
}

/// Changes an array in pieces that hold whole rows of the given width, each beside its place in another of the same shape.
pub(super) fn rows_beside(
    x: Array,
    width: usize,
    other: &Array,
    change: impl Fn(&mut [f32], &[f32]) + Copy + Send + Sync,
) -> Array {
    let (arch, size, other) = (Arch::new(), rows_of_piece(width) * width, other.to_slice());
    in_pieces(x, size, |at, piece| {
        let other = &other[at * size..][..piece.len()];
        arch.dispatch(|| change(piece, other));
    })
}

/// Changes the rows of an array one by one, each by its number.
pub(super) fn numbered_rows(x: Array, width: usize, change: impl Fn(usize, &mut [f32]) + Copy + Send + Sync) -> Array {
    let (arch, block) = (Arch::new(), rows_of_piece(width));
    in_pieces(x, block * width, |at, piece| {
        arch.dispatch(|| {
            piece.chunks_exact_mut(width).enumerate().for_each(|(row, values)| change(at * block + row, values));
        });
    })
}

/// The number of rows of a width that a thread takes at a time.
fn rows_of_piece(width: usize) -> usize {
    PIECE.div_ceil(width.max(1))
}

/// Changes an array in pieces of so many values, each by its number.
fn in_pieces(x: Array, size: usize, change: impl Fn(usize, &mut [f32]) + Send + Sync) -> Array {
    if x.shape().contains(&0) {
        return x;
    }
    let shape = x.shape().to_vec();
    let mut values = x.into_vec();
    values.par_chunks_mut(size).enumerate().for_each(|(at, piece)| change(at, piece));
    Array::new(values, &shape)
}

/// A number for each row.
pub(super) fn numbers_of_rows(
    values: &[f32],
    width: usize,
    number: impl Fn(usize, &[f32]) -> f32 + Copy + Send + Sync,
) -> Vec<f32> {
    values.par_chunks_exact(width.max(1)).enumerate().map(|(at, row)| number(at, row)).collect()
}

/// The sum of what `add` puts into a row of the given width, for each of so many rows.
///
/// Sums are taken for a fixed number of rows at a time and then added in order.
pub(super) fn sums_of_rows(
    rows: usize,
    width: usize,
    add: impl Fn(usize, &mut [f32]) + Copy + Send + Sync,
) -> Vec<f32> {
    let arch = Arch::new();
    let block = rows_of_piece(width);
    let sums: Vec<Vec<f32>> = (0..rows.div_ceil(block))
        .into_par_iter()
        .map(|at| {
            let mut sums = vec![0.0; width];
            arch.dispatch(|| (at * block..rows.min((at + 1) * block)).for_each(|row| add(row, &mut sums)));
            sums
        })
        .collect();
    let mut total = vec![0.0; width];
    for sums in sums {
        total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
    }
    total
}

/// How attention scores become probabilities: row, head, query, key.
#[derive(Clone, Copy)]
pub(super) struct Scores<'m> {
    pub(super) heads: usize,
    pub(super) length: usize,
    pub(super) keys: usize,
    pub(super) scale: f32,
    /// Pairs that are masked: row, query, key.
    pub(super) masked: Option<&'m [bool]>,
    pub(super) causal: bool,
}

impl Scores<'_> {
    /// The attention weights of scores.
    pub(super) fn apply(self, x: Array) -> Array {
        let arch = Arch::new();
        in_pieces(x, self.length * self.keys, |at, tile| arch.dispatch(ScoreTile { scores: self, at, tile }))
    }
}

/// The scores of one head in one row.
struct ScoreTile<'t, 'm> {
    scores: Scores<'m>,
    at: usize,
    tile: &'t mut [f32],
}

impl WithSimd for ScoreTile<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Scores { heads, length, keys, scale, masked, causal } = self.scores;
        let masked = masked.and_then(|masked| masked.get(self.at / heads * length * keys..));
        for (place, row) in self.tile.chunks_exact_mut(keys).enumerate() {
            let masked = masked.and_then(|masked| masked.get(place * keys..(place + 1) * keys));
            // The last query sees all keys, the one before it all but one.
            let seen = if causal { (place + 1 + keys).saturating_sub(length).min(keys) } else { keys };
            let (open, later) = row.split_at_mut(seen);
            softmax_row(open, scale, masked.map(|masked| &masked[..seen]));
            later.fill(0.0);
        }
    }
}

/// Scores times a factor as probabilities. Those that are masked get 0, also where all are masked.
#[inline(always)]
pub(super) fn softmax_row(row: &mut [f32], scale: f32, masked: Option<&[bool]>) {
    match masked {
        Some(masked) => {
            for (value, &masked) in row.iter_mut().zip(masked) {
                *value = if masked { f32::NEG_INFINITY } else { *value * scale };
            }
        }
        None => {
            for value in &mut *row {
                *value *= scale;
            }
        }
    }
    let greatest = maximum(row);
    if greatest == f32::NEG_INFINITY {
        row.fill(0.0);
        return;
    }
    for value in &mut *row {
        *value = exp(*value - greatest);
    }
    let factor = 1.0 / fold(row, 0.0, |sum, value| sum + value);
    for value in row {
        *value *= factor;
    }
}

/// The greatest value of a row.
#[inline(always)]
pub(super) fn maximum(row: &[f32]) -> f32 {
    fold(row, f32::NEG_INFINITY, |greatest, value| if value > greatest { value } else { greatest })
}

/// Joins the values of a row: sixteen by turns, then these sixteen and the rest. So the order is the same on every processor.
#[inline(always)]
pub(super) fn fold(row: &[f32], start: f32, join: impl Fn(f32, f32) -> f32 + Copy) -> f32 {
    let (chunks, rest) = row.as_chunks::<16>();
    let mut lanes = [start; 16];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = join(*lane, value);
        }
    }
    lanes.iter().chain(rest).fold(start, |total, &value| join(total, value))
}

/// The sum of a function of the values of two rows, in the order of [`fold`].
#[inline(always)]
pub(super) fn sum_of_pairs(row: &[f32], other: &[f32], function: impl Fn(f32, f32) -> f32 + Copy) -> f32 {
    let ((chunks, rest), (others, other_rest)) = (row.as_chunks::<16>(), other.as_chunks::<16>());
    let mut lanes = [0.0; 16];
    for (chunk, other) in chunks.iter().zip(others) {
        for ((lane, &value), &other) in lanes.iter_mut().zip(chunk).zip(other) {
            *lane += function(value, other);
        }
    }
    let rest = rest.iter().zip(other_rest).map(|(&value, &other)| function(value, other));
    lanes.into_iter().chain(rest).fold(0.0, |total, value| total + value)
}

/// The sum of a row: sixteen by turns, then halves of these sixteen, then the rest. More exact than [`fold`].
#[inline(always)]
pub(super) fn tree_sum(row: &[f32], add: impl Fn(f32, f32) -> f32 + Copy) -> f32 {
    let (chunks, rest) = row.as_chunks::<16>();
    let mut lanes = [0.0; 16];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = add(*lane, value);
        }
    }
    for half in [8, 4, 2, 1] {
        let (first, second) = lanes.split_at_mut(half);
        first.iter_mut().zip(second).for_each(|(one, other)| *one += *other);
    }
    rest.iter().fold(lanes[0], |sum, &value| add(sum, value))
}

/// The exponential function, to about one unit in the last place; 0 and infinity past the range of f32.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // Adding and taking away this number rounds to a whole one.
    const ROUND: f32 = 12_582_912.0;
    // ln 2 in two parts: the first is exact in so few bits that its multiples are.
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let clamped = x.clamp(-87.0, 88.0);
    let whole = clamped.mul_add(std::f32::consts::LOG2_E, ROUND) - ROUND;
    let rest = whole.mul_add(-LN_2_LOW, whole.mul_add(-LN_2_HIGH, clamped));
    // The series of the exponential function on [-ln 2 / 2, ln 2 / 2].
    let mut sum = 1.0 / 5_040.0;
    for coefficient in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = rest.mul_add(sum, coefficient);
    }
    #[expect(clippy::cast_sign_loss, reason = "a whole number from -126 to 127, so the sum is positive")]
    let scale = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    let inside = sum * scale;
    if x < -87.0 { 0.0 } else { inside }
}

/// The error function, to about 1e-7: a rational function of odd degree, exact in the limits.
#[inline(always)]
pub(super) fn erf(x: f32) -> f32 {
    const ABOVE: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_4e-5,
        -7.349_906_3e-4,
        -2.954_6e-3,
        -1.609_603_3e-2,
    ];
    const BELOW: [f32; 5] = [-1.456_607_2e-5, -2.133_740_6e-4, -1.682_827e-3, -7.373_329_2e-3, -1.426_473_9e-2];
    // From here on the nearest f32 is 1.
    const SATURATED: f32 = 3.92;
    let square = x * x;
    let above = ABOVE.into_iter().fold(0.0, |sum: f32, coefficient| square.mul_add(sum, coefficient));
    let below = BELOW.into_iter().fold(0.0, |sum: f32, coefficient| square.mul_add(sum, coefficient));
    if x.abs() < SATURATED { x * above / below } else { x.signum() }
}

/// One over one plus the exponential of `-x`.
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The hyperbolic tangent.
#[inline(always)]
pub(super) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}
