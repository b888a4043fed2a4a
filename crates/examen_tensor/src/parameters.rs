//! The parameters of a network in training.

use std::collections::BTreeMap;

use crate::algorithm::ParameterGroup;
use crate::engine::{Placement, Store, Tensor};
use crate::error::{TensorError, check_shape};

/// Parameters by name, in f32 wherever and in whatever precision a network computes.
///
/// A network is made of their [tensors](Self::tracked) anew for each step: a step changes the parameters, and tensors never
/// change. In bf16 these tensors are rounded copies, and gradients pass through the rounding to the f32 parameters: mixed
/// precision is no more than that.
#[derive(Debug)]
pub struct Parameters {
    /// By name, the number in the store and the shape.
    places: BTreeMap<String, (usize, Vec<usize>)>,
    pub(crate) store: Store,
    /// By number: how each is updated.
    pub(crate) groups: Vec<ParameterGroup>,
}

/// The values of a parameter, or values that belong to one.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedValues {
    /// Its name.
    pub name: String,
    /// The sizes of its axes.
    pub shape: Vec<usize>,
    /// Its values, the last axis running fastest.
    pub values: Vec<f32>,
}

impl Parameters {
    /// Parameters of a network that computes at this place. Of two with the same name the later one counts.
    pub fn new(values: impl IntoIterator<Item = NamedValues>, placement: Placement) -> Result<Self, TensorError> {
        let by_name: BTreeMap<String, NamedValues> =
            values.into_iter().map(|values| (values.name.clone(), values)).collect();
        let (mut places, mut values) = (BTreeMap::new(), Vec::new());
        for (number, (name, parameter)) in by_name.into_iter().enumerate() {
            check_shape(parameter.values.len(), &parameter.shape)?;
            places.insert(name, (number, parameter.shape));
            values.push(parameter.values);
        }
        let groups = vec![ParameterGroup { has_decay: true, matrix: None }; values.len()];
        Ok(Self { places, store: Store::new(values, placement)?, groups })
    }

    /// Exempts parameters from weight decay by their names: biases and norms, as a rule.
    pub fn exempt_from_decay(&mut self, is_exempt: impl Fn(&str) -> bool) {
        for (name, (number, _)) in &self.places {
            self.groups[*number].has_decay = !is_exempt(name);
        }
    }

    /// Chooses by name the matrices whose updates [`Muon`](crate::Muon) orthogonalizes. What is no matrix stays as it is.
    pub fn orthogonalize(&mut self, is_chosen: impl Fn(&str) -> bool) {
        for (name, (number, shape)) in &self.places {
            self.groups[*number].matrix = <[usize; 2]>::try_from(shape.as_slice()).ok().filter(|_| is_chosen(name));
        }
    }

    /// The names in order, and the shapes.
    pub fn shapes(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.places.iter().map(|(name, (_, shape))| (name.as_str(), shape.as_slice()))
    }

    /// The shape of a parameter, if there is one of this name.
    pub fn shape(&self, name: &str) -> Option<&[usize]> {
        self.places.get(name).map(|(_, shape)| shape.as_slice())
    }

    /// A parameter as a tensor that requires gradients: all that is computed from it is tracked.
    pub fn tracked<const RANK: usize>(&self, name: &str) -> Result<Tensor<RANK>, TensorError> {
        self.tensor(name, true)
    }

    /// A parameter as a tensor without gradients, for evaluation.
    pub fn detached<const RANK: usize>(&self, name: &str) -> Result<Tensor<RANK>, TensorError> {
        self.tensor(name, false)
    }

    fn tensor<const RANK: usize>(&self, name: &str, is_tracked: bool) -> Result<Tensor<RANK>, TensorError> {
        let missing = || TensorError::NoParameter(name.to_owned());
        let (number, shape) = self.places.get(name).ok_or_else(missing)?;
        let rank = |_| TensorError::Rank { name: name.to_owned(), shape: shape.clone(), rank: RANK };
        let shape: [usize; RANK] = shape.as_slice().try_into().map_err(rank)?;
        Ok(self.store.tensor(*number, shape, is_tracked))
    }

    /// The values of all parameters.
    pub fn values(&self) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        self.named(|number| self.store.values(number))
    }

    /// Values for each parameter, by its name.
    pub(crate) fn named(
        &self,
        values: impl Fn(usize) -> Result<Vec<f32>, TensorError>,
    ) -> impl Iterator<Item = Result<NamedValues, TensorError>> {
        self.places.iter().map(move |(name, (number, shape))| {
            Ok(NamedValues { name: name.clone(), shape: shape.clone(), values: values(*number)? })
        })
    }
}
