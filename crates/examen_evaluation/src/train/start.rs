//! What a training starts from: a pre-trained encoder with a new head, or random weights and a tokenizer of its own.

use std::path::{Path, PathBuf};

use clap::Args;
use examen_models::{
    CodeConfig, CodeHead, CodeModel, CodeNetwork, ModelError, Placement, group_code_parameters,
    initial_code_parameters, write_code_model,
};
use examen_tensor::{NamedValues, Rotary};
use examen_tokenizers::LayoutTokenizer;

use super::model_folder::ModelFiles;
use super::settings::{Size, TrainSettings};
use crate::error::refuse;

/// The encoder that a training starts from.
#[derive(Args, Clone, Debug)]
pub struct StartSettings {
    /// Directory of an encoder that `examen train encoder` wrote; without it, training starts from random weights.
    #[arg(long, value_name = "DIR")]
    pub from: Option<PathBuf>,

    /// The size of the encoder, where none is given.
    #[arg(long, value_enum, default_value_t)]
    pub size: Size,

    /// The most tokens of the vocabulary, where no encoder is given.
    #[arg(long, value_name = "N", default_value_t = 8192)]
    pub vocabulary: usize,
}

/// What training starts from.
pub(super) struct Start {
    pub(super) config: CodeConfig,
    pub(super) tokenizer: LayoutTokenizer,
    pub(super) parameters: Vec<NamedValues>,
}

impl StartSettings {
    /// Makes the network with a head. The texts are what a tokenizer is trained on, where there is none; `configure` says what the
    /// configuration has beside sizes.
    pub(super) fn start(
        &self,
        head: CodeHead,
        flags: &TrainSettings,
        texts: impl FnOnce() -> crate::Result<Vec<String>>,
        configure: impl FnOnce(&mut CodeConfig),
    ) -> crate::Result<Start> {
        let (mut config, tokenizer, trained) = if let Some(folder) = &self.from {
            if !CodeModel::is_in(folder) {
                refuse!("{}: no encoder of our own; `examen train encoder` makes one", folder.display());
            }
            let CodeModel { config, tokenizer, parameters, .. } = CodeModel::load(folder, Placement::default())?;
            let trained: Vec<NamedValues> = parameters.values().collect::<Result<_, _>>().map_err(ModelError::from)?;
            (config, tokenizer, trained)
        } else {
            let tokenizer = own_tokenizer(flags, self.vocabulary, texts)?;
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

/// The tokenizer of a training that was interrupted, or one that is trained on texts.
pub(super) fn own_tokenizer(
    flags: &TrainSettings,
    vocabulary: usize,
    texts: impl FnOnce() -> crate::Result<Vec<String>>,
) -> crate::Result<LayoutTokenizer> {
    match tokenizer_in(&flags.out)? {
        Some(tokenizer) => Ok(tokenizer),
        None => Ok(LayoutTokenizer::train(&texts()?, vocabulary).map_err(ModelError::from)?),
    }
}

/// Reads a tokenizer from a directory, if it has one.
fn tokenizer_in(folder: &Path) -> crate::Result<Option<LayoutTokenizer>> {
    let path = folder.join("tokenizer.json");
    match examen_corpus::read_plain_text(&path) {
        Ok(text) => {
            let name = path.display().to_string();
            let tokenizer = LayoutTokenizer::from_json(&name, &text).map_err(ModelError::from)?;
            Ok(Some(tokenizer))
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(crate::EvaluationError::File { path, source }),
    }
}

/// The rotary positions of a network, where it computes.
pub(super) fn placed_rotary(config: &CodeConfig, flags: &TrainSettings) -> crate::Result<Rotary> {
    let rotary = CodeNetwork::rotary(config, flags.length())?;
    Ok(rotary.placed(flags.placement()?).map_err(ModelError::from)?)
}

/// The files of an encoder of our own, with any head.
pub(super) fn code_files<'t>(config: &'t CodeConfig, tokenizer: &'t LayoutTokenizer) -> crate::Result<ModelFiles<'t>> {
    ModelFiles::new(tokenizer.to_json().into_bytes(), config, group_code_parameters, |parameters, storage| {
        write_code_model(config, tokenizer, parameters, storage)
    })
}
