//! Encoders on this machine.

use std::path::PathBuf;

use examen_data::{InputHash, hash_file};
use examen_models::{Encoder, Placement};

use super::hub::fetched;
use crate::context::Context;
use crate::error::{While as _, refuse};
use crate::predict::{ModelSpec, RANDOM_ENCODER};

/// Endings of the files that a checkpoint is made of.
const ENDINGS: [&str; 6] = ["bin", "json", "jinja", "model", "safetensors", "txt"];

/// The seed of the built-in encoder: this baseline is the same for everybody.
const RANDOM_SEED: u64 = 0;

/// An encoder that can be loaded without the network.
pub struct LocalEncoder {
    /// The name in results.
    pub name: String,
    /// Its checkpoint; none for the built-in encoder.
    directory: Option<PathBuf>,
}

impl LocalEncoder {
    /// Finds an encoder, and fetches it from the hub if it is there and not here.
    pub fn find(model: &ModelSpec, context: &Context<'_>) -> crate::Result<Self> {
        let directory = match model {
            ModelSpec::BuiltIn(RANDOM_ENCODER) => None,
            ModelSpec::BuiltIn(name) => {
                refuse!("{name} answers examples and gives no features; the built-in encoder is `{RANDOM_ENCODER}`")
            }
            ModelSpec::Directory(directory) if !directory.is_dir() => refuse!("{}", model.unknown()),
            ModelSpec::Directory(directory) => Some(directory.clone()),
            ModelSpec::Hub(name) => Some(fetched(name, context)?),
            ModelSpec::Url(address) => refuse!("{address}: models behind an address give no features yet"),
        };
        Ok(Self { name: model.name(), directory })
    }

    /// Returns a hash of the files of the encoder; the same for the same files, wherever they lie.
    pub fn fingerprint(&self) -> crate::Result<String> {
        let Some(directory) = &self.directory else { return Ok(format!("{RANDOM_ENCODER} {RANDOM_SEED}")) };
        let named = || format!("cannot read the model {}", directory.display());
        let mut hash = InputHash::default();
        for entry in std::fs::read_dir(directory).doing(named)? {
            let path = entry.doing(named)?.path();
            if path.is_file() && path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| *known == ending)) {
                let (_, digest) = hash_file(&path)?;
                hash.add([path.file_name().unwrap_or_default().as_encoded_bytes(), digest.as_bytes()]);
            }
        }
        Ok(hash.to_string())
    }

    /// Returns the `model_type` without loading the encoder.
    pub fn architecture(&self) -> crate::Result<String> {
        match &self.directory {
            Some(directory) => {
                Encoder::architecture_of(directory).doing(|| format!("cannot read the model {}", directory.display()))
            }
            None => Ok("bert".to_owned()),
        }
    }

    /// Loads the encoder.
    pub fn load(&self, placement: Placement) -> crate::Result<Encoder> {
        match &self.directory {
            Some(directory) => Encoder::load_on(directory, placement)
                .doing(|| format!("cannot load the model {}", directory.display())),
            None => Ok(Encoder::random_on(RANDOM_SEED, placement)?),
        }
    }
}
