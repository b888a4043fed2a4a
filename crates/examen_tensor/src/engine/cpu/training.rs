//! Parameters, and the steps that change them. Some of it cannot fail, and could with the other engine.

#![expect(clippy::unnecessary_wraps, reason = "the other engine may fail to send values to its device")]

use std::sync::Arc;

use pulp::Arch;
use rayon::prelude::*;

use super::array::Array;
use super::kernels::PIECE;
use super::product::matmul;
use super::tape::Node;
use super::tensor::Tensor;
use crate::algorithm::{MatrixUpdate, StepPlan};
use crate::engine::Placement;
use crate::error::TensorError;

/// Parameters by number.
#[derive(Debug)]
pub(crate) struct Store(Vec<Parameter>);

#[derive(Debug)]
struct Parameter {
    values: Arc<Vec<f32>>,
    node: Node,
}

/// A value for each value of a store: gradients, or the state of an optimizer.
#[derive(Clone, Debug)]
pub(crate) struct Buffers(Vec<Vec<f32>>);

impl Store {
    pub(crate) fn new(parameters: Vec<Vec<f32>>, _: Placement) -> Result<Self, TensorError> {
        // There is only one place that passed the check.
        let parameter = |values| Parameter { values: Arc::new(values), node: Node::leaf() };
        Ok(Self(parameters.into_iter().map(parameter).collect()))
    }

    /// A parameter, tracked or not.
    pub(crate) fn tensor<const RANK: usize>(&self, at: usize, shape: [usize; RANK], is_tracked: bool) -> Tensor<RANK> {
        let Parameter { values, node } = &self.0[at];
        let array = Array::shared(Arc::clone(values), &shape);
        if is_tracked { Tensor::tracked(array, node.clone()) } else { Tensor::detached(array) }
    }

    /// The values of a parameter.
    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        Ok(self.0[at].values.to_vec())
    }

    /// The gradients of a loss; 0 for parameters that it does not depend on.
    pub(crate) fn gradients(&self, loss: &Tensor<1>) -> Result<Buffers, TensorError> {
        let one = Array::new(vec![1.0], &[1]);
        let mut gradients = loss.node().map(|node| node.backward(one)).transpose()?.unwrap_or_default();
        let of_parameter = |parameter: &Parameter| match gradients.remove(&parameter.node.number()) {
            Some(gradient) => gradient.into_vec(),
            None => vec![0.0; parameter.values.len()],
        };
        Ok(Buffers(self.0.iter().map(of_parameter).collect()))
    }

    /// Zeros.
    pub(crate) fn zeros(&self) -> Buffers {
        Buffers(self.0.iter().map(|parameter| vec![0.0; parameter.values.len()]).collect())
    }

    /// One step of an optimizer.
    pub(crate) fn update(
        &mut self,
        gradients: &Buffers,
        state: &mut [Buffers; 2],
        plan: &StepPlan<'_>,
    ) -> Result<(), TensorError> {
        let [first, second] = state;
        let moments = first.0.iter_mut().zip(&mut second.0);
        for (at, ((parameter, gradient), (first, second))) in
            self.0.iter_mut().zip(&gradients.0).zip(moments).enumerate()
        {
            // A copy only if a network still has the old values.
            let values = Arc::make_mut(&mut parameter.values);
            if let Some((update, shape)) = plan.matrix(at) {
                update_matrix(values, gradient, first, update, shape);
                continue;
            }
            let has_decay = plan.groups[at].has_decay;
            let (update, arch) = (if has_decay { plan.update } else { plan.update.without_decay() }, Arch::new());
            values
                .par_chunks_mut(PIECE)
                .zip(gradient.par_chunks(PIECE))
                .zip(first.par_chunks_mut(PIECE).zip(second.par_chunks_mut(PIECE)))
                .for_each(|((values, gradient), (first, second))| {
                    arch.dispatch(|| {
                        let moments = first.iter_mut().zip(second);
                        for ((value, gradient), (first, second)) in values.iter_mut().zip(gradient).zip(moments) {
                            update.apply(value, *gradient, first, second);
                        }
                    });
                });
        }
        Ok(())
    }
}

/// One step of Muon.
fn update_matrix(values: &mut [f32], gradient: &[f32], momentum: &mut [f32], update: MatrixUpdate, shape: [usize; 2]) {
    let direction = momentum.iter_mut().zip(gradient).map(|(momentum, &gradient)| {
        *momentum += (1.0 - update.momentum) * (gradient - *momentum);
        update.momentum.mul_add(*momentum - gradient, gradient)
    });
    let direction = orthogonal(Array::new(direction.collect(), &shape)).into_vec();
    let step_size = update.step_size(shape);
    for (value, direction) in values.iter_mut().zip(direction) {
        *value = *value * update.decay_factor - step_size * direction;
    }
}

/// A matrix with the same singular vectors whose singular values are all near 1, by Newton–Schulz steps.
fn orthogonal(matrix: Array) -> Array {
    let is_tall = matrix.shape()[0] > matrix.shape()[1];
    let mut x = if is_tall { matrix.transpose(0, 1) } else { matrix };
    let squares: f64 = x.to_slice().iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    let factor = (1.0 / (squares.sqrt() + 1e-7)) as f32;
    x = x.map(move |value| value * factor);
    let [first, third, fifth] = MatrixUpdate::COEFFICIENTS;
    for _ in 0..MatrixUpdate::STEPS {
        let square = matmul(&x, &x.clone().transpose(0, 1));
        let fourth = matmul(&square, &square);
        let polynomial = square.zip(fourth, move |square, fourth| third * square + fifth * fourth);
        let product = matmul(&polynomial, &x);
        x = x.zip(product, move |value, product| first * value + product);
    }
    if is_tall { x.transpose(0, 1) } else { x }
}

impl Buffers {
    pub(crate) fn new(values: Vec<Vec<f32>>, _: &Store) -> Result<Self, TensorError> {
        Ok(Self(values))
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
    fn norm(&self) -> f32 {
        let squares = |piece: &[f32]| piece.iter().map(|&value| f64::from(value) * f64::from(value)).sum::<f64>();
        let sum =
            |values: &Vec<f32>| values.par_chunks(PIECE).map(squares).collect::<Vec<f64>>().into_iter().sum::<f64>();
        self.0.iter().map(sum).sum::<f64>().sqrt() as f32
    }

    /// Scales all values so that the root of the sum of their squares is at most this, and returns what it was.
    pub(crate) fn clip_norm(&mut self, max_norm: f32) -> Result<Tensor<1>, TensorError> {
        let norm = self.norm();
        if norm > max_norm {
            // The small number is PyTorch's, so that the same steps come out.
            self.scale(max_norm / (norm + 1e-6));
        }
        Tensor::from_values(vec![norm], [1])
    }
}
