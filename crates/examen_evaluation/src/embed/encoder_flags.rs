//! The flags that say how an encoder is asked, the same for all commands.

use crate::error::{While as _, refuse};
use clap::{Args, ValueEnum};
use examen_models::{Device, Encoder, ModelError, Placement, Precision, takes_data_flow};

use super::LocalEncoder;
use super::showing::{Showing, refusal};

/// Texts that are worked on at once: more are no faster on a CPU.
const BATCH_SIZE: usize = 32;

#[derive(Args, Clone)]
#[command(next_help_heading = "How the encoder is asked")]
pub struct EncoderFlags {
    /// What stands for a text [default: first, or last for models that see only what was before].
    #[arg(long, value_enum)]
    pub pool: Option<Pool>,

    /// Cut texts to so many tokens, with those that frame them [default: what the model takes].
    #[arg(long, value_name = "N")]
    pub max_length: Option<usize>,

    /// Show texts with the flow of data between their variables, as GraphCodeBERT was trained to read them: only RoBERTa checkpoints.
    ///
    /// Comments and docstrings are not shown then, and texts must be of Java or Python.
    #[arg(long)]
    pub data_flow: bool,

    /// The most texts that are worked on at once. Changes nothing but speed and memory.
    #[arg(long, value_name = "N", default_value_t = BATCH_SIZE)]
    pub batch_size: usize,

    /// What computes: cpu, or cuda in a build with the feature `torch`.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    device: Device,

    /// The type of numbers: f32, or bf16 in a build with the feature `torch`.
    #[arg(long, value_name = "TYPE", default_value = "f32")]
    pub precision: Precision,
}

/// What stands for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Pool {
    /// The state of the first position, which most encoders frame texts with.
    First,
    /// The mean over all tokens, with those that frame the text.
    Mean,
    /// The state of the last token.
    Last,
    /// The state of one token of the text: the one that is asked about, or else the first.
    Token,
}

impl Pool {
    /// The word on the command line, in names of files and in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Mean => "mean",
            Self::Last => "last",
            Self::Token => "token",
        }
    }

    /// What stands for a text where the user did not say: the position that an encoder sums the text up in.
    pub fn summary_of(encoder: &Encoder) -> Self {
        if encoder.is_causal() { Self::Last } else { Self::First }
    }
}

impl Default for EncoderFlags {
    fn default() -> Self {
        Self {
            pool: None,
            max_length: None,
            data_flow: false,
            batch_size: BATCH_SIZE,
            device: Device::Cpu,
            precision: Precision::F32,
        }
    }
}

impl EncoderFlags {
    /// What features depend on beside the model, the texts and how they are pooled. Devices round otherwise in the last bits only.
    pub fn fingerprint(&self, encoder: &Encoder) -> String {
        let flow = if self.data_flow { " data-flow" } else { "" };
        format!("{} {}{flow}", encoder.max_length(), self.precision)
    }

    /// Refuses an encoder that cannot be asked so, before anything is loaded.
    pub fn check(&self, local: &LocalEncoder) -> crate::Result<()> {
        if self.data_flow {
            let architecture = local.architecture()?;
            if !takes_data_flow(&architecture) {
                refuse!("{}", refusal(&architecture));
            }
        }
        Ok(())
    }

    /// What the encoder is shown of texts.
    pub fn showing<'e>(&self, encoder: &'e Encoder) -> crate::Result<Showing<'e>> {
        Showing::new(encoder, self.data_flow)
    }

    /// Loads an encoder and sets the length of its texts.
    pub fn load(&self, local: &LocalEncoder) -> crate::Result<Encoder> {
        let mut encoder = local.load(Placement::new(self.device, self.precision).map_err(ModelError::from)?)?;
        if let Some(length) = self.max_length {
            encoder.limit_length(length).doing(|| "--max-length")?;
        }
        Ok(encoder)
    }
}
