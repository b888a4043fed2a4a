//! The layer of later transformers, which GPT-2, T5 and Llama share: norms come before attention and feed-forward part, and one
//! more behind the last layer.

use examen_tensor::{Attention, Rotary, Tensor};

use super::parts::{FeedForward, Norm, SelfAttention};
use crate::error::ModelError;

/// Attention and a feed-forward part, a norm before each.
#[derive(Debug)]
pub(super) struct PreNormLayer {
    pub(super) attention_norm: Norm,
    pub(super) attention: SelfAttention,
    pub(super) norm: Norm,
    pub(super) feed_forward: FeedForward,
}

/// Layers that all see the same, and the norm behind them.
#[derive(Debug)]
pub(super) struct PreNormLayers {
    pub(super) layers: Vec<PreNormLayer>,
    pub(super) norm: Norm,
}

impl PreNormLayers {
    /// Hands out what goes into each layer, and what comes out of the norm behind the last.
    pub(super) fn forward(
        &self,
        mut x: Tensor<3>,
        options: &Attention<'_>,
        rotary: Option<&Rotary>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        for PreNormLayer { attention_norm, attention, norm, feed_forward } in &self.layers {
            each(&x)?;
            let attended = attention.apply(attention_norm.apply(x.clone()), options, rotary);
            x = x + attended;
            x = x.clone() + feed_forward.apply(norm.apply(x));
        }
        each(&self.norm.apply(x))
    }
}
