//! BART's encoder, as PLBART uses it: learned positions from 2 on, norms behind each half of a layer.

use examen_tensor::{Attention, Tensor, embedding};

use super::Size;
use super::batch::Batch;
use super::config::Config;
use super::parts::Norm;
use super::post_norm::{LayerNames, LayerSizes, PostNormLayer};
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
    layers: Vec<PostNormLayer>,
    /// The factor of word embeddings.
    scale: f32,
}

const NAMES: LayerNames = LayerNames {
    query: "self_attn.q_proj",
    key: "self_attn.k_proj",
    value: "self_attn.v_proj",
    output: "self_attn.out_proj",
    attention_norm: "self_attn_layer_norm",
    up: "fc1",
    down: "fc2",
    norm: "final_layer_norm",
};

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
        let sizes = LayerSizes { width, inner, heads, activation, epsilon: EPSILON };
        let mut layers = Vec::new();
        for at in 0..config.size("encoder_layers")? {
            layers.push(PostNormLayer::load(weights, &format!("layers.{at}"), &NAMES, sizes)?);
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
        let mask = batch.mask();
        let options = Attention { mask: mask.as_ref(), ..Attention::default() };
        let words = embedding(&self.words, &batch.ids()).mul_scalar(self.scale);
        let x = words + embedding(&self.positions, &batch.places(FIRST_POSITION));
        let mut x = self.norm.apply(x.reshape([batch.rows, batch.length, width]));
        each(&x)?;
        for layer in &self.layers {
            x = layer.apply(x, &options);
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
