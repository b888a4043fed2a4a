//! The directory of a generator: `config.json`, `model.safetensors`, `tokenizer.json`, `words.json`.

use std::path::Path;

use examen_corpus::read_plain_text;
use examen_tensor::{NamedValues, Placement, Storage, TensorFile};
use examen_tokenizers::LayoutTokenizer;

use super::config::{GeneratorConfig, MODEL_TYPE};
use super::network::GeneratorNetwork;
use crate::encoders::code::stored_parameters;
use crate::error::ModelError;
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
        let text = read_plain_text(&folder.join("config.json")).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|config| config["model_type"] == MODEL_TYPE)
    }

    /// Loads a generator.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = GeneratorConfig::read(folder)?;
        let text = |name: &str| {
            let path = folder.join(name);
            let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
            Ok::<_, ModelError>((path, text))
        };
        let (path, tokenizer) = text("tokenizer.json")?;
        let tokenizer = LayoutTokenizer::from_json(&path.display().to_string(), &tokenizer)?;
        if tokenizer.len() != config.encoder.vocab_size {
            let wanted = config.encoder.vocab_size;
            let reason = format!("{} tokens, where the configuration has {wanted}", tokenizer.len());
            return Err(ModelError::file(&path, reason));
        }
        let (path, words) = text("words.json")?;
        let words: Vocabulary = serde_json::from_str(&words).map_err(|error| ModelError::file(&path, error))?;
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
    let json = |error: serde_json::Error| ModelError::file(Path::new("config.json"), error);
    let file = TensorFile { tensors: parameters, metadata: [("format".to_owned(), "pt".to_owned())].into() };
    let weights = file.to_stored(storage)?;
    Ok(vec![
        ("config.json", serde_json::to_vec_pretty(config).map_err(json)?),
        ("tokenizer.json", tokenizer.to_json().into_bytes()),
        ("words.json", serde_json::to_vec(words).map_err(json)?),
        ("model.safetensors", weights),
    ])
}
