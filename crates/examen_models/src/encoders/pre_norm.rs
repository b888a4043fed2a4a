//! The layer of later transformers, which GPT-2, T5 and Llama share: norms precede attention and feed-forward network, and one
//! follows the last layer.

use examen_tensor::{Attention, Rotary, Tensor, dropout};

use super::network::EachLayer;
use super::parts::{FeedForward, Norm, SelfAttention};
use crate::error::ModelError;

/// Attention and a feed-forward network, a norm before each.
#[derive(Debug)]
pub(super) struct PreNormLayer {
    pub(super) attention_norm: Norm,
    pub(super) attention: SelfAttention,
    pub(super) norm: Norm,
    pub(super) feed_forward: FeedForward,
}

/// Layers with the same mask, and the norm behind them.
#[derive(Debug)]
pub(super) struct PreNormLayers {
    pub(super) layers: Vec<PreNormLayer>,
    pub(super) norm: Norm,
    /// The dropout of what attention and the feed-forward network add.
    pub(super) dropout: f64,
}

impl PreNormLayers {
    /// Hands out the input of each layer, and returns the output of the norm behind the last.
    pub(super) fn forward(
        &self,
        mut x: Tensor<3>,
        options: &Attention<'_>,
        rotary: Option<&Rotary>,
        each: EachLayer<'_>,
    ) -> Result<Tensor<3>, ModelError> {
        for PreNormLayer { attention_norm, attention, norm, feed_forward } in &self.layers {
            each(&x)?;
            let dropped = |added: Tensor<3>| dropout(added, self.dropout, options.mode);
            let attended = attention.apply(attention_norm.apply(x.clone()), options, rotary);
            x = x + dropped(attended);
            x = x.clone() + dropped(feed_forward.apply(norm.apply(x), options.mode));
        }
        Ok(self.norm.apply(x))
    }
}
