//! Adam for dense matrices and for the rows of the table that a batch touched.

use pulp::{Arch, NullaryFnOnce};

use crate::matrix::Matrix;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.98;
const EPSILON: f32 = 1e-8;

/// Running means of the gradients of one matrix.
#[derive(Clone)]
pub(super) struct Moments {
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Moments {
    pub(super) fn new(matrix: &Matrix) -> Self {
        Self { first: vec![0.0; matrix.data.len()], second: vec![0.0; matrix.data.len()] }
    }

    /// Moves `weights` against `gradient` at positions `from..`; `rate` has the correction of the first steps in it.
    pub(super) fn update(&mut self, from: usize, weights: &mut [f32], gradient: &[f32], rate: f32) {
        let to = from + weights.len();
        let (first, second) = (&mut self.first[from..to], &mut self.second[from..to]);
        Arch::new().dispatch(Adam { weights, gradient, first, second, rate });
    }
}

struct Adam<'a> {
    weights: &'a mut [f32],
    gradient: &'a [f32],
    first: &'a mut [f32],
    second: &'a mut [f32],
    rate: f32,
}

impl NullaryFnOnce for Adam<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the processor at hand")]
    fn call(self) {
        let weights = self.weights.iter_mut().zip(self.gradient);
        for (((weight, change), first), second) in weights.zip(self.first).zip(self.second) {
            *first = BETA1 * *first + (1.0 - BETA1) * change;
            *second = BETA2 * *second + (1.0 - BETA2) * change * change;
            *weight -= self.rate * *first / (second.sqrt() + EPSILON);
        }
    }
}

/// The factor that undoes the bias of the means after `step` updates, counted from one.
pub(super) fn correction(step: usize) -> f32 {
    let step = i32::try_from(step).unwrap_or(i32::MAX).min(1000);
    (1.0 - BETA2.powi(step)).sqrt() / (1.0 - BETA1.powi(step))
}

/// A small generator of random numbers (splitmix64).
#[derive(Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed ^ 0x5851_f42d_4c95_7f2d)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    /// A number from zero up to but not including one.
    pub(super) fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    /// A number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    pub(super) fn shuffle<T>(&mut self, values: &mut [T]) {
        for index in (1..values.len()).rev() {
            values.swap(index, self.below(index + 1));
        }
    }

    /// Fills a matrix with values between minus and plus the usual bound of its shape.
    pub(super) fn fill(&mut self, matrix: &mut Matrix) {
        let bound = (6.0 / (matrix.rows + matrix.columns) as f32).sqrt();
        for value in &mut matrix.data {
            *value = (2.0 * self.unit() - 1.0) * bound;
        }
    }
}
