//! The layer of later transformers, which GPT-2, T5 and Llama share: norms precede attention and feed-forward network, and one
//! follows the last layer.

use examen_tensor::{Attention, Mode, Rotary, Tensor, dropout};

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

/// The attention of a layer, by its number.
pub(super) type Attend<'a> = &'a dyn Fn(usize, &SelfAttention, Tensor<3>) -> Result<Tensor<3>, ModelError>;

impl PreNormLayers {
    /// Hands out the input of each layer, and returns the output of the norm behind the last.
    pub(super) fn forward(
        &self,
        x: Tensor<3>,
        options: &Attention<'_>,
        rotary: Option<&Rotary>,
        each: EachLayer<'_>,
    ) -> Result<Tensor<3>, ModelError> {
        self.forward_by(x, options.mode, each, &|_, attention, x| Ok(attention.apply(x, options, rotary)))
    }

    /// The same with this attention, which is told the number of the layer.
    pub(super) fn forward_by(
        &self,
        mut x: Tensor<3>,
        mode: Mode<'_>,
        each: EachLayer<'_>,
        attend: Attend<'_>,
    ) -> Result<Tensor<3>, ModelError> {
        for (number, PreNormLayer { attention_norm, attention, norm, feed_forward }) in self.layers.iter().enumerate() {
            each(&x)?;
            let dropped = |added: Tensor<3>| dropout(added, self.dropout, mode);
            let attended = attend(number, attention, attention_norm.apply(x.clone()))?;
            x = x + dropped(attended);
            x = x.clone() + dropped(feed_forward.apply(norm.apply(x), mode));
        }
        Ok(self.norm.apply(x))
    }
}
