//! A tensor: its values, its shape, arithmetic.

use std::ops::{Add, Mul, Range, Sub};

use tch::Kind;

use super::packed::pinned;
use crate::engine::{Device, Placement, Precision};
use crate::error::{TensorError, check_shape};

/// An array with `RANK` axes. Cloning is cheap: clones share their values.
#[derive(Debug)]
pub struct Tensor<const RANK: usize>(pub(super) tch::Tensor);

impl<const RANK: usize> Tensor<RANK> {
    /// A tensor of these values, the last axis running fastest: f32 on the CPU.
    pub fn from_values(values: Vec<f32>, shape: [usize; RANK]) -> Result<Self, TensorError> {
        check_shape(values.len(), &shape)?;
        let flat = tch::Tensor::f_from_slice(&values).map_err(failed)?;
        flat.f_reshape(sizes(shape)).map(Self).map_err(failed)
    }

    /// The same values at a place.
    pub fn placed(self, placement: Placement) -> Result<Self, TensorError> {
        let (device, kind) = place(placement);
        self.0.f_to_device_(device, kind, false, false).map(Self).map_err(failed)
    }

    /// The same values where another tensor lies, and of its type.
    #[must_use]
    pub fn beside<const OTHER: usize>(self, other: &Tensor<OTHER>) -> Self {
        Self(sent(&self.0, &other.0, other.0.kind()))
    }

    /// The values as f32, the last axis running fastest. Waits for the device.
    pub fn into_values(self) -> Result<Vec<f32>, TensorError> {
        let here = self.0.f_to_device(tch::Device::Cpu).map_err(failed)?;
        let flat = here.f_reshape([-1]).map_err(failed)?;
        Vec::try_from(&flat).map_err(failed)
    }

    /// The same values without gradients: what they were computed from is forgotten.
    #[must_use]
    pub fn detach(self) -> Self {
        Self(self.0.detach())
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> [usize; RANK] {
        let mut shape = [0; RANK];
        for (size, given) in shape.iter_mut().zip(self.0.size()) {
            *size = usize::try_from(given).unwrap_or_default();
        }
        shape
    }

    /// The same values in another shape.
    #[must_use]
    pub fn reshape<const OTHER: usize>(self, shape: [usize; OTHER]) -> Tensor<OTHER> {
        Tensor(self.0.reshape(sizes(shape)))
    }

    /// Two axes exchanged.
    #[must_use]
    pub fn transpose(self, first: usize, second: usize) -> Self {
        Self(self.0.transpose(size(first), size(second)))
    }

    /// A part of one axis, everything of the others.
    #[must_use]
    pub fn slice(self, axis: usize, range: Range<usize>) -> Self {
        Self(self.0.narrow(size(axis), size(range.start), size(range.len())))
    }

    /// Tensors one after the other along an axis.
    #[must_use]
    pub fn concat(parts: Vec<Self>, axis: usize) -> Self {
        let parts: Vec<tch::Tensor> = parts.into_iter().map(|part| part.0).collect();
        Self(tch::Tensor::cat(&parts, size(axis)))
    }

    /// The matrix product over the last two axes.
    #[must_use]
    pub fn matmul(self, other: Self) -> Self {
        Self(self.0.matmul(&other.0))
    }

    /// The sum along an axis, which then has one position.
    #[must_use]
    pub fn sum(self, axis: usize) -> Self {
        Self(self.0.sum_dim_intlist([size(axis)].as_slice(), true, None))
    }

    /// The mean along an axis, which then has one position.
    #[must_use]
    pub fn mean(self, axis: usize) -> Self {
        Self(self.0.mean_dim([size(axis)].as_slice(), true, None))
    }

    /// The exponential of every element.
    #[must_use]
    pub fn exp(self) -> Self {
        Self(self.0.exp())
    }

    /// The natural logarithm of every element.
    #[must_use]
    pub fn log(self) -> Self {
        Self(self.0.log())
    }

    /// Every element plus a number.
    #[must_use]
    pub fn add_scalar(self, number: f32) -> Self {
        Self(self.0 + f64::from(number))
    }

    /// Every element times a number.
    #[must_use]
    pub fn mul_scalar(self, factor: f32) -> Self {
        Self(self.0 * f64::from(factor))
    }
}

impl<const RANK: usize> Clone for Tensor<RANK> {
    fn clone(&self) -> Self {
        Self(self.0.shallow_clone())
    }
}

/// The sum; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Add for Tensor<RANK> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// The difference; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Sub for Tensor<RANK> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// The product of elements; an axis of size 1 stands for all positions of the other's.
impl<const RANK: usize> Mul for Tensor<RANK> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(self.0 * other.0)
    }
}

/// A place as libtorch names it.
pub(super) fn place(placement: Placement) -> (tch::Device, Kind) {
    let device = match placement.device() {
        Device::Cpu => tch::Device::Cpu,
        Device::Cuda => tch::Device::Cuda(0),
    };
    let kind = match placement.precision() {
        Precision::F32 => Kind::Float,
        Precision::Bf16 => Kind::BFloat16,
    };
    (device, kind)
}

/// A size as libtorch counts.
pub(super) fn size(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

pub(super) fn sizes<const RANK: usize>(shape: [usize; RANK]) -> [i64; RANK] {
    shape.map(size)
}

/// A tensor at the place of another one, of this type. The copy to a device is asynchronous: from pinned memory, since a copy from
/// memory that can be paged waits until the device has nothing to do.
pub(super) fn sent(tensor: &tch::Tensor, other: &tch::Tensor, kind: Kind) -> tch::Tensor {
    let device = other.device();
    if device.is_cuda() && !tensor.device().is_cuda() {
        return pinned(tensor).to_device_(device, kind, true, false);
    }
    tensor.to_device_(device, kind, true, false)
}

pub(super) fn failed(error: tch::TchError) -> TensorError {
    TensorError::Engine(error.to_string())
}
