//! Encoders of our own beside those of checkpoints: the states of their layers.

use std::sync::Arc;

use examen_tensor::Placement;
use examen_tokenizers::Tokenizer;

use super::body::{ARCHITECTURE, CodeBody};
use super::folder::CodeModel;
use crate::encoders::config::Config;
use crate::encoders::encoder::Encoder;
use crate::encoders::network::Network;
use crate::error::ModelError;

impl Encoder {
    /// The encoder in a model of our own, whatever it was trained for.
    pub fn of_code(model: CodeModel) -> Result<Self, ModelError> {
        let CodeModel { config, tokenizer, network, .. } = model;
        let size = CodeBody::size(&config);
        let limit = config.max_position_embeddings;
        let written = Arc::new(Config::written(&config)?);
        let network = Network::of(Box::new(network.body), &ARCHITECTURE, written, config.vocab_size, size, limit);
        Ok(Self::of(network, Tokenizer::of_layout(tokenizer, limit)))
    }

    /// The encoder in the span predictor that is part of the program.
    pub fn built_in_on(placement: Placement) -> Result<Self, ModelError> {
        Self::of_code(CodeModel::built_in_spans(placement)?)
    }
}
