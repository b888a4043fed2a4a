//! The directory of a namer: `config.json`, `model.safetensors`, `vocabulary.json`.

use std::path::Path;

use examen_tensor::{NamedValues, Placement, Storage};

use super::config::NamerConfig;
use super::network::NamerNetwork;
use super::vocabulary::NamerVocabulary;
use crate::error::ModelError;
use crate::model_folder::{model_files, model_type, read_json, stored_parameters};

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
        serde_json::from_value::<super::NamerKind>(model_type(folder)).is_ok()
    }

    /// Loads a namer.
    pub fn load(folder: &Path, placement: Placement) -> Result<Self, ModelError> {
        let config = NamerConfig::read(folder)?;
        let (path, vocabulary) = read_json::<NamerVocabulary>(folder, "vocabulary.json")?;
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
    model_files(config, [("vocabulary.json", serde_json::to_vec(vocabulary))], parameters, storage)
}
