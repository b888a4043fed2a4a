//! The directory of a generator: `config.json`, `model.safetensors`, `tokenizer.json`, `words.json`.

use std::path::Path;

use examen_tensor::{NamedValues, Placement, Storage};
use examen_tokenizers::LayoutTokenizer;

use super::config::{GeneratorConfig, MODEL_TYPE};
use super::network::GeneratorNetwork;
use crate::error::ModelError;
use crate::model_folder::{model_files, model_type, read_json, read_tokenizer, stored_parameters};
use crate::vocabulary::Vocabulary;

/// A generator from a directory.
#[derive(Debug)]
pub struct GeneratorModel {
    /// Its configuration.
    pub config: GeneratorConfig,
    /// The tokenizer of its input.
    pub tokenizer: LayoutTokenizer,
    /// The words that it writes without copying them.
    pub words: Vocabulary,
    /// The network, without gradients.
    pub network: GeneratorNetwork,
}

impl GeneratorModel {
    /// Whether a directory has a generator.
    pub fn is_in(folder: &Path) -> bool {
        model_type(folder) == MODEL_TYPE
    }

    /// Loads a generator.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = GeneratorConfig::read(folder)?;
        let tokenizer = read_tokenizer(folder, config.encoder.vocab_size)?;
        let (path, words) = read_json::<Vocabulary>(folder, "words.json")?;
        if words.len() != config.words {
            let reason = format!("{} words, where the configuration has {}", words.len(), config.words);
            return Err(ModelError::file(&path, reason));
        }
        let (path, parameters) = stored_parameters(folder, placement)?;
        let network = GeneratorNetwork::detached(&config, &parameters).map_err(|error| error.in_file(&path))?;
        Ok(Self { config, tokenizer, words, network })
    }
}

/// The files of a generator, by name.
pub fn write_generator(
    config: &GeneratorConfig,
    tokenizer: &LayoutTokenizer,
    words: &Vocabulary,
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> {
    let tokenizer = ("tokenizer.json", Ok(tokenizer.to_json().into_bytes()));
    model_files(config, [tokenizer, ("words.json", serde_json::to_vec(words))], parameters, storage)
}
