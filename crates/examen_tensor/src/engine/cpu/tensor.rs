//! A tensor: its values, its shape, arithmetic; and the gradients of that.

use std::ops::{Add, Mul, Range, Sub};

use super::array::{Array, around};
use super::product::matmul;
use super::tape::{Node, track, track_all, track_one};
use crate::engine::Placement;
use crate::error::{TensorError, check_shape};

/// An array of f32 with `RANK` axes. Cloning is cheap: clones share their values.
#[derive(Clone, Debug)]
pub struct Tensor<const RANK: usize> {
    array: Array,
    /// The step that the tensor comes from, if it is tracked.
    node: Option<Node>,
}

impl<const RANK: usize> Tensor<RANK> {
    /// A tensor of these values, the last axis running fastest.
    pub fn from_values(values: Vec<f32>, shape: [usize; RANK]) -> Result<Self, TensorError> {
        check_shape(values.len(), &shape)?;
        Ok(Self::detached(Array::new(values, &shape)))
    }

    /// The same values at a place.
    pub fn placed(self, _: Placement) -> Result<Self, TensorError> {
        // There is only one that passed the check.
        Ok(self)
    }

    /// The same values where another tensor lies, and of its type.
    #[must_use]
    pub fn beside<const OTHER: usize>(self, _: &Tensor<OTHER>) -> Self {
        self
    }

    /// The values, the last axis running fastest. Without a copy where no clone shares them.
    pub fn into_values(self) -> Result<Vec<f32>, TensorError> {
        Ok(self.array.into_vec())
    }

    /// The same values without gradients: what they were computed from is forgotten.
    #[must_use]
    pub fn detach(self) -> Self {
        Self::detached(self.array)
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> [usize; RANK] {
        let mut shape = [0; RANK];
        shape.copy_from_slice(self.array.shape());
        shape
    }

    /// The same values in another shape.
    #[must_use]
    pub fn reshape<const OTHER: usize>(self, shape: [usize; OTHER]) -> Tensor<OTHER> {
        let before = self.shape();
        track_one(self.array.reshape(&shape), self.node, move |gradient| gradient.reshape(&before))
    }

    /// Two axes exchanged.
    #[must_use]
    pub fn transpose(self, first: usize, second: usize) -> Self {
        let array = self.array.transpose(first, second);
        track_one(array, self.node, move |gradient| gradient.transpose(first, second))
    }

    /// A part of one axis, everything of the others.
    #[must_use]
    pub fn slice(self, axis: usize, range: Range<usize>) -> Self {
        let (shape, start) = (self.shape(), range.start);
        track_one(self.array.slice(axis, range), self.node, move |gradient| {
            let mut values = vec![0.0; shape.iter().product()];
            let [_, size, inner] = around(&shape, axis);
            let [_, part, _] = around(gradient.shape(), axis);
            let gradient = gradient.to_slice();
            for (outer, row) in values.chunks_exact_mut((size * inner).max(1)).enumerate() {
                let part = &gradient[outer * part * inner..][..part * inner];
                row[start * inner..][..part.len()].copy_from_slice(part);
            }
            Array::new(values, &shape)
        })
    }

    /// Tensors one after the other along an axis.
    #[must_use]
    pub fn concat(parts: Vec<Self>, axis: usize) -> Self {
        let (arrays, nodes): (Vec<Array>, Vec<Option<Node>>) =
            parts.into_iter().map(|part| (part.array, part.node)).unzip();
        let ends = arrays.iter().scan(0, |end, part| {
            let start = *end;
            *end += part.shape()[axis];
            Some(start..*end)
        });
        let places: Vec<Range<usize>> = ends.collect();
        track_all(Array::concat(&arrays, axis), nodes, move |gradient| {
            places.iter().map(|place| Some(gradient.clone().slice(axis, place.clone()))).collect()
        })
    }

    /// The matrix product over the last two axes.
    #[must_use]
    pub fn matmul(self, other: Self) -> Self {
        let product = matmul(&self.array, &other.array);
        let (left, right) = (self.array, other.array);
        track(product, [self.node, other.node], move |gradient, [wants_left, wants_right]| {
            let transposed = |array: &Array| array.clone().transpose(RANK - 2, RANK - 1);
            let of_left = wants_left.then(|| matmul(&gradient, &transposed(&right)).sum_to(left.shape()));
            let of_right = wants_right.then(|| matmul(&transposed(&left), &gradient).sum_to(right.shape()));
            [of_left, of_right]
        })
    }

    /// The sum along an axis, which then has one position.
    #[must_use]
    pub fn sum(self, axis: usize) -> Self {
        let shape = self.shape();
        track_one(self.array.sum(axis), self.node, move |gradient| gradient.expand(&shape))
    }

    /// The mean along an axis, which then has one position.
    #[must_use]
    pub fn mean(self, axis: usize) -> Self {
        let size = self.shape()[axis] as f32;
        self.sum(axis).mul_scalar(1.0 / size)
    }

    /// Every element plus a number.
    #[must_use]
    pub fn add_scalar(self, number: f32) -> Self {
        track_one(self.array.map(move |value| value + number), self.node, |gradient| gradient)
    }

    /// Every element times a number.
    #[must_use]
    pub fn mul_scalar(self, factor: f32) -> Self {
        let times = move |array: Array| array.map(move |value| value * factor);
        track_one(times(self.array), self.node, times)
    }

    pub(super) fn detached(array: Array) -> Self {
        Self { array, node: None }
    }

    pub(super) fn tracked(array: Array, node: Node) -> Self {
        Self { array, node: Some(node) }
    }

    /// Whether gradients pass through this tensor.
    pub(super) fn is_tracked(&self) -> bool {
        self.node.is_some()
    }

    pub(super) fn node(&self) -> Option<Node> {
        self.node.clone()
    }

    pub(super) fn array(&self) -> &Array {
        &self.array
    }

    pub(super) fn into_array(self) -> Array {
        self.array
    }
}

/// The sum; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Add for Tensor<RANK> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let shapes = [self.shape(), other.shape()];
        let sum = self.array.zip(other.array, |one, other| one + other);
        track(sum, [self.node, other.node], move |gradient, wanted| {
            [0, 1].map(|at| wanted[at].then(|| gradient.clone().sum_to(&shapes[at])))
        })
    }
}

/// The difference; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Sub for Tensor<RANK> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + other.mul_scalar(-1.0)
    }
}

/// The product of elements; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Mul for Tensor<RANK> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let times = |one: Array, other: Array| one.zip(other, |one, other| one * other);
        if self.node.is_none() && other.node.is_none() {
            return Self::detached(times(self.array, other.array));
        }
        let (one, two) = (self.array, other.array);
        track(times(one.clone(), two.clone()), [self.node, other.node], move |gradient, [wants_one, wants_two]| {
            let of_one = wants_one.then(|| times(gradient.clone(), two.clone()).sum_to(one.shape()));
            [of_one, wants_two.then(|| times(gradient, one.clone()).sum_to(two.shape()))]
        })
    }
}
