//! code2vec: one vector for a function, and one for each name.

use examen_tensor::{Labels, Mode, Tensor, cross_entropy, embedding, linear, top_k};

use super::config::NamerConfig;
use super::contexts::{EncodedName, NamerInput};
use super::network::{Answered, NameGuess};
use super::parts::{ContextEncoder, attention_weights, sums};
use crate::error::ModelError;
use crate::vocabulary::Vocabulary;
use crate::weights::Weights;

#[derive(Debug)]
pub(super) struct Code2vec {
    contexts: ContextEncoder,
    attention: Tensor<2>,
    names: Tensor<2>,
}

impl Code2vec {
    pub(super) fn load(config: &NamerConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let width = config.vector_width();
        Ok(Self {
            contexts: ContextEncoder::load(config, weights)?,
            attention: weights.take("attention.weight", [1, width])?,
            names: weights.take("names.weight", [config.names, width])?,
        })
    }

    /// The vectors of functions, and the attention weight of each context: function, place.
    fn functions(&self, input: &NamerInput, mode: Mode<'_>) -> Result<(Tensor<2>, Tensor<2>), ModelError> {
        let vectors = self.contexts.vectors(input, mode)?;
        let scores = linear(vectors.clone(), &self.attention, None);
        let (rows, longest) = (input.len(), input.longest());
        let (numbers, is_padding) = input.padded();
        let weights = attention_weights(embedding(&scores, &numbers).reshape([rows, longest]), &is_padding);
        // Back to one for each context.
        let places = (0u32..).zip(&is_padding).filter(|(_, is_padding)| !**is_padding).map(|(place, _)| place);
        let flat = embedding(&weights.clone().reshape([rows * longest, 1]), &places.collect::<Vec<_>>());
        Ok((sums(&(vectors * flat), &input.counts)?, weights))
    }

    /// The cross entropy of whole names; examples need one that the vocabulary has.
    pub(super) fn loss(
        &self,
        input: &NamerInput,
        examples: &[&EncodedName],
        mode: Mode<'_>,
    ) -> Result<Tensor<1>, ModelError> {
        let (vectors, _) = self.functions(input, mode)?;
        let labels = examples.iter().map(|example| example.name.first().map(|&name| name as usize)).collect();
        Ok(cross_entropy(&linear(vectors, &self.names, None), &Labels::new(labels)))
    }

    /// The names with the greatest scores, the greatest first, with their probabilities among all names.
    pub(super) fn answer(&self, input: &NamerInput, count: usize) -> Result<Vec<Answered>, ModelError> {
        let (vectors, weights) = self.functions(input, Mode::Eval)?;
        let [_, longest] = weights.shape();
        let scores = linear(vectors.clone(), &self.names, None);
        // One more: the unknown name is no answer.
        let best = top_k(&examen_tensor::log_softmax(scores), count + 1);
        let [_, width] = vectors.shape();
        let (vectors, weights) = (vectors.into_values()?, weights.into_values()?);
        let answers = best.into_iter().enumerate().map(|(row, best)| {
            let known = best.into_iter().filter(|(name, _)| *name != Vocabulary::UNKNOWN).take(count);
            let guess = |(name, log_probability)| NameGuess { words: vec![name], log_probability };
            Answered {
                guesses: known.map(guess).collect(),
                attention: weights[row * longest..][..input.counts[row]].to_vec(),
                vector: vectors[row * width..][..width].to_vec(),
            }
        });
        Ok(answers.collect())
    }
}
