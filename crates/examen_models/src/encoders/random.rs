//! An encoder that has learnt nothing: what a probe finds in it is the probe's own, so it is the floor of every probe.
//!
//! A BERT of four layers with drawn weights and a tokenizer of its own, both part of the program, so that probing needs no
//! download. It is small, because a floor has to cost little beside what it is held against: 2,000 functions of 243,085 tokens take
//! 4.5 seconds of one core. `config.json` of `builtin/` has its sizes, `train_tokenizer` of `examen_tokenizers` makes its tokenizer.

use examen_tensor::Placement;

use super::Encoder;
use super::config::Config;
use crate::checkpoint::Weights;
use crate::error::ModelError;
use examen_tokenizers::TokenizerFiles;

const CONFIG: &str = include_str!("../../builtin/config.json");
const TOKENIZER: &str = include_str!("../../builtin/tokenizer.json");

impl Encoder {
    /// The built-in encoder with the random weights of a seed: the same on any machine.
    pub fn random(seed: u64) -> Result<Self, ModelError> {
        Self::random_on(seed, Placement::default())
    }

    /// The same, to compute at another place than the CPU in f32.
    pub fn random_on(seed: u64, placement: Placement) -> Result<Self, ModelError> {
        let config = Config::built_in(CONFIG)?;
        Self::assemble(&config, Weights::drawn(seed, placement), &TokenizerFiles::built_in(TOKENIZER))
    }
}
