//! BART's encoder, as PLBART uses it: learned positions from 2 on, norms behind each half of a layer.

use examen_tensor::{Attention, Tensor, embedding};

use super::Size;
use super::batch::Batch;
use super::config::Config;
use super::parts::{Dense, FeedForward, Norm, SelfAttention};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// The position of the first token; the rows before it are not in use.
const FIRST_POSITION: u32 = 2;

const EPSILON: f64 = 1e-5;

/// The encoder of a BART.
#[derive(Debug)]
pub(super) struct Bart {
    words: Tensor<2>,
    positions: Tensor<2>,
    norm: Norm,
    layers: Vec<Layer>,
    /// The factor of word embeddings.
    scale: f32,
}

#[derive(Debug)]
struct Layer {
    attention: SelfAttention,
    attention_norm: Norm,
    feed_forward: FeedForward,
    norm: Norm,
}

impl Bart {
    pub(super) fn load(config: &Config, weights: &mut Weights) -> Result<(Self, Size), ModelError> {
        let (width, heads) = (config.size("d_model")?, config.size("encoder_attention_heads")?);
        config.divided(width, heads)?;
        let (inner, limit) = (config.size("encoder_ffn_dim")?, config.size("max_position_embeddings")?);
        let activation = config.activation("activation_function", "gelu")?;
        // Files have the table of words under one name or under two.
        let table = if weights.has("shared.weight") { "shared.weight" } else { "embed_tokens.weight" };
        let words = weights.take(table, [config.size("vocab_size")?, width])?;
        weights.ignore("embed_tokens.weight");
        let positions = weights.take("embed_positions.weight", [limit + FIRST_POSITION as usize, width])?;
        let norm = Norm::layer(weights, "layernorm_embedding", width, true, EPSILON)?;
        let mut layers = Vec::new();
        for at in 0..config.size("encoder_layers")? {
            let name = |part: &str| format!("layers.{at}.{part}");
            let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &name(part), shape, true);
            let attention = SelfAttention {
                query: dense("self_attn.q_proj", [width, width])?,
                key: dense("self_attn.k_proj", [width, width])?,
                value: dense("self_attn.v_proj", [width, width])?,
                output: dense("self_attn.out_proj", [width, width])?,
                heads,
                shared_heads: heads,
            };
            let (up, down) = (dense("fc1", [inner, width])?, dense("fc2", [width, inner])?);
            layers.push(Layer {
                attention,
                attention_norm: Norm::layer(weights, &name("self_attn_layer_norm"), width, true, EPSILON)?,
                feed_forward: FeedForward { up, gate: None, down, activation },
                norm: Norm::layer(weights, &name("final_layer_norm"), width, true, EPSILON)?,
            });
        }
        let scale = if config.flag_or("scale_embedding", false) { (width as f32).sqrt() } else { 1.0 };
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        Ok((Self { words, positions, norm, layers, scale }, size))
    }

    pub(super) fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let mask = batch.mask()?;
        let options = Attention { mask: mask.as_ref(), ..Attention::default() };
        let words = embedding(&self.words, &batch.ids()).scale(self.scale);
        let x = words + embedding(&self.positions, &batch.places(FIRST_POSITION));
        let mut x = self.norm.apply(x.reshape([batch.rows, batch.length, width]));
        each(&x)?;
        for layer in &self.layers {
            let attended = layer.attention.apply(x.clone(), &options, None);
            x = layer.attention_norm.apply(attended + x);
            x = layer.norm.apply(layer.feed_forward.apply(x.clone()) + x);
            each(&x)?;
        }
        Ok(())
    }
}

/// The name without the encoder's prefix; none for the decoder, heads and buffers.
pub(super) fn name(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("model.").unwrap_or(stored);
    let others = ["decoder.", "lm_head.", "final_logits_bias", "classification_head.", "encoder.version"];
    if others.iter().any(|other| inner.starts_with(other)) {
        return None;
    }
    Some(inner.strip_prefix("encoder.").unwrap_or(inner).to_owned())
}
