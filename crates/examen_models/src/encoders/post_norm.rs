//! The layer of the first transformers, which BERT and BART share: norms follow the residual connections.

use examen_tensor::{Attention, Tensor, dropout};

use super::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use crate::error::ModelError;
use crate::weights::Weights;

/// Attention and a feed-forward network, a norm behind each.
#[derive(Debug)]
pub(super) struct PostNormLayer {
    attention: SelfAttention,
    attention_norm: Norm,
    feed_forward: FeedForward,
    norm: Norm,
    dropout: f64,
}

/// The names of the weights of a layer, behind the layer's own name.
pub(super) struct LayerNames {
    pub(super) query: &'static str,
    pub(super) key: &'static str,
    pub(super) value: &'static str,
    pub(super) output: &'static str,
    pub(super) attention_norm: &'static str,
    pub(super) up: &'static str,
    pub(super) down: &'static str,
    pub(super) norm: &'static str,
}

/// The sizes of a layer.
#[derive(Clone, Copy)]
pub(super) struct LayerSizes {
    pub(super) width: usize,
    pub(super) inner: usize,
    pub(super) heads: usize,
    pub(super) activation: Activation,
    pub(super) epsilon: f64,
    pub(super) dropout: LayerDropout,
}

/// The probabilities of dropout in a layer.
#[derive(Clone, Copy)]
pub(super) struct LayerDropout {
    /// Of attention weights.
    pub(super) attention: f64,
    /// Between the two maps of the feed-forward network.
    pub(super) activation: f64,
    /// Of what attention and the feed-forward network add.
    pub(super) residual: f64,
}

impl PostNormLayer {
    /// The layer whose weights are called `LAYER.NAME`.
    pub(super) fn load(
        weights: &mut Weights<'_>,
        layer: &str,
        names: &LayerNames,
        sizes: LayerSizes,
    ) -> Result<Self, ModelError> {
        let LayerSizes { width, inner, heads, activation, epsilon, dropout } = sizes;
        let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &format!("{layer}.{part}"), shape, true);
        let attention = SelfAttention {
            query: dense(names.query, [width, width])?,
            key: dense(names.key, [width, width])?,
            value: dense(names.value, [width, width])?,
            output: dense(names.output, [width, width])?,
            heads,
            shared_heads: heads,
            dropout: dropout.attention,
        };
        let (up, down) = (dense(names.up, [inner, width])?, dense(names.down, [width, inner])?);
        let mut norm = |part: &str| Norm::layer(weights, &format!("{layer}.{part}"), width, true, epsilon);
        Ok(Self {
            attention,
            attention_norm: norm(names.attention_norm)?,
            feed_forward: FeedForward { up, gate: None, down, activation, dropout: dropout.activation },
            norm: norm(names.norm)?,
            dropout: dropout.residual,
        })
    }

    pub(super) fn apply(&self, x: Tensor<3>, options: &Attention<'_>) -> Tensor<3> {
        let dropped = |added: Tensor<3>| dropout(added, self.dropout, options.mode);
        let attended = dropped(self.attention.apply(x.clone(), options, None));
        let x = self.attention_norm.apply(attended + x);
        self.norm.apply(dropped(self.feed_forward.apply(x.clone(), options.mode)) + x)
    }
}
