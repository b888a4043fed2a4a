//! The directory of a model of our own: `config.json`, `model.safetensors`, `tokenizer.json`.

use std::io::Read;
use std::path::{Path, PathBuf};

use examen_corpus::{open_plain_file, read_plain_text};
use examen_tensor::{NamedValues, Parameters, Placement, Storage, TensorFile};
use examen_tokenizers::LayoutTokenizer;

use super::config::{CodeConfig, MODEL_TYPE};
use super::network::{CodeHead, CodeNetwork};
use crate::error::ModelError;

/// The span predictor that is part of the program, its weights in 8 bits: `builtin/README.md` says how it was made.
const SPANS: [&[u8]; 3] = [
    include_bytes!("../../../builtin/spans/config.json"),
    include_bytes!("../../../builtin/spans/tokenizer.json"),
    include_bytes!("../../../builtin/spans/model.safetensors"),
];

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
        let config = CodeConfig::read(folder)?;
        let path = folder.join("tokenizer.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let (_, weights) = stored_weights(folder)?;
        Self::of(folder, config, &text, &weights, placement)
    }

    /// The span predictor that is part of the program. It answers all queries by one pass.
    pub fn built_in_spans(placement: Placement) -> Result<Self, ModelError> {
        let folder = Path::new("builtin/spans");
        let [config, tokenizer, weights] = SPANS;
        let config = serde_json::from_slice(config).map_err(|error| ModelError::file(folder, error))?;
        Self::of(folder, config, &String::from_utf8_lossy(tokenizer), weights, placement)
    }

    /// The files of the span predictor that is part of the program.
    pub fn built_in_files() -> [&'static [u8]; 3] {
        SPANS
    }

    /// A model of the texts and bytes of its files; errors name the files of this directory.
    fn of(
        folder: &Path,
        config: CodeConfig,
        tokenizer: &str,
        weights: &[u8],
        placement: Placement,
    ) -> Result<Self, ModelError> {
        let path = folder.join("tokenizer.json");
        let tokenizer = LayoutTokenizer::from_json(&path.display().to_string(), tokenizer)?;
        if tokenizer.len() != config.vocab_size {
            let reason = format!("{} tokens, where the configuration has {}", tokenizer.len(), config.vocab_size);
            return Err(ModelError::file(&path, reason));
        }
        let path = folder.join("model.safetensors");
        let file = TensorFile::from_bytes(weights).map_err(|error| ModelError::file(&path, error))?;
        let parameters = Parameters::new(file.tensors, placement)?;
        let head = match config.decision {
            Some(_) => CodeHead::Decision,
            None if parameters.shape("spans.weight").is_some() => CodeHead::Spans,
            None => CodeHead::MaskedTokens,
        };
        let network = CodeNetwork::detached(&config, head, &parameters).map_err(|error| error.in_file(&path))?;
        Ok(Self { config, tokenizer, head, network, parameters })
    }
}

/// The weights in the directory of a model that the program has written, as parameters, and their file.
pub(crate) fn stored_parameters(folder: &Path, placement: Placement) -> Result<(PathBuf, Parameters), ModelError> {
    let (path, weights) = stored_weights(folder)?;
    let file = TensorFile::from_bytes(&weights).map_err(|error| ModelError::file(&path, error))?;
    Ok((path, Parameters::new(file.tensors, placement)?))
}

/// The bytes of that file. It may have any length: a large model is larger than what texts may be.
fn stored_weights(folder: &Path) -> Result<(PathBuf, Vec<u8>), ModelError> {
    let (path, mut weights) = (folder.join("model.safetensors"), Vec::new());
    open_plain_file(&path)
        .and_then(|mut file| file.read_to_end(&mut weights))
        .map_err(|error| ModelError::file(&path, error))?;
    Ok((path, weights))
}

/// The files of a model of our own, by name.
pub fn write_code_model(
    config: &CodeConfig,
    tokenizer: &LayoutTokenizer,
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<[(&'static str, Vec<u8>); 3], ModelError> {
    let json = |error: serde_json::Error| ModelError::file(Path::new("config.json"), error);
    let file = TensorFile { tensors: parameters, metadata: [("format".to_owned(), "pt".to_owned())].into() };
    let weights = file.to_stored(storage)?;
    Ok([
        ("config.json", serde_json::to_vec_pretty(config).map_err(json)?),
        ("tokenizer.json", tokenizer.to_json().into_bytes()),
        ("model.safetensors", weights),
    ])
}
