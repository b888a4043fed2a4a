//! The flags that say how an encoder is asked, the same for all commands.

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use examen_models::{Device, Encoder, Placement, Precision};

use super::LocalEncoder;

/// Texts that are worked on at once: more are no faster on a CPU.
const BATCH_SIZE: usize = 32;

#[derive(Args, Clone)]
#[command(next_help_heading = "How the encoder is asked")]
pub(crate) struct EncoderFlags {
    /// What stands for a text [default: first, or last for models that see only what was before].
    #[arg(long, value_enum)]
    pub(crate) pool: Option<Pool>,

    /// Cut texts to so many tokens, with those that frame them [default: what the model takes].
    #[arg(long, value_name = "N")]
    pub(crate) max_length: Option<usize>,

    /// The most texts that are worked on at once. Changes nothing but speed and memory.
    #[arg(long, value_name = "N", default_value_t = BATCH_SIZE)]
    pub(crate) batch_size: usize,

    /// What computes: cpu, or cuda in a build with the feature `torch`.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: Device,

    /// The type of numbers: f32, or bf16 in a build with the feature `torch`.
    #[arg(long, value_name = "TYPE", default_value = "f32")]
    pub(crate) precision: Precision,
}

/// What stands for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Pool {
    /// The state of the first position, which most encoders frame texts with.
    First,
    /// The mean over all positions.
    Mean,
    /// The state of the last position.
    Last,
    /// The state of one token of the text: the one that is asked about, or else the first.
    Token,
}

impl Pool {
    /// The word on the command line, in names of files and in results.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Mean => "mean",
            Self::Last => "last",
            Self::Token => "token",
        }
    }

    /// What stands for a text where the user did not say: the position that an encoder sums the text up in.
    pub(crate) fn summary_of(encoder: &Encoder) -> Self {
        if encoder.is_causal() { Self::Last } else { Self::First }
    }
}

impl Default for EncoderFlags {
    fn default() -> Self {
        Self { pool: None, max_length: None, batch_size: BATCH_SIZE, device: Device::Cpu, precision: Precision::F32 }
    }
}

impl EncoderFlags {
    /// What features depend on beside the model, the texts and how they are pooled. Devices round otherwise in the last bits only.
    pub(crate) fn fingerprint(&self, encoder: &Encoder) -> String {
        format!("{} {}", encoder.max_length(), self.precision)
    }

    /// Loads an encoder and sets the length of its texts.
    pub(crate) fn load(&self, local: &LocalEncoder) -> anyhow::Result<Encoder> {
        let mut encoder = local.load(Placement::new(self.device, self.precision)?)?;
        if let Some(length) = self.max_length {
            encoder.limit_length(length).context("--max-length")?;
        }
        Ok(encoder)
    }
}
