//! What a training starts from: a pre-trained encoder with a new head, or random weights and a tokenizer of its own.

use std::path::Path;

use examen_models::{CodeConfig, CodeHead, CodeModel, ModelError, Placement, initial_code_parameters};
use examen_tensor::NamedValues;
use examen_tokenizers::LayoutTokenizer;

use super::model_folder::tokenizer_in;
use super::settings::{Size, TrainSettings};
use crate::error::refuse;

/// The encoder that a training starts from.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartFrom<'s> {
    /// The directory of a pre-trained encoder.
    pub(super) folder: Option<&'s Path>,
    /// The size, where none is given.
    pub(super) size: Size,
    /// The most tokens of the vocabulary, where none is given.
    pub(super) vocabulary: usize,
}

/// What training starts from.
pub(super) struct Start {
    pub(super) config: CodeConfig,
    pub(super) tokenizer: LayoutTokenizer,
    pub(super) parameters: Vec<NamedValues>,
}

impl StartFrom<'_> {
    /// Makes the network with a head. The texts are what a tokenizer is trained on, where there is none; `configure` says what the
    /// configuration has beside sizes.
    pub(super) fn start(
        &self,
        head: CodeHead,
        flags: &TrainSettings,
        texts: impl FnOnce() -> crate::Result<Vec<String>>,
        configure: impl FnOnce(&mut CodeConfig),
    ) -> crate::Result<Start> {
        let (mut config, tokenizer, trained) = if let Some(folder) = self.folder {
            if !CodeModel::is_in(folder) {
                refuse!("{}: no encoder of our own; `examen train encoder` makes one", folder.display());
            }
            let CodeModel { config, tokenizer, parameters, .. } = CodeModel::load(folder, Placement::default())?;
            let trained: Vec<NamedValues> = parameters.values().collect::<Result<_, _>>().map_err(ModelError::from)?;
            (config, tokenizer, trained)
        } else {
            let tokenizer = match tokenizer_in(&flags.out)? {
                Some(tokenizer) => tokenizer,
                None => LayoutTokenizer::train(&texts()?, self.vocabulary).map_err(ModelError::from)?,
            };
            (self.size.size().config(tokenizer.len()), tokenizer, Vec::new())
        };
        examen_data::write_atomically(&flags.out.join("tokenizer.json"), tokenizer.to_json().as_bytes())?;
        configure(&mut config);
        let mut parameters = initial_code_parameters(&config, head, flags.seed);
        for parameter in &mut parameters {
            let same = |other: &&NamedValues| other.name == parameter.name && other.shape == parameter.shape;
            if let Some(other) = trained.iter().find(same) {
                parameter.values.clone_from(&other.values);
            }
        }
        Ok(Start { config, tokenizer, parameters })
    }
}
