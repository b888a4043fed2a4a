//! The weights of a network by name: from a checkpoint, randomly initialised, or parameters in training.
//!
//! All networks take their weights here, so that each can be loaded from any of these sources.

mod random;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use examen_tensor::{NamedValues, Parameters, Placement, Tensor};

use crate::checkpoint::Checkpoint;
use crate::error::ModelError;

/// Random values of the weight of this name, from a normal distribution.
pub(crate) fn random_values(seed: u64, name: &str, count: usize, deviation: f64) -> Vec<f32> {
    random::normal_values(seed, name, count, deviation)
}

/// Weights that a network has not taken yet.
#[derive(Debug)]
pub(crate) struct Weights<'p> {
    source: Source<'p>,
    /// Where tensors are put when they are taken.
    placement: Placement,
    /// The weights that were taken, if they are to become parameters.
    taken: Option<Vec<NamedValues>>,
}

#[derive(Debug)]
enum Source<'p> {
    Checkpoint(Checkpoint),
    /// Randomly initialised by a seed.
    Random(u64),
    Parameters {
        parameters: &'p Parameters,
        /// Whether gradients are wanted.
        is_tracked: bool,
        /// The names that were not taken yet.
        left: BTreeSet<&'p str>,
    },
}

impl<'p> Weights<'p> {
    /// The weights in a folder.
    pub(crate) fn open(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        Ok(Self::new(Source::Checkpoint(Checkpoint::open(folder)?), placement))
    }

    /// The weights of an untrained network.
    pub(crate) fn random(seed: u64, placement: Placement) -> Self {
        Self::new(Source::Random(seed), placement)
    }

    /// Parameters, as tensors that require gradients or not.
    pub(crate) fn of(parameters: &'p Parameters, is_tracked: bool) -> Self {
        let left = parameters.shapes().map(|(name, _)| name).collect();
        Self::new(Source::Parameters { parameters, is_tracked, left }, Placement::default())
    }

    fn new(source: Source<'p>, placement: Placement) -> Self {
        Self { source, placement, taken: None }
    }

    /// The same weights, which are kept for [`Self::into_parameters`] when they are taken.
    #[must_use]
    pub(crate) fn kept(self) -> Self {
        Self { taken: Some(Vec::new()), ..self }
    }

    /// Renames the weights of a checkpoint, and leaves those out that have no name: heads, buffers, the other half of a model.
    /// Weights of other sources have the names that networks use.
    pub(crate) fn rename(&mut self, rename: impl Fn(&str) -> Option<String>) {
        if let Source::Checkpoint(checkpoint) = &mut self.source {
            checkpoint.rename(rename);
        }
    }

    /// Whether a weight is there.
    pub(crate) fn has(&self, name: &str) -> bool {
        match &self.source {
            Source::Checkpoint(checkpoint) => checkpoint.has(name),
            Source::Random(_) => true,
            Source::Parameters { left, .. } => left.contains(name),
        }
    }

    /// Leaves a weight out, if it is there.
    pub(crate) fn ignore(&mut self, name: &str) {
        match &mut self.source {
            Source::Checkpoint(checkpoint) => checkpoint.ignore(name),
            Source::Random(_) => {}
            Source::Parameters { left, .. } => {
                left.remove(name);
            }
        }
    }

    /// Takes a weight of this shape.
    pub(crate) fn take<const RANK: usize>(
        &mut self,
        name: &str,
        shape: [usize; RANK],
    ) -> Result<Tensor<RANK>, ModelError> {
        let values = match &mut self.source {
            Source::Checkpoint(checkpoint) => checkpoint.take(name, &shape)?,
            Source::Random(seed) => random::values(*seed, name, shape.iter().product()),
            Source::Parameters { parameters, is_tracked, left } => {
                let (path, name) = (source_of_parameters(), name.to_owned());
                return match parameters.shape(&name) {
                    None => Err(ModelError::MissingWeight { path, name }),
                    Some(found) if found != shape => {
                        let (found, expected) = (found.to_vec(), shape.to_vec());
                        Err(ModelError::WeightShape { path, name, found, expected })
                    }
                    Some(_) => {
                        left.remove(name.as_str());
                        Ok(if *is_tracked { parameters.tracked(&name) } else { parameters.detached(&name) }?)
                    }
                };
            }
        };
        if let Some(taken) = &mut self.taken {
            taken.push(NamedValues { name: name.to_owned(), shape: shape.to_vec(), values: values.clone() });
        }
        Ok(Tensor::from_values(values, shape)?.placed(self.placement)?)
    }

    /// Checks that the network has taken everything.
    pub(crate) fn finish(&self) -> Result<(), ModelError> {
        match &self.source {
            Source::Checkpoint(checkpoint) => checkpoint.finish(),
            Source::Random(_) => Ok(()),
            Source::Parameters { left, .. } => match left.first() {
                Some(&name) => Err(ModelError::SurplusWeight { path: source_of_parameters(), name: name.to_owned() }),
                None => Ok(()),
            },
        }
    }

    /// The weights that were taken, as parameters by the names that the network uses.
    pub(crate) fn into_parameters(self) -> Result<Parameters, ModelError> {
        Ok(Parameters::new(self.taken.unwrap_or_default(), self.placement)?)
    }
}

/// What errors call parameters, which are in no file.
fn source_of_parameters() -> PathBuf {
    PathBuf::from("parameters")
}
