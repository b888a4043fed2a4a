//! The built-in encoder, untrained: what a probe finds in it is the probe's own, so it is the baseline of every probe.
//!
//! A randomly initialised BERT of four layers and a tokenizer of its own, both part of the program, so that probing needs no
//! download. It is small, because a baseline has to cost little: 2,000 functions of 243,085 tokens take 4.5 seconds of one core.
//! `config.json` of `builtin/` has its sizes, `train_tokenizer` of `examen_tokenizers` makes its tokenizer.

use examen_tensor::{Parameters, Placement};

use super::config::Config;
use super::encoder::Encoder;
use crate::error::ModelError;
use crate::weights::Weights;
use examen_tokenizers::TokenizerFiles;

static CONFIG: &str = include_str!("../../builtin/config.json");
static TOKENIZER: &str = include_str!("../../builtin/tokenizer.json");

impl Encoder {
    /// The built-in encoder, randomly initialised by a seed: the same on any machine.
    pub fn random(seed: u64) -> Result<Self, ModelError> {
        Self::random_on(seed, Placement::default())
    }

    /// The same, to compute at another place than the CPU in f32.
    pub fn random_on(seed: u64, placement: Placement) -> Result<Self, ModelError> {
        Self::built_in(&mut Weights::random(seed, placement))
    }

    /// The built-in encoder together with its weights as parameters: see [`Self::load_trainable`].
    pub fn random_trainable(seed: u64, placement: Placement) -> Result<(Self, Parameters), ModelError> {
        let mut weights = Weights::random(seed, placement).kept();
        let encoder = Self::built_in(&mut weights)?;
        Ok((encoder, weights.into_parameters()?))
    }

    fn built_in(weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        Self::assemble(Config::built_in(CONFIG)?, weights, &TokenizerFiles::built_in(TOKENIZER))
    }
}
