//! `config.json`: the configuration of a network.

use std::path::{Path, PathBuf};

use examen_corpus::read_plain_text;
use serde_json::Value;

use super::parts::Activation;
use crate::error::ModelError;

/// The configuration of a checkpoint.
#[derive(Debug)]
pub(crate) struct Config {
    path: PathBuf,
    value: Value,
}

impl Config {
    /// Reads the configuration in a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join("config.json");
        let text = read_plain_text(&path).map_err(|error| ModelError::file(&path, error))?;
        let value = serde_json::from_str(&text).map_err(|error| ModelError::file(&path, error))?;
        Ok(Self { path, value })
    }

    /// A configuration that is part of the program.
    pub(crate) fn built_in(text: &str) -> Result<Self, ModelError> {
        let path = PathBuf::from("built-in/config.json");
        let value = serde_json::from_str(text).map_err(|error| ModelError::file(&path, error))?;
        Ok(Self { path, value })
    }

    /// A configuration of ours, by its type.
    pub(crate) fn written(config: &impl serde::Serialize) -> Result<Self, ModelError> {
        let path = PathBuf::from("config.json");
        let value = serde_json::to_value(config).map_err(|error| ModelError::file(&path, error))?;
        Ok(Self { path, value })
    }

    /// The whole, as a type of ours.
    pub(crate) fn read_as<T: serde::de::DeserializeOwned>(&self) -> Result<T, ModelError> {
        serde_json::from_value(self.value.clone()).map_err(|error| self.wrong(error))
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// An error about this file.
    pub(crate) fn wrong(&self, reason: impl ToString) -> ModelError {
        ModelError::file(&self.path, reason)
    }

    /// A value; one that is null is not there.
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    /// A size that must be there. No network has sizes of 0, or past 16 million.
    pub(crate) fn size(&self, key: &str) -> Result<usize, ModelError> {
        let value = self.get(key).ok_or_else(|| self.wrong(format!("no `{key}`")))?;
        let size = value.as_u64().filter(|size| (1..=1 << 24).contains(size));
        size.map(|size| size as usize).ok_or_else(|| self.wrong(format!("`{key}` is {value}, which is no size")))
    }

    /// A size, or what it is where it is not given.
    pub(crate) fn size_or(&self, key: &str, usual: usize) -> Result<usize, ModelError> {
        if self.get(key).is_some() { self.size(key) } else { Ok(usual) }
    }

    /// A number, or what it is where it is not given.
    pub(crate) fn number_or(&self, key: &str, usual: f64) -> f64 {
        self.get(key).and_then(Value::as_f64).unwrap_or(usual)
    }

    /// A probability of dropout, or what it is where it is not given.
    pub(crate) fn dropout(&self, key: &str, usual: f64) -> Result<f64, ModelError> {
        let probability = self.number_or(key, usual);
        if (0.0..1.0).contains(&probability) {
            return Ok(probability);
        }
        Err(self.wrong(format!("`{key}` is {probability}, which is no probability of dropout")))
    }

    /// A truth value, or what it is where it is not given.
    pub(crate) fn flag_or(&self, key: &str, usual: bool) -> bool {
        self.get(key).and_then(Value::as_bool).unwrap_or(usual)
    }

    /// A text.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Value::as_str)
    }

    /// The id of a special token. Some models have several ends; the first counts.
    pub(crate) fn id(&self, key: &str) -> Option<u32> {
        let value = self.get(key)?;
        let value = value.as_array().and_then(|ids| ids.first()).unwrap_or(value);
        value.as_u64().and_then(|id| u32::try_from(id).ok())
    }

    /// An activation by its name.
    pub(crate) fn activation(&self, key: &str, usual: &str) -> Result<Activation, ModelError> {
        let name = self.text(key).unwrap_or(usual);
        Activation::by_name(name)
            .ok_or_else(|| self.wrong(format!("`{key}` is `{name}`, an activation not known here")))
    }

    /// Divides a size by another, as the width by the heads; an error where something is left over.
    pub(crate) fn divided(&self, whole: usize, parts: usize) -> Result<usize, ModelError> {
        if whole.is_multiple_of(parts) {
            return Ok(whole / parts);
        }
        Err(self.wrong(format!("a width of {whole} cannot be split into {parts} heads")))
    }
}
