//! The directory of a model of our own: `config.json`, `model.safetensors`, `tokenizer.json`.

use std::path::Path;

use examen_tensor::{NamedValues, Parameters, Placement, TensorFile};
use examen_tokenizers::{LayoutTokenizer, read_plain_text};

use super::config::{CodeConfig, MODEL_TYPE};
use super::network::{CodeHead, CodeNetwork};
use crate::error::ModelError;
use crate::weights::Weights;

/// A model of our own from a directory.
#[derive(Debug)]
pub struct CodeModel {
    /// Its configuration.
    pub config: CodeConfig,
    /// Its tokenizer.
    pub tokenizer: LayoutTokenizer,
    /// The head that its weights have.
    pub head: CodeHead,
    /// The network, without gradients.
    pub network: CodeNetwork,
    /// Its weights by name.
    pub parameters: Parameters,
}

impl CodeModel {
    /// Whether a directory has a model of our own.
    pub fn is_in(folder: &Path) -> bool {
        let text = read_plain_text(&folder.join("config.json")).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|config| config["model_type"] == MODEL_TYPE)
    }

    /// Loads a model.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let path = folder.join("config.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let config: CodeConfig = serde_json::from_str(&text).map_err(|error| ModelError::file(&path, error))?;
        if let Some(fault) = config.fault() {
            return Err(ModelError::file(&path, fault));
        }
        let path = folder.join("tokenizer.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let tokenizer = LayoutTokenizer::from_json(&path.display().to_string(), &text)?;
        if tokenizer.len() != config.vocab_size {
            let reason = format!("{} tokens, where the configuration has {}", tokenizer.len(), config.vocab_size);
            return Err(ModelError::file(&path, reason));
        }
        let mut weights = Weights::open(folder, placement)?.kept();
        let head = if weights.has("spans.weight") { CodeHead::Spans } else { CodeHead::MaskedTokens };
        let network = CodeNetwork::load(&config, head, &mut weights)?;
        Ok(Self { config, tokenizer, head, network, parameters: weights.into_parameters()? })
    }
}

/// The files of a model of our own, by name. Weights are stored in 16 bits if `is_half`.
pub fn write_code_model(
    config: &CodeConfig,
    tokenizer: &LayoutTokenizer,
    parameters: Vec<NamedValues>,
    is_half: bool,
) -> Result<[(&'static str, Vec<u8>); 3], ModelError> {
    let json = |error: serde_json::Error| ModelError::file(Path::new("config.json"), error);
    let file = TensorFile { tensors: parameters, metadata: [("format".to_owned(), "pt".to_owned())].into() };
    let weights = if is_half { file.to_half_bytes()? } else { file.to_bytes()? };
    Ok([
        ("config.json", serde_json::to_vec_pretty(config).map_err(json)?),
        ("tokenizer.json", tokenizer.to_json().into_bytes()),
        ("model.safetensors", weights),
    ])
}
