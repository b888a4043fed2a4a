//! BART's encoder, as PLBART uses it: learned positions from 2 on, norms behind each half of a layer.

use examen_tensor::{Attention, Mode, Tensor, dropout, embedding};

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::Norm;
use super::post_norm::{LayerDropout, LayerNames, LayerSizes, PostNormLayer};
use crate::error::ModelError;
use crate::weights::Weights;

/// The position of the first token; the rows before it are not in use.
const FIRST_POSITION: u32 = 2;

const EPSILON: f64 = 1e-5;

/// BART.
pub(super) const BART: Architecture = Architecture {
    model_type: "bart",
    about: "BART, its encoder",
    is_causal: false,
    takes_data_flow: false,
    rename,
    load: |config, weights| Bart::load(config, weights, 0.0),
};

/// PLBART.
pub(super) const PLBART: Architecture = Architecture {
    model_type: "plbart",
    about: "PLBART, its encoder",
    load: |config, weights| Bart::load(config, weights, 0.1),
    ..BART
};

/// The encoder of a BART.
#[derive(Debug)]
struct Bart {
    words: Tensor<2>,
    positions: Tensor<2>,
    norm: Norm,
    layers: Vec<PostNormLayer>,
    /// The factor of word embeddings.
    scale: f32,
    dropout: f64,
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
    /// Configurations may leave out the dropout of attention weights, which is not the same for all.
    fn load(config: &Config, weights: &mut Weights<'_>, attention_dropout: f64) -> Result<Loaded, ModelError> {
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
        let dropout = LayerDropout {
            attention: config.dropout("attention_dropout", attention_dropout)?,
            activation: config.dropout("activation_dropout", 0.0)?,
            residual: config.dropout("dropout", 0.1)?,
        };
        let sizes = LayerSizes { width, inner, heads, activation, epsilon: EPSILON, dropout };
        let mut layers = Vec::new();
        for at in 0..config.size("encoder_layers")? {
            layers.push(PostNormLayer::load(weights, &format!("layers.{at}"), &NAMES, sizes)?);
        }
        let scale = if config.flag_or("scale_embedding", false) { (width as f32).sqrt() } else { 1.0 };
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let network = Self { words, positions, norm, layers, scale, dropout: dropout.residual };
        Ok((Box::new(network), size))
    }
}

impl Forward for Bart {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let mask = batch.mask();
        let options = Attention { mask: mask.as_ref(), mode, ..Attention::default() };
        let words = embedding(&self.words, &batch.ids()).mul_scalar(self.scale);
        let x = words + embedding(&self.positions, &batch.places(FIRST_POSITION));
        let x = self.norm.apply(x.reshape([batch.rows, batch.length, width]));
        let mut x = dropout(x, self.dropout, mode);
        each(&x)?;
        for layer in &self.layers {
            x = layer.apply(x, &options);
            each(&x)?;
        }
        Ok(())
    }
}

/// The name without the encoder's prefix; none for the decoder, heads and buffers.
fn rename(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("model.").unwrap_or(stored);
    let others = ["decoder.", "lm_head.", "final_logits_bias", "classification_head.", "encoder.version"];
    if others.iter().any(|other| inner.starts_with(other)) {
        return None;
    }
    Some(inner.strip_prefix("encoder.").unwrap_or(inner).to_owned())
}
