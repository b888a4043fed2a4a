//! GPT-2, as CodeGPT is one: tokens see only those before them.

use std::iter::once;

use examen_tensor::{Attention, Tensor, embedding};

use super::Size;
use super::batch::Batch;
use super::config::Config;
use super::parts::{Dense, FeedForward, Norm, SelfAttention};
use super::pre_norm::{PreNormLayer, PreNormLayers};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// A GPT-2.
#[derive(Debug)]
pub(super) struct Gpt2 {
    words: Tensor<2>,
    positions: Tensor<2>,
    layers: PreNormLayers,
}

impl Gpt2 {
    pub(super) fn load(config: &Config, weights: &mut Weights) -> Result<(Self, Size), ModelError> {
        if config.flag_or("scale_attn_by_inverse_layer_idx", false) || !config.flag_or("scale_attn_weights", true) {
            return Err(config.wrong("scores that are scaled in another way are not known here"));
        }
        let (width, heads) = (config.size("n_embd")?, config.size("n_head")?);
        config.divided(width, heads)?;
        let (inner, limit) = (config.size_or("n_inner", 4 * width)?, config.size("n_positions")?);
        let epsilon = config.number_or("layer_norm_epsilon", 1e-5);
        let activation = config.activation("activation_function", "gelu_new")?;
        let words = weights.take("wte.weight", [config.size("vocab_size")?, width])?;
        let positions = weights.take("wpe.weight", [limit, width])?;
        let mut layers = Vec::new();
        for at in 0..config.size("n_layer")? {
            let name = |part: &str| format!("h.{at}.{part}");
            let mut dense = |part: &str, shape: [usize; 2]| Dense::load_transposed(weights, &name(part), shape);
            let joined = dense("attn.c_attn", [3 * width, width])?;
            let third = |part: usize| joined.outputs(once(part * width..(part + 1) * width));
            let attention = SelfAttention {
                query: third(0),
                key: third(1),
                value: third(2),
                output: dense("attn.c_proj", [width, width])?,
                heads,
                shared_heads: heads,
            };
            let (up, down) = (dense("mlp.c_fc", [inner, width])?, dense("mlp.c_proj", [width, inner])?);
            layers.push(PreNormLayer {
                attention_norm: Norm::layer(weights, &name("ln_1"), width, true, epsilon)?,
                attention,
                norm: Norm::layer(weights, &name("ln_2"), width, true, epsilon)?,
                feed_forward: FeedForward { up, gate: None, down, activation },
            });
        }
        let norm = Norm::layer(weights, "ln_f", width, true, epsilon)?;
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let layers = PreNormLayers { layers, norm };
        Ok((Self { words, positions, layers }, size))
    }

    pub(super) fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        // Padding comes last, so no token of a text sees it.
        let options = Attention { causal: true, ..Attention::default() };
        let words = embedding(&self.words, &batch.ids());
        let x = (words + embedding(&self.positions, &batch.places(0))).reshape([batch.rows, batch.length, width]);
        self.layers.forward(x, &options, None, each)
    }
}

/// The name without its prefix; none for the head and for stored masks.
pub(super) fn name(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("transformer.").unwrap_or(stored);
    if inner.starts_with("lm_head.") || inner.ends_with(".attn.bias") || inner.ends_with(".attn.masked_bias") {
        return None;
    }
    Some(inner.to_owned())
}
