//! Arrays of f32 of any rank: shared values under a shape and strides, without gradients.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use pulp::Arch;
use rayon::prelude::*;

use super::kernels::{PIECE, fold, numbers_of_rows, sums_of_rows};

/// An array of f32. Cloning is cheap: clones share their values, and so do transposed and sliced ones.
#[derive(Clone, Debug)]
pub(super) struct Array {
    values: Arc<Vec<f32>>,
    /// The place of the first element.
    offset: usize,
    shape: Vec<usize>,
    /// By how many values a step along each axis moves on.
    strides: Vec<usize>,
}

impl Array {
    /// An array of values that are known to fill its shape, the last axis running fastest.
    pub(super) fn new(values: Vec<f32>, shape: &[usize]) -> Self {
        Self::shared(Arc::new(values), shape)
    }

    /// An array of values that others have too.
    pub(super) fn shared(values: Arc<Vec<f32>>, shape: &[usize]) -> Self {
        debug_assert_eq!(values.len(), shape.iter().product::<usize>(), "values fill their shape");
        Self { values, offset: 0, shape: shape.to_vec(), strides: contiguous_strides(shape) }
    }

    pub(super) fn zeros(shape: &[usize]) -> Self {
        Self::new(vec![0.0; shape.iter().product()], shape)
    }

    pub(super) fn shape(&self) -> &[usize] {
        &self.shape
    }

    pub(super) fn strides(&self) -> &[usize] {
        &self.strides
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// The size of the last axis, and how many rows of it there are.
    pub(super) fn rows(&self) -> (usize, usize) {
        let width = self.shape.last().copied().unwrap_or(1);
        (self.len() / width.max(1), width)
    }

    /// The values from the first element on, to be read by strides.
    pub(super) fn strided_values(&self) -> &[f32] {
        self.values.get(self.offset..).unwrap_or_default()
    }

    /// The elements in order; a copy only where they lie in another order.
    pub(super) fn to_slice(&self) -> Cow<'_, [f32]> {
        let runs = Runs::of(self);
        if runs.is_contiguous() {
            Cow::Borrowed(&self.values[self.offset..][..self.len()])
        } else {
            Cow::Owned(self.gathered(&runs))
        }
    }

    /// The elements in order. Without a copy where nobody shares them.
    pub(super) fn into_vec(self) -> Vec<f32> {
        let is_whole = self.values.len() == self.len() && Runs::of(&self).is_contiguous();
        if is_whole { Arc::unwrap_or_clone(self.values) } else { self.to_slice().into_owned() }
    }

    /// Whether the elements lie in order and nobody shares them, so that they can be changed in place.
    fn is_owned(&self) -> bool {
        Arc::strong_count(&self.values) == 1 && self.values.len() == self.len() && Runs::of(self).is_contiguous()
    }

    pub(super) fn reshape(self, shape: &[usize]) -> Self {
        assert_eq!(self.len(), shape.iter().product::<usize>(), "{:?} cannot become {shape:?}", self.shape);
        if Runs::of(&self).is_contiguous() {
            return Self { shape: shape.to_vec(), strides: contiguous_strides(shape), ..self };
        }
        Self::new(self.into_vec(), shape)
    }

    pub(super) fn transpose(mut self, first: usize, second: usize) -> Self {
        self.shape.swap(first, second);
        self.strides.swap(first, second);
        self
    }

    pub(super) fn slice(mut self, axis: usize, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.shape[axis], "{range:?} of {:?}", self.shape);
        self.offset += range.start * self.strides[axis];
        self.shape[axis] = range.len();
        self
    }

    /// The array with axes of size 1 before the others, so that there are so many.
    pub(super) fn with_rank(mut self, rank: usize) -> Self {
        while self.shape.len() < rank {
            self.shape.insert(0, 1);
            self.strides.insert(0, 0);
        }
        self
    }

    /// The array with axes of size 1 repeated to fill a shape of the same rank.
    pub(super) fn expand(mut self, shape: &[usize]) -> Self {
        assert_eq!(self.shape.len(), shape.len(), "{:?} cannot become {shape:?}", self.shape);
        for ((size, stride), &wanted) in self.shape.iter_mut().zip(&mut self.strides).zip(shape) {
            if *size != wanted {
                assert_eq!(*size, 1, "a size of {size} cannot become {wanted}");
                (*size, *stride) = (wanted, 0);
            }
        }
        self
    }

    pub(super) fn concat(parts: &[Self], axis: usize) -> Self {
        let mut shape = parts.first().map(|part| part.shape.clone()).unwrap_or_default();
        shape[axis] = parts.iter().map(|part| part.shape[axis]).sum();
        let blocks = parts.iter().map(|part| {
            let [_, size, inner] = around(&part.shape, axis);
            (part.to_slice(), size * inner)
        });
        let blocks: Vec<(Cow<'_, [f32]>, usize)> = blocks.collect();
        let mut values = Vec::with_capacity(shape.iter().product());
        for outer in 0..around(&shape, axis)[0] {
            for (block, size) in &blocks {
                values.extend_from_slice(&block[outer * size..][..*size]);
            }
        }
        Self::new(values, &shape)
    }

    /// The sum along an axis, which then has one position.
    pub(super) fn sum(&self, axis: usize) -> Self {
        let [outer, size, inner] = around(&self.shape, axis);
        let values = self.to_slice();
        let sums = if inner == 1 {
            numbers_of_rows(&values, size, |_, row| fold(row, 0.0, |sum, value| sum + value))
        } else {
            let sum_of = |outer: usize| {
                let block = &values[outer * size * inner..][..size * inner];
                sums_of_rows(size, inner, |row, sums| add_to(sums, &block[row * inner..][..inner]))
            };
            (0..outer).flat_map(sum_of).collect()
        };
        let mut shape = self.shape.clone();
        shape[axis] = 1;
        // Nothing adds up to 0.
        if size == 0 { Self::zeros(&shape) } else { Self::new(sums, &shape) }
    }

    /// The sum over all axes that have the size 1 in a shape of the same rank.
    pub(super) fn sum_to(self, shape: &[usize]) -> Self {
        let axes = (0..shape.len()).filter(|&axis| shape[axis] == 1 && self.shape[axis] != 1);
        axes.fold(self.clone(), |sum, axis| sum.sum(axis))
    }

    /// A function of two arrays, element by element; an axis of size 1 stands for all positions of the other's.
    pub(super) fn zip(self, other: Self, function: impl Fn(f32, f32) -> f32 + Copy + Send + Sync) -> Self {
        let size = |(&one, &other): (&usize, &usize)| if one == 1 { other } else { one };
        let shape: Vec<usize> = self.shape.iter().zip(&other.shape).map(size).collect();
        if other.shape == shape && other.is_owned() && !(self.shape == shape && self.is_owned()) {
            return other.changed_beside(&self.expand(&shape), move |other, one| function(one, other));
        }
        let other = other.expand(&shape);
        self.expand(&shape).changed_beside(&other, function)
    }

    /// A function of each element.
    pub(super) fn map(self, function: impl Fn(f32) -> f32 + Copy + Send + Sync) -> Self {
        super::kernels::rows(self, 1, move |piece| {
            for value in piece {
                *value = function(*value);
            }
        })
    }

    /// A function of each element and of the one at its place in another array of the same shape.
    fn changed_beside(self, other: &Self, function: impl Fn(f32, f32) -> f32 + Copy + Send + Sync) -> Self {
        let shape = self.shape.clone();
        let (mut values, runs, others) = (self.into_vec(), Runs::of(other), other.strided_values());
        runs.for_each(&mut values, |values, start| match runs.step {
            0 => {
                let other = others[start];
                for value in values {
                    *value = function(*value, other);
                }
            }
            1 => {
                let others = &others[start..][..values.len()];
                values.iter_mut().zip(others).for_each(|(value, &other)| *value = function(*value, other));
            }
            step => {
                let others = others[start..].iter().step_by(step);
                values.iter_mut().zip(others).for_each(|(value, &other)| *value = function(*value, other));
            }
        });
        Self::new(values, &shape)
    }

    fn gathered(&self, runs: &Runs) -> Vec<f32> {
        let (mut values, stored) = (vec![0.0; self.len()], self.strided_values());
        runs.for_each(&mut values, |values, start| match runs.step {
            0 => values.fill(stored[start]),
            1 => values.copy_from_slice(&stored[start..][..values.len()]),
            step => values.iter_mut().zip(stored[start..].iter().step_by(step)).for_each(|(value, &one)| *value = one),
        });
        values
    }
}

/// Adds a row to another.
#[inline(always)]
pub(super) fn add_to(sums: &mut [f32], row: &[f32]) {
    sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
}

/// The product of the sizes before an axis, its own size, and the product of those behind it.
pub(super) fn around(shape: &[usize], axis: usize) -> [usize; 3] {
    [shape[..axis].iter().product(), shape[axis], shape[axis + 1..].iter().product()]
}

fn contiguous_strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis] * shape[axis];
    }
    strides
}

/// Runs of elements at even distances: the last axis, with all those before it that go on where it ends.
struct Runs {
    /// Sizes and strides of the other axes.
    outer: Vec<(usize, usize)>,
    length: usize,
    step: usize,
}

impl Runs {
    fn of(array: &Array) -> Self {
        let mut axes: Vec<(usize, usize)> = Vec::with_capacity(array.shape.len());
        for (&count, &stride) in array.shape.iter().zip(&array.strides).filter(|&(&count, _)| count != 1) {
            match axes.last_mut() {
                Some(last) if last.1 == count * stride => *last = (last.0 * count, stride),
                _ => axes.push((count, stride)),
            }
        }
        let (length, step) = axes.pop().unwrap_or((1, 1));
        Self { outer: axes, length, step }
    }

    fn is_contiguous(&self) -> bool {
        self.outer.is_empty() && self.step == 1
    }

    /// Where a run begins, from the first element on.
    fn start(&self, mut run: usize) -> usize {
        let mut start = 0;
        for &(size, stride) in self.outer.iter().rev() {
            start += run % size * stride;
            run /= size;
        }
        start
    }

    /// Changes values in order, those of a run or a part of one at a time, by where the first of them begins.
    fn for_each(&self, values: &mut [f32], change: impl Fn(&mut [f32], usize) + Copy + Send + Sync) {
        let arch = Arch::new();
        values.par_chunks_mut(PIECE).enumerate().for_each(|(number, piece)| {
            arch.dispatch(move || {
                let (mut at, mut rest) = (number * PIECE, piece);
                while !rest.is_empty() {
                    let (run, within) = (at / self.length, at % self.length);
                    let (values, next) = rest.split_at_mut(rest.len().min(self.length - within));
                    change(values, self.start(run) + within * self.step);
                    (at, rest) = (at + values.len(), next);
                }
            });
        });
    }
}
