//! Settings of encoders, which are flags of commands too.

use clap::{Args, ValueEnum};
use examen_models::{Device, Encoder, ModelError, Placement, Precision, takes_data_flow};

use super::LocalEncoder;
use super::input_encoder::{InputEncoder, refusal};
use crate::error::{While as _, refuse};

/// The default batch size: larger batches are no faster on a CPU.
const BATCH_SIZE: usize = 32;

/// How an encoder turns texts into features.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "How texts are encoded")]
pub struct EncoderSettings {
    /// The state that stands for a text [default: first, or last for causal models].
    #[arg(long, value_enum)]
    pub pool: Option<Pool>,

    /// Cut texts to so many tokens, special tokens included [default: what the model takes].
    #[arg(long, value_name = "N")]
    pub max_length: Option<usize>,

    /// Show texts with the flow of data between their variables, as GraphCodeBERT was trained to read them: only RoBERTa checkpoints.
    ///
    /// Comments and docstrings are not shown then, and texts must be of Java or Python.
    #[arg(long)]
    pub data_flow: bool,

    /// The most texts in a batch. Changes nothing but speed and memory.
    #[arg(long, value_name = "N", default_value_t = BATCH_SIZE, value_parser = at_least_one)]
    pub batch_size: usize,

    /// What computes: cpu, or cuda in a build with the feature `torch`.
    #[arg(long, value_name = "DEVICE", default_value = "cpu")]
    pub device: Device,

    /// The type of numbers: f32, or bf16 in a build with the feature `torch`.
    #[arg(long, value_name = "TYPE", default_value = "f32")]
    pub precision: Precision,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "wanted a number from 1 up".to_owned())
}

/// The state that stands for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Pool {
    /// The state of the first position, a special token in most encoders.
    First,
    /// The mean over all tokens, special tokens included.
    Mean,
    /// The state of the last token.
    Last,
    /// The state of one token of the text: the one that is asked about, or else the first.
    Token,
}

impl Pool {
    /// Returns the word on the command line, in names of files and in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Mean => "mean",
            Self::Last => "last",
            Self::Token => "token",
        }
    }

    /// Returns the default for an encoder: the position that summarises the text.
    pub fn summary_of(encoder: &Encoder) -> Self {
        if encoder.is_causal() { Self::Last } else { Self::First }
    }
}

impl Default for EncoderSettings {
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

impl EncoderSettings {
    /// Returns what features depend on beside the model, the texts and the pool. Devices differ in the last bits only.
    pub fn fingerprint(&self, encoder: &Encoder) -> String {
        let flow = if self.data_flow { " data-flow" } else { "" };
        format!("{} {}{flow}", encoder.max_length(), self.precision)
    }

    /// Refuses an encoder that does not take these settings, before it is loaded.
    pub fn check(&self, local: &LocalEncoder) -> crate::Result<()> {
        if self.data_flow {
            let architecture = local.architecture()?;
            if !takes_data_flow(&architecture) {
                refuse!("{}", refusal(&architecture));
            }
        }
        Ok(())
    }

    /// Returns the encoder of inputs for a model.
    pub fn input_encoder<'e>(&self, encoder: &'e Encoder) -> crate::Result<InputEncoder<'e>> {
        InputEncoder::new(encoder, self.data_flow)
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
