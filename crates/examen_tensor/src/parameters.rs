//! The weights of a network that learns.

use std::collections::BTreeMap;

use crate::engine::{Store, Tensor};
use crate::error::TensorError;
use crate::gradients::Gradients;
use crate::placement::Placement;

/// Weights by name, f32 wherever a network computes and in whatever precision.
///
/// A network is made of their [tensors](Self::recorded) anew for each step: a step changes the weights, and tensors stay what
/// they were. In bf16 these tensors are rounded copies, and slopes go back to the f32 weights: mixed precision is no more
/// than that.
#[derive(Debug)]
pub struct Parameters {
    /// By name, the number in the store and the shape.
    places: BTreeMap<String, (usize, Vec<usize>)>,
    pub(crate) store: Store,
    /// By number.
    pub(crate) is_exempt: Vec<bool>,
}

/// A weight by itself: its name, its shape, its values, the last axis running fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValues {
    /// Its name.
    pub name: String,
    /// The sizes of its axes.
    pub shape: Vec<usize>,
    /// Its values.
    pub values: Vec<f32>,
}

impl Parameters {
    /// Weights for a network that computes at this place. Of two with the same name the later one counts.
    pub fn new(weights: impl IntoIterator<Item = NamedValues>, placement: Placement) -> Result<Self, TensorError> {
        let weights: BTreeMap<String, NamedValues> =
            weights.into_iter().map(|weight| (weight.name.clone(), weight)).collect();
        let (mut places, mut values) = (BTreeMap::new(), Vec::new());
        for (number, (name, weight)) in weights.into_iter().enumerate() {
            crate::error::fills(weight.values.len(), &weight.shape)?;
            places.insert(name, (number, weight.shape));
            values.push(weight.values);
        }
        let is_exempt = vec![false; values.len()];
        Ok(Self { places, store: Store::new(values, placement)?, is_exempt })
    }

    /// Exempts weights from decay, by their names: biases and norms, as a rule.
    pub fn exempt(&mut self, is_exempt: impl Fn(&str) -> bool) {
        for (name, (number, _)) in &self.places {
            self.is_exempt[*number] = is_exempt(name);
        }
    }

    /// The names in order, and the shapes.
    pub fn shapes(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.places.iter().map(|(name, (_, shape))| (name.as_str(), shape.as_slice()))
    }

    /// A weight that slopes are wanted for: what is computed from it is recorded.
    pub fn recorded<const RANK: usize>(&self, name: &str) -> Result<Tensor<RANK>, TensorError> {
        self.tensor(name, true)
    }

    /// A weight as it is: for networks that answer and do not learn.
    pub fn fixed<const RANK: usize>(&self, name: &str) -> Result<Tensor<RANK>, TensorError> {
        self.tensor(name, false)
    }

    fn tensor<const RANK: usize>(&self, name: &str, is_recorded: bool) -> Result<Tensor<RANK>, TensorError> {
        let missing = || TensorError::NoParameter(name.to_owned());
        let (number, shape) = self.places.get(name).ok_or_else(missing)?;
        let rank = |_| TensorError::Rank { name: name.to_owned(), shape: shape.clone(), rank: RANK };
        let shape: [usize; RANK] = shape.as_slice().try_into().map_err(rank)?;
        Ok(self.store.tensor(*number, shape, is_recorded))
    }

    /// The slopes of a loss, which is one number.
    pub fn gradients(&self, loss: &Tensor<1>) -> Result<Gradients, TensorError> {
        self.store.slopes(loss).map(Gradients)
    }

    /// All weights by name.
    pub fn values(&self) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        self.named(|number| self.store.values(number))
    }

    /// What there is for each weight, by its name.
    pub(crate) fn named(
        &self,
        values: impl Fn(usize) -> Result<Vec<f32>, TensorError>,
    ) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        self.places.iter().map(move |(name, (number, shape))| {
            Ok(NamedValues { name: name.clone(), shape: shape.clone(), values: values(*number)? })
        })
    }
}
