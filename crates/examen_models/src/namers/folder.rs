//! The directory of a namer: `config.json`, `model.safetensors`, `vocabulary.json`.

use std::path::Path;

use examen_corpus::read_plain_text;
use examen_tensor::{NamedValues, Placement, Storage, TensorFile};

use super::config::NamerConfig;
use super::network::NamerNetwork;
use super::vocabulary::NamerVocabulary;
use crate::encoders::stored_parameters;
use crate::error::ModelError;

/// A namer from a directory.
#[derive(Debug)]
pub struct NamerModel {
    /// Its configuration.
    pub config: NamerConfig,
    /// Its vocabularies.
    pub vocabulary: NamerVocabulary,
    /// The network, without gradients.
    pub network: NamerNetwork,
}

impl NamerModel {
    /// Whether a directory has a namer.
    pub fn is_in(folder: &Path) -> bool {
        let text = read_plain_text(&folder.join("config.json")).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text)
            .is_ok_and(|config| serde_json::from_value::<super::NamerKind>(config["model_type"].clone()).is_ok())
    }

    /// Loads a namer.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = NamerConfig::read(folder)?;
        let path = folder.join("vocabulary.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let vocabulary: NamerVocabulary =
            serde_json::from_str(&text).map_err(|error| ModelError::file(&path, error))?;
        let sizes = [
            ("words", vocabulary.words.len(), config.words),
            ("paths", vocabulary.paths.len(), config.paths),
            ("names", vocabulary.names.len(), config.names),
        ];
        if let Some((name, found, wanted)) = sizes.into_iter().find(|(_, found, wanted)| found != wanted) {
            let reason = format!("{found} {name}, where the configuration has {wanted}");
            return Err(ModelError::file(&path, reason));
        }
        let (path, parameters) = stored_parameters(folder, placement)?;
        let network = NamerNetwork::detached(&config, &parameters).map_err(|error| error.in_file(&path))?;
        Ok(Self { config, vocabulary, network })
    }
}

/// The files of a namer, by name.
pub fn write_namer(
    config: &NamerConfig,
    vocabulary: &NamerVocabulary,
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> {
    let json = |error: serde_json::Error| ModelError::file(Path::new("config.json"), error);
    let file = TensorFile { tensors: parameters, metadata: [("format".to_owned(), "pt".to_owned())].into() };
    let weights = file.to_stored(storage)?;
    Ok(vec![
        ("config.json", serde_json::to_vec_pretty(config).map_err(json)?),
        ("vocabulary.json", serde_json::to_vec(vocabulary).map_err(json)?),
        ("model.safetensors", weights),
    ])
}
