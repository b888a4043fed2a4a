//! The layers of a decoder: attention to the words before, attention to the input, a feed-forward network.

use examen_tensor::{Attention, Mode, Rotary, Tensor, attention, dropout, embedding, join_heads, split_heads};

use super::config::GeneratorConfig;
use crate::encoders::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use crate::error::ModelError;
use crate::weights::Weights;

/// A layer.
#[derive(Debug)]
pub(super) struct DecoderLayer {
    attention_norm: Norm,
    attention: SelfAttention,
    cross_norm: Norm,
    cross_query: Dense,
    cross_key: Dense,
    cross_value: Dense,
    cross_output: Dense,
    norm: Norm,
    feed_forward: FeedForward,
    heads: usize,
    dropout: f64,
}

/// What a layer attends to of the input: row, head, token, width of a head.
#[derive(Clone, Debug)]
pub(super) struct LayerMemory {
    pub(super) keys: Tensor<4>,
    pub(super) values: Tensor<4>,
}

impl DecoderLayer {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>, layer: usize) -> Result<Self, ModelError> {
        let encoder = &config.encoder;
        let (width, inner, heads) = (encoder.hidden_size, encoder.intermediate_size, encoder.num_attention_heads);
        let name = |part: &str| format!("decoder.{layer}.{part}");
        let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &name(part), shape, false);
        let square = [width, width];
        let attention = SelfAttention {
            query: dense("query", square)?,
            key: dense("key", square)?,
            value: dense("value", square)?,
            output: dense("output", square)?,
            heads,
            shared_heads: heads,
            dropout: 0.0,
        };
        let cross = ["cross_query", "cross_key", "cross_value", "cross_output"].map(|part| dense(part, square));
        let [cross_query, cross_key, cross_value, cross_output] = cross;
        let feed_forward = FeedForward {
            up: dense("up", [inner, width])?,
            gate: Some(dense("gate", [inner, width])?),
            down: dense("down", [width, inner])?,
            activation: Activation::Silu,
            dropout: 0.0,
        };
        let epsilon = encoder.rms_norm_eps;
        Ok(Self {
            attention_norm: Norm::rms(weights, &name("attention_norm"), width, epsilon)?,
            attention,
            cross_norm: Norm::rms(weights, &name("cross_norm"), width, epsilon)?,
            cross_query: cross_query?,
            cross_key: cross_key?,
            cross_value: cross_value?,
            cross_output: cross_output?,
            norm: Norm::rms(weights, &name("feed_forward_norm"), width, epsilon)?,
            feed_forward,
            heads,
            dropout: encoder.hidden_dropout_prob,
        })
    }

    /// What the layer attends to of the states of tokens, of which each of the rows has as many, by their numbers.
    pub(super) fn memory(&self, states: &Tensor<2>, tokens: &[u32], rows: usize) -> LayerMemory {
        let [count, width] = states.shape();
        // Tokens of padding are no further ones to be mapped.
        let mapped = |map: &Dense| {
            let states = map.apply(states.clone().reshape([1, count, width])).reshape([count, width]);
            let of_rows = embedding(&states, tokens).reshape([rows, tokens.len() / rows.max(1), width]);
            split_heads(of_rows, self.heads)
        };
        LayerMemory { keys: mapped(&self.cross_key), values: mapped(&self.cross_value) }
    }

    /// The states behind the layer: row, word, width. The bias leaves out tokens of padding.
    pub(super) fn apply(
        &self,
        x: Tensor<3>,
        memory: &LayerMemory,
        padding: &Tensor<4>,
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Tensor<3> {
        let dropped = |added: Tensor<3>| dropout(added, self.dropout, mode);
        let before = Attention { causal: true, mode, ..Attention::default() };
        let attended = self.attention.apply(self.attention_norm.apply(x.clone()), &before, Some(rotary));
        let x = x + dropped(attended);
        let query = split_heads(self.cross_query.apply(self.cross_norm.apply(x.clone())), self.heads);
        let options = Attention { bias: Some(padding), mode, ..Attention::default() };
        let attended = join_heads(attention(&query, &memory.keys, &memory.values, &options));
        let x = x + dropped(self.cross_output.apply(attended));
        x.clone() + dropped(self.feed_forward.apply(self.norm.apply(x), mode))
    }
}

impl LayerMemory {
    /// Some of the rows, by their numbers.
    pub(super) fn rows(&self, rows: &[u32]) -> Self {
        Self { keys: rows_of(&self.keys, rows), values: rows_of(&self.values, rows) }
    }
}

/// Some of the rows of a tensor, by their numbers.
pub(super) fn rows_of<const RANK: usize>(x: &Tensor<RANK>, rows: &[u32]) -> Tensor<RANK> {
    let mut shape = x.shape();
    let width = shape[1..].iter().product();
    let flat = embedding(&x.clone().reshape([shape[0], width]), rows);
    shape[0] = rows.len();
    flat.reshape(shape)
}
