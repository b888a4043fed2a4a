//! A network: an architecture with weights.

use std::fmt::Debug;
use std::sync::Arc;

use examen_tensor::{Mode, Parameters, Tensor, pool};

use super::batch::{Batch, Sequence};
use super::config::Config;
use super::hidden::{HiddenStates, Pooling};
use super::{ARCHITECTURES, Architecture};
use crate::error::ModelError;
use crate::weights::Weights;

/// A network that gives the hidden states of all its layers.
///
/// Its weights are those of a checkpoint, randomly initialised, or [parameters](Self::with_tracked) in training.
#[derive(Debug)]
pub struct Network {
    layers: Box<dyn Forward>,
    architecture: &'static Architecture,
    config: Arc<Config>,
    vocabulary: usize,
    size: Size,
    /// The most tokens of a sequence where the architecture has no limit.
    pub(super) max_length: usize,
}

/// The layers of a network, as its architecture makes them from weights.
pub(super) trait Forward: Debug + Send {
    /// Hands out the states of each layer for a batch, those of the embeddings first.
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError>;
}

/// Takes the states of a layer: row, position, width.
pub(super) type EachLayer<'e> = &'e mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>;

/// The layers of a network, and its size.
pub(super) type Loaded = (Box<dyn Forward>, Size);

/// The size of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Layers with states, that of the embeddings among them.
    pub(super) layers: usize,
    pub(super) width: usize,
    /// Positions, if their number is limited.
    pub(super) limit: Option<usize>,
}

impl Network {
    /// A network whose layers are there.
    pub(super) fn of(
        layers: Box<dyn Forward>,
        architecture: &'static Architecture,
        config: Arc<Config>,
        vocabulary: usize,
        size: Size,
        max_length: usize,
    ) -> Self {
        Self { layers, architecture, config, vocabulary, size, max_length }
    }

    /// The network of a configuration, made of all these weights.
    pub(super) fn load(config: Arc<Config>, weights: &mut Weights<'_>, max_length: usize) -> Result<Self, ModelError> {
        let model_type = config.text("model_type").unwrap_or_default();
        let found = ARCHITECTURES.iter().find(|architecture| architecture.model_type == model_type);
        let Some(architecture) = found else {
            let (path, model_type) = (config.path().to_owned(), model_type.to_owned());
            return Err(ModelError::UnknownArchitecture { path, model_type });
        };
        Self::load_as(architecture, config, weights, max_length)
    }

    fn load_as(
        architecture: &'static Architecture,
        config: Arc<Config>,
        weights: &mut Weights<'_>,
        max_length: usize,
    ) -> Result<Self, ModelError> {
        weights.rename(architecture.rename);
        let (layers, size) = (architecture.load)(&config, weights)?;
        weights.finish()?;
        let vocabulary = config.size("vocab_size")?;
        Ok(Self::of(layers, architecture, config, vocabulary, size, max_length))
    }

    /// The same network on parameters that require gradients. It has to be made anew after each step of an optimizer.
    pub fn with_tracked(&self, parameters: &Parameters) -> Result<Self, ModelError> {
        self.with(Weights::of(parameters, true))
    }

    /// The same network on the present values of parameters, without gradients.
    pub fn with_detached(&self, parameters: &Parameters) -> Result<Self, ModelError> {
        self.with(Weights::of(parameters, false))
    }

    fn with(&self, mut weights: Weights<'_>) -> Result<Self, ModelError> {
        Self::load_as(self.architecture, Arc::clone(&self.config), &mut weights, self.max_length)
    }

    /// The architecture.
    pub fn architecture(&self) -> &'static Architecture {
        self.architecture
    }

    /// The number of layers with states, with that of the embeddings, which is the first.
    pub fn layers(&self) -> usize {
        self.size.layers
    }

    /// The width of a state.
    pub fn width(&self) -> usize {
        self.size.width
    }

    /// The number of positions, if it is limited.
    pub fn limit(&self) -> Option<usize> {
        self.size.limit
    }

    /// The number of token ids.
    pub fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    /// The states of every layer for a batch as tensors: row, position, width. Shorter sequences are padded on the right.
    ///
    /// In training, dropout is applied where the configuration has it.
    pub fn forward(&self, sequences: &[Sequence], mode: Mode<'_>) -> Result<Vec<Tensor<3>>, ModelError> {
        let mut layers = Vec::with_capacity(self.size.layers);
        self.each_layer(&self.batch(sequences)?, mode, &mut |states| {
            layers.push(states.clone());
            Ok(())
        })?;
        Ok(layers)
    }

    /// The values of the states of every layer for a batch. Sequences may have different lengths; none influences another.
    pub fn hidden_states(&self, sequences: &[Sequence]) -> Result<HiddenStates, ModelError> {
        let mut layers = Vec::with_capacity(self.size.layers);
        let batch = self.batch(sequences)?;
        self.each_layer(&batch, Mode::Eval, &mut |states| {
            layers.push(states.clone().into_values()?);
            Ok(())
        })?;
        let lengths = sequences.iter().map(Sequence::length).collect();
        Ok(HiddenStates { width: self.size.width, lengths, padded: batch.length, layers })
    }

    /// One vector for each sequence and layer: for each layer, `width` values for each sequence.
    ///
    /// Takes far less memory than all states.
    pub fn features(&self, sequences: &[Sequence], pooling: &Pooling) -> Result<Vec<Vec<f32>>, ModelError> {
        let batch = self.batch(sequences)?;
        let pooled = pooling.of(sequences)?;
        let mut layers = Vec::with_capacity(self.size.layers);
        self.each_layer(&batch, Mode::Eval, &mut |states| {
            layers.push(pool(states, &pooled));
            Ok(())
        })?;
        if layers.is_empty() {
            return Ok(Vec::new());
        }
        // All layers are copied to the host together, so that a device is waited for once.
        let values = Tensor::concat(layers, 0).into_values()?;
        Ok(values.chunks_exact(batch.rows * self.size.width).map(<[f32]>::to_vec).collect())
    }

    fn each_layer(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        if batch.rows == 0 { Ok(()) } else { self.layers.forward(batch, mode, each) }
    }

    fn batch<'s>(&self, sequences: &'s [Sequence]) -> Result<Batch<'s>, ModelError> {
        let has_flow = sequences.iter().any(|sequence| !sequence.flow.is_empty());
        if has_flow && !self.architecture.takes_data_flow {
            return Err(ModelError::DataFlow("this network is not shown data flow"));
        }
        // Texts with data flow may be longer than others are cut to.
        Batch::new(sequences, self.vocabulary, self.size.limit.unwrap_or(self.max_length))
    }
}
