//! Encoders on this machine.

use std::path::PathBuf;

use examen_data::{InputHash, hash_file};
use examen_models::{CodeModel, Encoder, Placement};

use super::hub::fetched;
use crate::context::Context;
use crate::error::{While as _, refuse};
use crate::predict::{BUILT_IN, ModelSpec, RANDOM_ENCODER};

/// Endings of the files that a checkpoint is made of.
const ENDINGS: [&str; 6] = ["bin", "json", "jinja", "model", "safetensors", "txt"];

/// The seed of the encoder with random weights: this baseline is the same for everybody.
const RANDOM_SEED: u64 = 0;

/// An encoder that can be loaded without the network.
pub struct LocalEncoder {
    /// The name in results.
    pub name: String,
    source: Source,
}

/// Where an encoder is from.
enum Source {
    /// Random weights.
    Random,
    /// The trained model that is part of the program.
    BuiltIn,
    /// A checkpoint, or a model of our own.
    Directory(PathBuf),
}

impl LocalEncoder {
    /// Finds an encoder, and fetches it from the hub if it is there and not here.
    pub fn find(model: &ModelSpec, context: &Context<'_>) -> crate::Result<Self> {
        let source = match model {
            ModelSpec::BuiltIn(RANDOM_ENCODER) => Source::Random,
            ModelSpec::BuiltIn(BUILT_IN) => Source::BuiltIn,
            ModelSpec::BuiltIn(name) => {
                refuse!(
                    "{name} answers examples and gives no features; the built-in encoders are `{BUILT_IN}` and `{RANDOM_ENCODER}`"
                )
            }
            ModelSpec::Directory(directory) if !directory.is_dir() => refuse!("{}", model.unknown()),
            ModelSpec::Directory(directory) => Source::Directory(directory.clone()),
            ModelSpec::Hub(name) => Source::Directory(fetched(name, context)?),
            ModelSpec::Url(address) => refuse!("{address}: models behind an address give no features yet"),
        };
        Ok(Self { name: model.name(), source })
    }

    /// Returns a hash of the files of the encoder; the same for the same files, wherever they lie.
    pub fn fingerprint(&self) -> crate::Result<String> {
        let directory = match &self.source {
            Source::Random => return Ok(format!("{RANDOM_ENCODER} {RANDOM_SEED}")),
            Source::BuiltIn => {
                let mut hash = InputHash::default();
                hash.add(CodeModel::built_in_files());
                return Ok(hash.to_string());
            }
            Source::Directory(directory) => directory,
        };
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
        match &self.source {
            Source::Random => Ok("bert".to_owned()),
            Source::BuiltIn => Ok(Encoder::built_in_on(Placement::default())?.architecture().to_owned()),
            Source::Directory(directory) => {
                Encoder::architecture_of(directory).doing(|| format!("cannot read the model {}", directory.display()))
            }
        }
    }

    /// Loads the encoder.
    pub fn load(&self, placement: Placement) -> crate::Result<Encoder> {
        match &self.source {
            Source::Random => Ok(Encoder::random_on(RANDOM_SEED, placement)?),
            Source::BuiltIn => Ok(Encoder::built_in_on(placement)?),
            Source::Directory(directory) => Encoder::load_on(directory, placement)
                .doing(|| format!("cannot load the model {}", directory.display())),
        }
    }
}
