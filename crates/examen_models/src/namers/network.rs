//! A namer, whichever it is.

use examen_tensor::{Mode, Parameters, Tensor};

use super::code2seq::Code2seq;
use super::code2vec::Code2vec;
use super::config::{NamerConfig, NamerKind};
use super::contexts::{EncodedName, NamerInput};
use crate::error::ModelError;
use crate::weights::Weights;

/// A namer.
#[derive(Debug)]
pub struct NamerNetwork(Kind);

#[derive(Debug)]
enum Kind {
    Code2vec(Box<Code2vec>),
    Code2seq(Box<Code2seq>),
}

/// A name that a network gives.
#[derive(Clone, Debug, PartialEq)]
pub struct NameGuess {
    /// Its words, by their numbers in the vocabulary of names.
    pub words: Vec<u32>,
    /// The logarithm of its probability.
    pub log_probability: f32,
}

/// The answer to one function.
#[derive(Clone, Debug, PartialEq)]
pub struct Answered {
    /// The most probable names, the best first.
    pub guesses: Vec<NameGuess>,
    /// The weight of each context: with code2seq the mean over the parts of the best name.
    pub attention: Vec<f32>,
    /// The vector of the function: with code2seq that which its decoder starts from.
    pub vector: Vec<f32>,
}

impl NamerNetwork {
    /// The network of parameters in training. It has to be made anew after each step of an optimizer.
    pub fn tracked(config: &NamerConfig, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, &mut Weights::of(parameters, true))
    }

    /// The network of the present values of parameters, without gradients.
    pub fn detached(config: &NamerConfig, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, &mut Weights::of(parameters, false))
    }

    fn load(config: &NamerConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let kind = match config.model_type {
            NamerKind::Code2vec => Kind::Code2vec(Box::new(Code2vec::load(config, weights)?)),
            NamerKind::Code2seq => Kind::Code2seq(Box::new(Code2seq::load(config, weights)?)),
        };
        weights.finish()?;
        Ok(Self(kind))
    }

    /// The loss of functions with their names: the negative logarithm of the probability of a name, the mean over functions.
    ///
    /// Every function needs a context, and a name for code2vec.
    pub fn loss(&self, input: &NamerInput, examples: &[&EncodedName], mode: Mode<'_>) -> Result<Tensor<1>, ModelError> {
        match &self.0 {
            Kind::Code2vec(network) => network.loss(input, examples, mode),
            Kind::Code2seq(network) => network.loss(input, examples, mode),
        }
    }

    /// The most probable names of functions, at most so many of each. Every function needs a context.
    pub fn answer(&self, input: &NamerInput, count: usize) -> Result<Vec<Answered>, ModelError> {
        if input.is_empty() {
            return Ok(Vec::new());
        }
        match &self.0 {
            Kind::Code2vec(network) => network.answer(input, count),
            Kind::Code2seq(network) => network.answer(input, count),
        }
    }
}
