//! Encoders as they are named on the command line.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use crate::error::{While as _, refuse};
use examen_data::{InputHash, hash_file};
use examen_models::{Encoder, Placement};

use super::hub::fetched;
use crate::context::Context;

/// Endings of the files that a checkpoint is made of.
const ENDINGS: [&str; 6] = ["bin", "json", "jinja", "model", "safetensors", "txt"];

/// The seed of the built-in encoder: there is one floor, the same for everybody.
const RANDOM_SEED: u64 = 0;

/// Which encoder is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncoderChoice {
    /// A checkpoint in a folder.
    Folder(PathBuf),
    /// A checkpoint on the hub: `owner/name`, or `owner/name@revision`.
    Hub(String),
    /// The built-in one, which has learnt nothing.
    Random,
}

/// An encoder that is here.
pub struct LocalEncoder {
    pub name: String,
    /// Its checkpoint; none for the built-in one.
    folder: Option<PathBuf>,
}

impl FromStr for EncoderChoice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text.strip_prefix("hub:") {
            Some(name) => Self::Hub(name.to_owned()),
            None if text == Self::RANDOM => Self::Random,
            None => Self::Folder(text.into()),
        })
    }
}

impl EncoderChoice {
    /// The name of the encoder with random weights.
    pub const RANDOM: &str = "random-encoder";

    /// The name in results: that of the folder, or the hub's.
    pub fn name(&self) -> String {
        match self {
            Self::Folder(path) => {
                let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Hub(name) => name.clone(),
            Self::Random => Self::RANDOM.to_owned(),
        }
    }

    /// Fetches it from the hub, if it is there and not here.
    pub fn at_hand(&self, context: &Context<'_>) -> crate::Result<LocalEncoder> {
        let folder = match self {
            Self::Folder(folder) if !folder.is_dir() => {
                let random = Self::RANDOM;
                refuse!("{} is no folder of a model; the built-in one is called `{random}`", folder.display());
            }
            Self::Folder(folder) => Some(folder.clone()),
            Self::Hub(name) => Some(fetched(name, context)?),
            Self::Random => None,
        };
        Ok(LocalEncoder { name: self.name(), folder })
    }
}

impl LocalEncoder {
    /// What the encoder is made of; the same for the same files, wherever they lie.
    pub fn fingerprint(&self) -> crate::Result<String> {
        let Some(folder) = &self.folder else { return Ok(format!("{} {RANDOM_SEED}", EncoderChoice::RANDOM)) };
        let named = || format!("cannot read the model {}", folder.display());
        let mut hash = InputHash::default();
        for entry in std::fs::read_dir(folder).doing(named)? {
            let path = entry.doing(named)?.path();
            if path.is_file() && path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| *known == ending)) {
                let (_, digest) = hash_file(&path)?;
                hash.add([path.file_name().unwrap_or_default().as_encoded_bytes(), digest.as_bytes()]);
            }
        }
        Ok(hash.to_string())
    }

    /// Its `model_type`, without loading it.
    pub fn architecture(&self) -> crate::Result<String> {
        match &self.folder {
            Some(folder) => {
                Encoder::architecture_of(folder).doing(|| format!("cannot read the model {}", folder.display()))
            }
            None => Ok("bert".to_owned()),
        }
    }

    /// Loads it.
    pub fn load(&self, placement: Placement) -> crate::Result<Encoder> {
        match &self.folder {
            Some(folder) => {
                Encoder::load_on(folder, placement).doing(|| format!("cannot load the model {}", folder.display()))
            }
            None => Ok(Encoder::random_on(RANDOM_SEED, placement)?),
        }
    }
}
