//! Directories of models that the program has written: `config.json`, `model.safetensors`, and what they read texts with.

use std::io::Read;
use std::path::{Path, PathBuf};

use examen_corpus::{open_plain_file, read_plain_text};
use examen_tensor::{NamedValues, Parameters, Placement, Storage, TensorFile};
use examen_tokenizers::LayoutTokenizer;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::ModelError;

/// What `config.json` says of a model of our own.
pub(crate) trait ModelConfig: DeserializeOwned {
    /// What is wrong with it, if something is.
    fn fault(&self) -> Option<String>;
}

/// The `model_type` in the `config.json` of a directory; null where there is none.
pub(crate) fn model_type(folder: &Path) -> Value {
    let text = read_plain_text(&folder.join("config.json")).unwrap_or_default();
    serde_json::from_str::<Value>(&text).map_or(Value::Null, |config| config["model_type"].clone())
}

/// Reads the `config.json` of a directory.
pub(crate) fn read_config<C: ModelConfig>(folder: &Path) -> Result<C, ModelError> {
    let (path, config) = read_json::<C>(folder, "config.json")?;
    match config.fault() {
        Some(fault) => Err(ModelError::file(&path, fault)),
        None => Ok(config),
    }
}

/// A `model_type` that is another than the wanted one.
pub(crate) fn wrong_type(found: &str, wanted: &str) -> Option<String> {
    (found != wanted).then(|| format!("`model_type` is `{found}`, not `{wanted}`"))
}

/// The first of some sizes that is none. No network has sizes of 0, or past 16 million.
pub(crate) fn wrong_size(sizes: &[(&str, usize)]) -> Option<String> {
    let (name, size) = sizes.iter().find(|(_, size)| !(1..=1 << 24).contains(size))?;
    Some(format!("`{name}` is {size}, which is no size"))
}

/// Reads a file of a directory as JSON; its path comes with it.
pub(crate) fn read_json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<(PathBuf, T), ModelError> {
    let path = folder.join(name);
    let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
    let value = serde_json::from_str(&text).map_err(|error| ModelError::file(&path, error))?;
    Ok((path, value))
}

/// Reads the tokenizer of a directory, which has so many tokens by its configuration.
pub(crate) fn read_tokenizer(folder: &Path, tokens: usize) -> Result<LayoutTokenizer, ModelError> {
    let path = folder.join("tokenizer.json");
    let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
    tokenizer_of(&path, &text, tokens)
}

/// The tokenizer in a text; errors name this file.
pub(crate) fn tokenizer_of(path: &Path, text: &str, tokens: usize) -> Result<LayoutTokenizer, ModelError> {
    let tokenizer = LayoutTokenizer::from_json(&path.display().to_string(), text)?;
    if tokenizer.len() == tokens {
        Ok(tokenizer)
    } else {
        let reason = format!("{} tokens, where the configuration has {tokens}", tokenizer.len());
        Err(ModelError::file(path, reason))
    }
}

/// The weights in a directory as parameters, and their file.
pub(crate) fn stored_parameters(folder: &Path, placement: Placement) -> Result<(PathBuf, Parameters), ModelError> {
    let (path, weights) = stored_weights(folder)?;
    let parameters = parameters_of(&path, &weights, placement)?;
    Ok((path, parameters))
}

/// The parameters in the bytes of weights; errors name this file.
pub(crate) fn parameters_of(path: &Path, weights: &[u8], placement: Placement) -> Result<Parameters, ModelError> {
    let file = TensorFile::from_bytes(weights).map_err(|error| ModelError::file(path, error))?;
    Ok(Parameters::new(file.tensors, placement)?)
}

/// The bytes of the weights in a directory, and their file. It may have any length: a large model is larger than what texts may be.
pub(crate) fn stored_weights(folder: &Path) -> Result<(PathBuf, Vec<u8>), ModelError> {
    let (path, mut weights) = (folder.join("model.safetensors"), Vec::new());
    open_plain_file(&path)
        .and_then(|mut file| file.read_to_end(&mut weights))
        .map_err(|error| ModelError::file(&path, error))?;
    Ok((path, weights))
}

/// The files of a model, by name: its configuration, what it reads texts with, and its weights.
pub(crate) fn model_files<const N: usize>(
    config: &impl Serialize,
    others: [(&'static str, serde_json::Result<Vec<u8>>); N],
    parameters: Vec<NamedValues>,
    storage: Storage,
) -> Result<Vec<(&'static str, Vec<u8>)>, ModelError> {
    let json = |error: serde_json::Error| ModelError::file(Path::new("config.json"), error);
    let file = TensorFile { tensors: parameters, metadata: [("format".to_owned(), "pt".to_owned())].into() };
    let weights = file.to_stored(storage)?;
    let mut files = vec![("config.json", serde_json::to_vec_pretty(config).map_err(json)?)];
    for (name, bytes) in others {
        files.push((name, bytes.map_err(json)?));
    }
    files.push(("model.safetensors", weights));
    Ok(files)
}
