//! Weights in training: leaves of burn's record, and the steps that change them. Some of it cannot fail, and could with the
//! other engine.

#![expect(clippy::unnecessary_wraps, reason = "the other engine may fail to send numbers to its device")]

use burn_tensor::TensorData;
use pulp::Arch;
use rayon::prelude::*;

use super::kernels::PIECE;
use super::tensor::{Tensor, device};
use crate::error::TensorError;
use crate::placement::Placement;
use crate::update::Update;

/// Weights in training, by number.
#[derive(Debug)]
pub(crate) struct Store(Vec<burn_tensor::Tensor<1>>);

/// A number for each number of a store: slopes, or what an optimiser remembers of them.
#[derive(Clone, Debug)]
pub(crate) struct Beside(Vec<Vec<f32>>);

impl Store {
    pub(crate) fn new(weights: Vec<Vec<f32>>, _: Placement) -> Result<Self, TensorError> {
        // There is only one place that passed the check.
        Ok(Self(weights.into_iter().map(leaf).collect()))
    }

    /// A weight, recorded or not.
    pub(crate) fn tensor<const RANK: usize>(&self, at: usize, shape: [usize; RANK], is_recorded: bool) -> Tensor<RANK> {
        let leaf = self.0[at].clone();
        Tensor(if is_recorded { leaf } else { leaf.without_autodiff() }).reshape(shape)
    }

    /// The numbers of a weight.
    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        Tensor(self.0[at].clone()).into_values()
    }

    /// The slopes of a loss; 0 for weights that it does not depend on.
    pub(crate) fn slopes(&self, loss: &Tensor<1>) -> Result<Beside, TensorError> {
        let mut slopes = if loss.is_recorded() { Some(loss.0.backward()) } else { None };
        let of_leaf = |leaf: &burn_tensor::Tensor<1>| match slopes.as_mut().and_then(|slopes| leaf.grad_remove(slopes))
        {
            Some(slopes) => Tensor(slopes).into_values(),
            None => Ok(vec![0.0; leaf.dims()[0]]),
        };
        self.0.iter().map(of_leaf).collect::<Result<_, _>>().map(Beside)
    }

    /// Zeros.
    pub(crate) fn zeros(&self) -> Beside {
        Beside(self.0.iter().map(|leaf| vec![0.0; leaf.dims()[0]]).collect())
    }

    /// One step of an optimiser. `is_exempt` says for each weight whether it keeps its size.
    pub(crate) fn update(
        &mut self,
        slopes: &Beside,
        memory: &mut [Beside; 2],
        update: &Update,
        is_exempt: &[bool],
    ) -> Result<(), TensorError> {
        let [first, second] = memory;
        let moments = first.0.iter_mut().zip(&mut second.0);
        let work = self.0.iter_mut().zip(&slopes.0).zip(moments).zip(is_exempt);
        for (((weight, slopes), (first, second)), &is_exempt) in work {
            // Taken out, so that nothing is copied if no network has it any more.
            let mut values = Tensor(std::mem::replace(weight, leaf(Vec::new()))).into_values()?;
            let (update, arch) = (if is_exempt { update.without_decay() } else { *update }, Arch::new());
            values
                .par_chunks_mut(PIECE)
                .zip(slopes.par_chunks(PIECE))
                .zip(first.par_chunks_mut(PIECE).zip(second.par_chunks_mut(PIECE)))
                .for_each(|((values, slopes), (first, second))| {
                    arch.dispatch(|| {
                        for (((value, slope), first), second) in values.iter_mut().zip(slopes).zip(first).zip(second) {
                            update.apply(value, *slope, first, second);
                        }
                    });
                });
            *weight = leaf(values);
        }
        Ok(())
    }
}

impl Beside {
    pub(crate) fn new(numbers: Vec<Vec<f32>>, _: &Store) -> Result<Self, TensorError> {
        Ok(Self(numbers))
    }

    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        Ok(self.0[at].clone())
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (mine, others) in self.0.iter_mut().zip(&other.0) {
            mine.iter_mut().zip(others).for_each(|(mine, other)| *mine += other);
        }
    }

    pub(crate) fn scale(&mut self, factor: f32) {
        self.0.iter_mut().flatten().for_each(|value| *value *= factor);
    }

    /// The root of the sum of all squares.
    pub(crate) fn norm(&self) -> Result<f32, TensorError> {
        let squares = |piece: &[f32]| piece.iter().map(|&value| f64::from(value) * f64::from(value)).sum::<f64>();
        let sum =
            |values: &Vec<f32>| values.par_chunks(PIECE).map(squares).collect::<Vec<f64>>().into_iter().sum::<f64>();
        Ok(self.0.iter().map(sum).sum::<f64>().sqrt() as f32)
    }
}

/// A weight whose slopes are wanted.
fn leaf(values: Vec<f32>) -> burn_tensor::Tensor<1> {
    let count = values.len();
    burn_tensor::Tensor::from_data(TensorData::new(values, [count]), &device()).autodiff().require_grad()
}
