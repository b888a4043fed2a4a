//! A tensor: its values, its shape, arithmetic.

use std::ops::{Add, Mul, Range, Sub};

use burn_tensor::TensorData;

use crate::error::{TensorError, fills};
use crate::placement::Placement;

/// An array of f32 with `RANK` axes. Cloning is cheap: clones share their values.
#[derive(Clone, Debug)]
pub struct Tensor<const RANK: usize>(pub(super) burn_tensor::Tensor<RANK>);

impl<const RANK: usize> Tensor<RANK> {
    /// A tensor of these values, the last axis running fastest.
    pub fn from_values(values: Vec<f32>, shape: [usize; RANK]) -> Result<Self, TensorError> {
        fills(values.len(), &shape)?;
        Ok(with_values(values, shape))
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
        let data = self.0.try_into_data().map_err(|error| TensorError::Engine(error.to_string()))?;
        data.try_into_vec::<f32>().map_err(|error| TensorError::Engine(error.to_string()))
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> [usize; RANK] {
        self.0.dims()
    }

    /// The same values in another shape.
    #[must_use]
    pub fn reshape<const OTHER: usize>(self, shape: [usize; OTHER]) -> Tensor<OTHER> {
        Tensor(self.0.reshape(shape))
    }

    /// Two axes exchanged.
    #[must_use]
    pub fn transpose(self, first: usize, second: usize) -> Self {
        Self(self.0.swap_dims(first, second))
    }

    /// A part of one axis, everything of the others.
    #[must_use]
    pub fn slice(self, axis: usize, range: Range<usize>) -> Self {
        Self(self.0.narrow(axis, range.start, range.len()))
    }

    /// Tensors one after the other along an axis.
    #[must_use]
    pub fn concat(parts: Vec<Self>, axis: usize) -> Self {
        Self(burn_tensor::Tensor::cat(parts.into_iter().map(|part| part.0).collect(), axis))
    }

    /// The matrix product over the last two axes.
    #[must_use]
    pub fn matmul(self, other: Self) -> Self {
        Self(self.0.matmul(other.0))
    }

    /// The sum along an axis, which then has one position.
    #[must_use]
    pub fn sum(self, axis: usize) -> Self {
        Self(self.0.sum_dim(axis))
    }

    /// The mean along an axis, which then has one position.
    #[must_use]
    pub fn mean(self, axis: usize) -> Self {
        Self(self.0.mean_dim(axis))
    }

    /// Every element plus a number.
    #[must_use]
    pub fn shift(self, number: f32) -> Self {
        Self(self.0.add_scalar(number))
    }

    /// Every element times a number.
    #[must_use]
    pub fn scale(self, factor: f32) -> Self {
        Self(self.0.mul_scalar(factor))
    }
}

/// The sum; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Add for Tensor<RANK> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.add(other.0))
    }
}

/// The difference; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Sub for Tensor<RANK> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.sub(other.0))
    }
}

/// The product of elements; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Mul for Tensor<RANK> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0.mul(other.0))
    }
}

/// A tensor of values that are known to fill its shape.
pub(super) fn with_values<const RANK: usize>(values: Vec<f32>, shape: [usize; RANK]) -> Tensor<RANK> {
    Tensor(burn_tensor::Tensor::from_data(TensorData::new(values, shape), &device()))
}

/// Where everything is computed.
pub(super) fn device() -> burn_tensor::Device {
    burn_tensor::Device::flex()
}
