//! Encoders as they are named on the command line.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, bail};
use examen_data::{InputHash, hash_file};
use examen_models::{Encoder, Placement};

/// Endings of the files that a checkpoint is made of.
const ENDINGS: [&str; 6] = ["bin", "json", "jinja", "model", "safetensors", "txt"];

/// The seed of the built-in encoder: there is one floor, the same for everybody.
const RANDOM_SEED: u64 = 0;

/// Which encoder is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EncoderChoice {
    /// A checkpoint in a folder.
    Folder(PathBuf),
    /// A checkpoint on the hub: `owner/name`, or `owner/name@revision`.
    Hub(String),
    /// The built-in one, which has learnt nothing.
    Random,
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
    pub(crate) const RANDOM: &str = "random-encoder";

    /// The name in results: that of the folder, or the hub's.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Folder(path) => {
                let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Hub(name) => name.clone(),
            Self::Random => Self::RANDOM.to_owned(),
        }
    }

    /// What the encoder is made of; the same for the same files, wherever they lie.
    pub(crate) fn fingerprint(&self) -> anyhow::Result<String> {
        let folder = match self {
            Self::Folder(folder) => folder,
            Self::Hub(_) => bail!(NO_HUB),
            Self::Random => return Ok(format!("{} {RANDOM_SEED}", Self::RANDOM)),
        };
        let named = || format!("cannot read the model {}", folder.display());
        let mut hash = InputHash::default();
        for entry in std::fs::read_dir(folder).with_context(named)? {
            let path = entry.with_context(named)?.path();
            if path.is_file() && path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| *known == ending)) {
                let (_, digest) = hash_file(&path)?;
                hash.add([path.file_name().unwrap_or_default().as_encoded_bytes(), digest.as_bytes()]);
            }
        }
        Ok(hash.to_string())
    }

    /// Loads it.
    pub(crate) fn load(&self, placement: Placement) -> anyhow::Result<Encoder> {
        match self {
            Self::Folder(folder) => load_folder(folder, placement),
            Self::Hub(_) => bail!(NO_HUB),
            Self::Random => Ok(Encoder::random_on(RANDOM_SEED, placement)?),
        }
    }
}

const NO_HUB: &str =
    "this build cannot fetch models: build it with the feature `hub`, or give the folder of a checkpoint";

fn load_folder(folder: &Path, placement: Placement) -> anyhow::Result<Encoder> {
    if !folder.is_dir() {
        let random = EncoderChoice::RANDOM;
        bail!("{} is no folder of a model; the built-in one is called `{random}`", folder.display());
    }
    Encoder::load_on(folder, placement).with_context(|| format!("cannot load the model {}", folder.display()))
}
