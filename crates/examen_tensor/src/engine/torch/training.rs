//! Parameters: one row of values, of which each parameter is a part, so that a step is a few kernels for all of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use tch::Kind;

use super::tensor::{Tensor, failed, place, size, sizes};
use crate::algorithm::{MatrixUpdate, ParameterUpdate, StepPlan, UpdateKind};
use crate::engine::Placement;
use crate::error::TensorError;

/// Where each parameter lies in the row: its start and its length.
type Places = Rc<[(i64, i64)]>;

/// Parameters start at multiples of so many values. Kernels read several at once, and cuDNN relies on that.
const ALIGNMENT: usize = 64;

/// Parameters by number.
#[derive(Debug)]
pub(crate) struct Store {
    all: tch::Tensor,
    /// Parts of the row, which require gradients.
    leaves: Vec<tch::Tensor>,
    places: Places,
    /// The type that networks compute in.
    kind: Kind,
}

/// A value for each value of a store: gradients, or the state of an optimizer.
#[derive(Debug)]
pub(crate) struct Buffers {
    all: tch::Tensor,
    places: Places,
}

impl Clone for Buffers {
    fn clone(&self) -> Self {
        Self { all: self.all.copy(), places: Rc::clone(&self.places) }
    }
}

impl Store {
    pub(crate) fn new(parameters: Vec<Vec<f32>>, placement: Placement) -> Result<Self, TensorError> {
        let (device, kind) = place(placement);
        let mut places = Vec::with_capacity(parameters.len());
        let mut end = 0;
        for values in &parameters {
            places.push((size(end), size(values.len())));
            end += values.len().next_multiple_of(ALIGNMENT);
        }
        let all = row(parameters, device)?;
        let leaf = |&(start, length): &(i64, i64)| all.narrow(0, start, length).detach().set_requires_grad(true);
        Ok(Self { leaves: places.iter().map(leaf).collect(), all, places: places.into(), kind })
    }

    /// A parameter, tracked or not.
    pub(crate) fn tensor<const RANK: usize>(&self, at: usize, shape: [usize; RANK], is_tracked: bool) -> Tensor<RANK> {
        let leaf = self.leaves[at].view(sizes(shape).as_slice()).to_kind(self.kind);
        Tensor(if is_tracked { leaf } else { leaf.detach() })
    }

    /// The values of a parameter.
    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        Tensor::<1>(self.leaves[at].detach()).into_values()
    }

    /// The gradients of a loss; 0 for parameters that it does not depend on.
    pub(crate) fn gradients(&self, loss: &Tensor<1>) -> Result<Buffers, TensorError> {
        if !loss.0.requires_grad() {
            return Ok(self.zeros());
        }
        let gradients = tch::Tensor::f_run_backward(&[&loss.0], &self.leaves, false, false).map_err(failed)?;
        let gap = tch::Tensor::zeros([size(ALIGNMENT)], (Kind::Float, self.all.device()));
        let mut parts = Vec::with_capacity(2 * gradients.len());
        for (gradient, leaf) in gradients.iter().zip(&self.leaves) {
            parts.push(if gradient.defined() { gradient.shallow_clone() } else { leaf.detach().zeros_like() });
            parts.push(gap.narrow(0, 0, size(leaf.numel().next_multiple_of(ALIGNMENT) - leaf.numel())));
        }
        let all = tch::Tensor::f_cat(&parts, 0).map_err(failed)?;
        Ok(Buffers { all, places: Rc::clone(&self.places) })
    }

    /// Zeros.
    pub(crate) fn zeros(&self) -> Buffers {
        Buffers { all: self.all.zeros_like(), places: Rc::clone(&self.places) }
    }

    /// One step of an optimizer.
    pub(crate) fn update(
        &mut self,
        gradients: &Buffers,
        state: &mut [Buffers; 2],
        plan: &StepPlan<'_>,
    ) -> Result<(), TensorError> {
        let updated = if plan.matrices.is_some() {
            let [momentum, _] = &*state;
            self.update_matrices(&gradients.all, &momentum.all, plan)
        } else {
            Ok(())
        };
        updated.and_then(|()| self.updated(&gradients.all, state, plan)).map_err(failed)
    }

    /// One step for all that is no matrix of Muon.
    fn updated(
        &mut self,
        gradients: &tch::Tensor,
        state: &mut [Buffers; 2],
        plan: &StepPlan<'_>,
    ) -> Result<(), tch::TchError> {
        let ParameterUpdate { kind, l2_penalty, decay_factor, step_size } = plan.update;
        let [Buffers { all: first, .. }, Buffers { all: second, .. }] = state;
        let gradients = if l2_penalty > 0.0 { gradients.copy() } else { gradients.shallow_clone() };
        for (at, &(start, count)) in self.places.iter().enumerate() {
            if !plan.groups[at].has_decay || plan.matrix(at).is_some() {
                continue;
            }
            let mut parameter = self.all.narrow(0, start, count);
            if l2_penalty > 0.0 {
                let _ = gradients.narrow(0, start, count).f_add_(&(&parameter * f64::from(l2_penalty)))?;
            }
            if decay_factor < 1.0 {
                let _ = parameter.f_mul_scalar_(f64::from(decay_factor))?;
            }
        }
        for (start, count) in self.runs(|at| plan.matrix(at).is_none()) {
            let part = |all: &tch::Tensor| all.narrow(0, start, count);
            let (gradients, mut parameters) = (part(&gradients), part(&self.all));
            let (mut first, mut second) = (part(first), part(second));
            match kind {
                UpdateKind::Adam { first_rate, second_rate, root_correction, epsilon } => {
                    let _ = first.f_lerp_(&gradients, f64::from(first_rate))?;
                    let _ = second.f_lerp_(&(&gradients * &gradients), f64::from(second_rate))?;
                    let roots = second.f_sqrt()? * f64::from(root_correction) + f64::from(epsilon);
                    let _ = parameters.f_addcdiv_(&(&first * -f64::from(step_size)), &roots)?;
                }
                UpdateKind::Sgd { momentum, is_nesterov } => {
                    let _ = first.f_mul_scalar_(f64::from(momentum))?;
                    let _ = first.f_add_(&gradients)?;
                    let direction = if is_nesterov { gradients + &first * f64::from(momentum) } else { first };
                    let _ = parameters.f_add_(&(direction * -f64::from(step_size)))?;
                }
            }
        }
        Ok(())
    }

    /// Stretches of the row, start and length, that hold the parameters of these numbers and no others.
    fn runs(&self, is_in: impl Fn(usize) -> bool) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for (at, &(start, count)) in self.places.iter().enumerate().filter(|(at, _)| is_in(*at)) {
            match runs.last_mut() {
                Some((first, length)) if at > 0 && is_in(at - 1) => *length = start + count - *first,
                _ => runs.push((start, count)),
            }
        }
        runs
    }

    /// One step of Muon. Matrices of one shape are orthogonalized together.
    fn update_matrices(
        &mut self,
        gradients: &tch::Tensor,
        momentum: &tch::Tensor,
        plan: &StepPlan<'_>,
    ) -> Result<(), tch::TchError> {
        let mut shapes: BTreeMap<[usize; 2], Vec<(MatrixUpdate, i64)>> = BTreeMap::new();
        for (at, &(start, _)) in self.places.iter().enumerate() {
            if let Some((update, shape)) = plan.matrix(at) {
                shapes.entry(shape).or_default().push((update, start));
            }
        }
        for (shape @ [rows, columns], matrices) in shapes {
            let part = |all: &tch::Tensor, start: i64| {
                all.narrow(0, start, size(rows * columns)).view([size(rows), size(columns)])
            };
            let mut directions = Vec::with_capacity(matrices.len());
            for &(update, start) in &matrices {
                let gradient = part(gradients, start);
                let mut momentum = part(momentum, start);
                let _ = momentum.f_lerp_(&gradient, f64::from(1.0 - update.momentum))?;
                directions.push(gradient.f_lerp(&momentum, f64::from(update.momentum))?);
            }
            let directions = orthogonal(&tch::Tensor::f_stack(&directions, 0)?)?;
            for (&(update, start), at) in matrices.iter().zip(0..) {
                let mut parameter = part(&self.all, start);
                let _ = parameter.f_mul_scalar_(f64::from(update.decay_factor))?;
                let _ = parameter.f_add_(&(directions.get(at) * -f64::from(update.step_size(shape))))?;
            }
        }
        Ok(())
    }
}

/// Matrices with the same singular vectors whose singular values are all near 1, by Newton–Schulz steps: matrix, row, column. On a
/// device products are taken in bf16, for which the steps were made.
fn orthogonal(matrices: &tch::Tensor) -> Result<tch::Tensor, tch::TchError> {
    let is_tall = matrices.size()[1] > matrices.size()[2];
    let mut x = if is_tall { matrices.transpose(1, 2) } else { matrices.shallow_clone() };
    let norms = (&x * &x).f_sum_dim_intlist([1i64, 2].as_slice(), true, Kind::Float)?.f_sqrt()? + 1e-7;
    x = x / norms;
    if x.device().is_cuda() {
        x = x.to_kind(Kind::BFloat16);
    }
    let [first, third, fifth] = MatrixUpdate::COEFFICIENTS.map(f64::from);
    for _ in 0..MatrixUpdate::STEPS {
        let square = x.f_matmul(&x.transpose(1, 2))?;
        let polynomial = &square * third + square.f_matmul(&square)? * fifth;
        x = &x * first + polynomial.f_matmul(&x)?;
    }
    let x = if is_tall { x.transpose(1, 2) } else { x };
    Ok(x.to_kind(Kind::Float))
}

/// The values of parameters as one row, with gaps of zeros.
fn row(parameters: Vec<Vec<f32>>, device: tch::Device) -> Result<tch::Tensor, TensorError> {
    let mut all = Vec::new();
    for values in parameters {
        all.extend(values);
        all.resize(all.len().next_multiple_of(ALIGNMENT), 0.0);
    }
    tch::Tensor::f_from_slice(&all).and_then(|all| all.f_to_device(device)).map_err(failed)
}

impl Buffers {
    pub(crate) fn new(values: Vec<Vec<f32>>, store: &Store) -> Result<Self, TensorError> {
        Ok(Self { all: row(values, store.all.device())?, places: Rc::clone(&store.places) })
    }

    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        let (start, length) = self.places[at];
        Tensor::<1>(self.all.narrow(0, start, length)).into_values()
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.all = &self.all + &other.all;
    }

    pub(crate) fn scale(&mut self, factor: f32) {
        self.all = &self.all * f64::from(factor);
    }

    /// Scales all values so that the root of the sum of their squares is at most this, and returns what it was.
    pub(crate) fn clip_norm(&mut self, max_norm: f32) -> Result<Tensor<1>, TensorError> {
        let clipped = || {
            let norm = self.all.f_norm()?;
            if max_norm == f32::INFINITY {
                return Ok((self.all.shallow_clone(), norm.f_reshape([1])?));
            }
            // The small number is PyTorch's, so that the same steps come out.
            let factor = ((&norm + 1e-6).f_reciprocal()? * f64::from(max_norm)).f_clamp_max(1.0)?;
            Ok((self.all.f_mul(&factor)?, norm.f_reshape([1])?))
        };
        let (all, norm) = clipped().map_err(failed)?;
        self.all = all;
        Ok(Tensor(norm))
    }
}
