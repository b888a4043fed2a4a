//! The layer of the first transformers, which BERT and BART share: norms come after what is added.

use examen_tensor::{Attention, Tensor};

use super::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// Attention and a feed-forward part, a norm behind each.
#[derive(Debug)]
pub(super) struct PostNormLayer {
    attention: SelfAttention,
    attention_norm: Norm,
    feed_forward: FeedForward,
    norm: Norm,
}

/// What a family calls the weights of a layer, behind the layer's own name.
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
}

impl PostNormLayer {
    /// The layer whose weights are called `LAYER.NAME`.
    pub(super) fn load(
        weights: &mut Weights,
        layer: &str,
        names: &LayerNames,
        sizes: LayerSizes,
    ) -> Result<Self, ModelError> {
        let LayerSizes { width, inner, heads, activation, epsilon } = sizes;
        let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &format!("{layer}.{part}"), shape, true);
        let attention = SelfAttention {
            query: dense(names.query, [width, width])?,
            key: dense(names.key, [width, width])?,
            value: dense(names.value, [width, width])?,
            output: dense(names.output, [width, width])?,
            heads,
            shared_heads: heads,
        };
        let (up, down) = (dense(names.up, [inner, width])?, dense(names.down, [width, inner])?);
        let mut norm = |part: &str| Norm::layer(weights, &format!("{layer}.{part}"), width, true, epsilon);
        Ok(Self {
            attention,
            attention_norm: norm(names.attention_norm)?,
            feed_forward: FeedForward { up, gate: None, down, activation },
            norm: norm(names.norm)?,
        })
    }

    pub(super) fn apply(&self, x: Tensor<3>, options: &Attention<'_>) -> Tensor<3> {
        let attended = self.attention.apply(x.clone(), options, None);
        let x = self.attention_norm.apply(attended + x);
        self.norm.apply(self.feed_forward.apply(x.clone()) + x)
    }
}
