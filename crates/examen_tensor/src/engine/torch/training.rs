//! Weights in training: one row of numbers, of which each weight is a part, so that a step is a few kernels for all of them.

use std::rc::Rc;

use tch::Kind as Numbers;

use super::tensor::{Tensor, failed, place, size, sizes};
use crate::error::TensorError;
use crate::placement::Placement;
use crate::update::{Kind, Update};

/// Where each weight lies in the row: its start and its length.
type Places = Rc<[(i64, i64)]>;

/// Weights start at multiples of so many numbers. Kernels read several at once, and cuDNN relies on that.
const ALIGNMENT: usize = 64;

/// Weights in training, by number.
#[derive(Debug)]
pub(crate) struct Store {
    all: tch::Tensor,
    /// Parts of the row whose slopes are wanted.
    leaves: Vec<tch::Tensor>,
    places: Places,
    /// What networks compute in.
    numbers: Numbers,
}

/// A number for each number of a store: slopes, or what an optimiser remembers of them.
#[derive(Debug)]
pub(crate) struct Beside {
    all: tch::Tensor,
    places: Places,
}

impl Clone for Beside {
    fn clone(&self) -> Self {
        Self { all: self.all.copy(), places: Rc::clone(&self.places) }
    }
}

impl Store {
    pub(crate) fn new(weights: Vec<Vec<f32>>, placement: Placement) -> Result<Self, TensorError> {
        let (device, numbers) = place(placement);
        let mut places = Vec::with_capacity(weights.len());
        let mut end = 0;
        for weight in &weights {
            places.push((size(end), size(weight.len())));
            end += weight.len().next_multiple_of(ALIGNMENT);
        }
        let all = row(weights, device)?;
        let leaf = |&(start, length): &(i64, i64)| all.narrow(0, start, length).detach().set_requires_grad(true);
        Ok(Self { leaves: places.iter().map(leaf).collect(), all, places: places.into(), numbers })
    }

    /// A weight, recorded or not.
    pub(crate) fn tensor<const RANK: usize>(&self, at: usize, shape: [usize; RANK], is_recorded: bool) -> Tensor<RANK> {
        let leaf = self.leaves[at].view(sizes(shape).as_slice()).to_kind(self.numbers);
        Tensor(if is_recorded { leaf } else { leaf.detach() })
    }

    /// The numbers of a weight.
    pub(crate) fn values(&self, at: usize) -> Result<Vec<f32>, TensorError> {
        Tensor::<1>(self.leaves[at].detach()).into_values()
    }

    /// The slopes of a loss; 0 for weights that it does not depend on.
    pub(crate) fn slopes(&self, loss: &Tensor<1>) -> Result<Beside, TensorError> {
        if !loss.0.requires_grad() {
            return Ok(self.zeros());
        }
        let slopes = tch::Tensor::f_run_backward(&[&loss.0], &self.leaves, false, false).map_err(failed)?;
        let gap = tch::Tensor::zeros([size(ALIGNMENT)], (Numbers::Float, self.all.device()));
        let mut parts = Vec::with_capacity(2 * slopes.len());
        for (slopes, leaf) in slopes.iter().zip(&self.leaves) {
            parts.push(if slopes.defined() { slopes.shallow_clone() } else { leaf.detach().zeros_like() });
            parts.push(gap.narrow(0, 0, size(leaf.numel().next_multiple_of(ALIGNMENT) - leaf.numel())));
        }
        let all = tch::Tensor::f_cat(&parts, 0).map_err(failed)?;
        Ok(Beside { all, places: Rc::clone(&self.places) })
    }

    /// Zeros.
    pub(crate) fn zeros(&self) -> Beside {
        Beside { all: self.all.zeros_like(), places: Rc::clone(&self.places) }
    }

    /// One step of an optimiser. `is_exempt` says for each weight whether it keeps its size.
    pub(crate) fn update(
        &mut self,
        slopes: &Beside,
        memory: &mut [Beside; 2],
        update: &Update,
        is_exempt: &[bool],
    ) -> Result<(), TensorError> {
        self.updated(slopes, memory, update, is_exempt).map_err(failed)
    }

    fn updated(
        &mut self,
        slopes: &Beside,
        memory: &mut [Beside; 2],
        update: &Update,
        is_exempt: &[bool],
    ) -> Result<(), tch::TchError> {
        let Update { kind, penalty, kept, length } = *update;
        let mut slopes = slopes.all.shallow_clone();
        if penalty > 0.0 {
            slopes = slopes.copy();
        }
        for (&(start, count), _) in self.places.iter().zip(is_exempt).filter(|(_, is_exempt)| !**is_exempt) {
            let mut weight = self.all.narrow(0, start, count);
            if penalty > 0.0 {
                let _ = slopes.narrow(0, start, count).f_add_(&(&weight * f64::from(penalty)))?;
            }
            if kept < 1.0 {
                let _ = weight.f_mul_scalar_(f64::from(kept))?;
            }
        }
        let [Beside { all: first, .. }, Beside { all: second, .. }] = memory;
        match kind {
            Kind::Adam { mean_gain, square_gain, root_factor, epsilon } => {
                let _ = first.f_lerp_(&slopes, f64::from(mean_gain))?;
                let _ = second.f_lerp_(&(&slopes * &slopes), f64::from(square_gain))?;
                let roots = second.f_sqrt()? * f64::from(root_factor) + f64::from(epsilon);
                let _ = self.all.f_addcdiv_(&(&*first * -f64::from(length)), &roots)?;
            }
            Kind::Momentum { share, is_nesterov } => {
                let _ = first.f_mul_scalar_(f64::from(share))?;
                let _ = first.f_add_(&slopes)?;
                let along = if is_nesterov { slopes + &*first * f64::from(share) } else { first.shallow_clone() };
                let _ = self.all.f_add_(&(along * -f64::from(length)))?;
            }
        }
        Ok(())
    }
}

/// Numbers of weights as one row, with gaps of zeros.
fn row(numbers: Vec<Vec<f32>>, device: tch::Device) -> Result<tch::Tensor, TensorError> {
    let mut all = Vec::new();
    for numbers in numbers {
        all.extend(numbers);
        all.resize(all.len().next_multiple_of(ALIGNMENT), 0.0);
    }
    tch::Tensor::f_from_slice(&all).and_then(|all| all.f_to_device(device)).map_err(failed)
}

impl Beside {
    pub(crate) fn new(numbers: Vec<Vec<f32>>, store: &Store) -> Result<Self, TensorError> {
        Ok(Self { all: row(numbers, store.all.device())?, places: Rc::clone(&store.places) })
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

    /// The root of the sum of all squares. Waits for the device.
    pub(crate) fn norm(&self) -> Result<f32, TensorError> {
        self.all.f_norm().and_then(|norm| norm.f_double_value(&[])).map(|norm| norm as f32).map_err(failed)
    }
}
