//! The network: an encoder of our own with a head.

use examen_tensor::{
    Attention, Labels, Mode, Parameters, Rotary, Tensor, cross_entropy, dropout, embedding, gather, gelu, linear,
};
use examen_tokenizers::labels::Label;

use super::body::CodeBody;
use super::config::CodeConfig;
use super::input::{MaskedTokens, PackedInput};
use crate::encoders::parts::Dense;
use crate::encoders::pre_norm::Attend;
use crate::error::ModelError;
use crate::weights::Weights;

/// Scores of B, I, O and F by the numbers of [`Label`], and of being the last token of a span.
pub(super) const SPAN_OUTPUTS: usize = 5;

const LABELS: usize = 4;

/// The weight of the loss for last tokens.
const END_WEIGHT: f32 = 0.5;

/// What a network predicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeHead {
    /// Whether something is so: one score of a sequence.
    Decision,
    /// Nothing by itself: its states are what the decoder of a generator reads.
    States,
    /// Tokens that were masked.
    MaskedTokens,
    /// Labels of tokens, and last tokens of spans.
    Spans,
}

/// An encoder of our own with a head.
#[derive(Debug)]
pub struct CodeNetwork {
    pub(super) body: CodeBody,
    head: Head,
    dropout: f64,
    is_one_pass: bool,
}

#[derive(Debug)]
enum Head {
    Decision { weight: Tensor<2>, bias: Tensor<1> },
    States,
    MaskedTokens { dense: Dense, bias: Tensor<1> },
    Spans { weight: Tensor<2>, bias: Tensor<1> },
}

impl CodeNetwork {
    /// The network of parameters in training. It has to be made anew after each step of an optimizer.
    pub fn tracked(config: &CodeConfig, head: CodeHead, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, head, &mut Weights::of(parameters, true))
    }

    /// The network of the present values of parameters, without gradients.
    pub fn detached(config: &CodeConfig, head: CodeHead, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, head, &mut Weights::of(parameters, false))
    }

    /// A network that has all weights that there are.
    fn load(config: &CodeConfig, head: CodeHead, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let network = Self::load_part(config, head, weights)?;
        weights.finish()?;
        Ok(network)
    }

    /// A network that leaves the weights that are not its own.
    pub(crate) fn load_part(
        config: &CodeConfig,
        head: CodeHead,
        weights: &mut Weights<'_>,
    ) -> Result<Self, ModelError> {
        let (width, body) = (config.hidden_size, CodeBody::load(config, weights)?);
        Ok(Self {
            body,
            head: match head {
                CodeHead::Decision => Head::Decision {
                    weight: weights.take("decision.weight", [1, width])?,
                    bias: weights.take("decision.bias", [1])?,
                },
                CodeHead::States => Head::States,
                CodeHead::MaskedTokens => Head::MaskedTokens {
                    dense: Dense::load(weights, "masked.dense", [width, width], true)?,
                    bias: weights.take("masked.bias", [config.vocab_size])?,
                },
                CodeHead::Spans => {
                    let outputs = SPAN_OUTPUTS * config.scored_queries();
                    Head::Spans {
                        weight: weights.take("spans.weight", [outputs, width])?,
                        bias: weights.take("spans.bias", [outputs])?,
                    }
                }
            },
            dropout: config.hidden_dropout_prob,
            is_one_pass: config.is_one_pass,
        })
    }

    /// The angles of rotary positions for sequences of at most so many tokens.
    pub fn rotary(config: &CodeConfig, length: usize) -> Result<Rotary, ModelError> {
        Ok(Rotary::new(length, &config.frequencies(), false)?)
    }

    /// The states of the last layer: token, width. Sequences are as they would be alone.
    pub fn states(&self, input: &PackedInput, rotary: &Rotary, mode: Mode<'_>) -> Result<Tensor<2>, ModelError> {
        let options = Attention { packing: Some(&input.packing), mode, ..Attention::default() };
        let rotary = rotary.at(&input.packing.places());
        self.states_by(input, mode, &|_, attention, x| Ok(attention.apply(x, &options, Some(&rotary))))
    }

    /// The same with another attention than that of packed sequences with rotary positions.
    pub(in crate::encoders) fn states_by(
        &self,
        input: &PackedInput,
        mode: Mode<'_>,
        attend: Attend<'_>,
    ) -> Result<Tensor<2>, ModelError> {
        let unseen;
        let queries = if self.is_one_pass {
            unseen = vec![0; input.len()];
            &unseen
        } else {
            &input.queries
        };
        let x = self.body.embed(&input.ids, queries, &input.occurrences).reshape([1, input.len(), self.body.width()]);
        let x = dropout(x, self.dropout, mode);
        let states = self.body.layers.forward_by(x, mode, &mut |_| Ok(()), attend)?;
        Ok(states.reshape([input.len(), self.body.width()]))
    }

    /// The vectors of tokens, beside which other tensors are put.
    pub(in crate::encoders) const fn embeddings(&self) -> &Tensor<2> {
        &self.body.words
    }

    /// The mean cross entropy of masked tokens.
    pub fn masked_loss(
        &self,
        input: &PackedInput,
        masked: &MaskedTokens,
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Result<Tensor<1>, ModelError> {
        let width = self.body.width();
        let Head::MaskedTokens { dense, bias } = &self.head else { return Err(ModelError::OtherHead) };
        let states = embedding(&self.states(input, rotary, mode)?, &masked.positions);
        let states = gelu(dense.apply(states.reshape([1, masked.positions.len(), width])));
        let scores = linear(states.reshape([masked.positions.len(), width]), &self.body.words, Some(bias));
        let labels = masked.ids.iter().map(|&id| Some(id as usize)).collect();
        Ok(cross_entropy(&scores, &Labels::new(labels)))
    }

    /// For each sequence one score, that of its first token: above 0 it is so.
    pub fn decision_scores(
        &self,
        input: &PackedInput,
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Result<Tensor<2>, ModelError> {
        let Head::Decision { weight, bias } = &self.head else { return Err(ModelError::OtherHead) };
        let starts: Vec<u32> = input.packing.ranges().map(|range| range.start as u32).collect();
        let states = embedding(&self.states(input, rotary, mode)?, &starts);
        Ok(linear(dropout(states, self.dropout, mode), weight, Some(bias)))
    }

    /// For each token the scores of its labels, and that of being the last of a span, for the query of its sequence.
    pub fn span_scores(&self, input: &PackedInput, rotary: &Rotary, mode: Mode<'_>) -> Result<Tensor<2>, ModelError> {
        let scores = self.span_scores_of_all(input, rotary, mode)?;
        if !self.is_one_pass {
            return Ok(scores);
        }
        let outputs = SPAN_OUTPUTS as u32;
        let of_query = |query: &u32| query * outputs..(query + 1) * outputs;
        Ok(gather(&scores, &input.queries.iter().flat_map(of_query).collect::<Vec<u32>>()))
    }

    /// The same for all queries that the network scores at once, one behind the other.
    pub(super) fn span_scores_of_all(
        &self,
        input: &PackedInput,
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Result<Tensor<2>, ModelError> {
        let Head::Spans { weight, bias } = &self.head else { return Err(ModelError::OtherHead) };
        let states = dropout(self.states(input, rotary, mode)?, self.dropout, mode);
        Ok(linear(states, weight, Some(bias)))
    }

    /// The scores for one query among those of [`Self::span_scores_of_all`].
    pub(super) fn of_query(&self, scores: &[f32], query: u32) -> Vec<f32> {
        let Head::Spans { bias, .. } = &self.head else { return Vec::new() };
        let ([width], start) = (bias.shape(), query as usize * SPAN_OUTPUTS);
        scores.chunks_exact(width).flat_map(|row| &row[start..start + SPAN_OUTPUTS]).copied().collect()
    }

    /// The loss of labels: cross entropy summed over the tokens of an example, which is the negative logarithm of the
    /// probability of an exact match, and in part that of last tokens; the mean over examples.
    pub fn span_loss(
        scores: &Tensor<2>,
        labels: &[Label],
        is_last: &[bool],
        examples: usize,
    ) -> Result<Tensor<1>, ModelError> {
        let [tokens, _] = scores.shape();
        let is_code = |label: &Label| *label != Label::NotCode;
        let classes = labels.iter().map(|label| is_code(label).then_some(*label as usize)).collect();
        let ends =
            labels.iter().zip(is_last).map(|(label, &last)| is_code(label).then_some(usize::from(last))).collect();
        let count = labels.iter().filter(|label| is_code(label)).count();
        let of_labels = cross_entropy(&scores.clone().slice(1, 0..LABELS), &Labels::new(classes));
        let end = scores.clone().slice(1, LABELS..SPAN_OUTPUTS);
        // The sigmoid of a score is the softmax of it beside 0.
        let zeros = Tensor::from_values(vec![0.0; tokens], [tokens, 1])?.beside(&end);
        let of_ends = cross_entropy(&Tensor::concat(vec![zeros, end], 1), &Labels::new(ends));
        let mean = of_labels + of_ends.mul_scalar(END_WEIGHT);
        Ok(mean.mul_scalar(count as f32 / examples.max(1) as f32))
    }
}
