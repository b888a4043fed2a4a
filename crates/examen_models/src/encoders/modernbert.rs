//! ModernBERT: rotary positions, gates, norms in front; most layers see only what is near.

use std::iter::once;

use examen_tensor::{Attention, Rotary, Tensor, embedding};
use serde_json::Value;

use super::Size;
use super::batch::Batch;
use super::config::Config;
use super::parts::{Dense, FeedForward, Norm, SelfAttention, frequencies};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// A ModernBERT.
#[derive(Debug)]
pub(super) struct ModernBert {
    words: Tensor<2>,
    embedding_norm: Norm,
    layers: Vec<Layer>,
    norm: Norm,
    /// Frequencies of rotary positions, of layers that see everything and of the others.
    far: Vec<f64>,
    near: Vec<f64>,
    /// How far the other layers see, to each side.
    reach: usize,
}

#[derive(Debug)]
struct Layer {
    sees_all: bool,
    /// The first layer has none: it follows upon that of the embeddings.
    attention_norm: Option<Norm>,
    attention: SelfAttention,
    norm: Norm,
    feed_forward: FeedForward,
}

impl ModernBert {
    pub(super) fn load(config: &Config, weights: &mut Weights) -> Result<(Self, Size), ModelError> {
        let (width, heads) = (config.size("hidden_size")?, config.size("num_attention_heads")?);
        let (head, inner) = (config.divided(width, heads)?, config.size("intermediate_size")?);
        let limit = config.size("max_position_embeddings")?;
        let (epsilon, norm_bias) = (config.number_or("norm_eps", 1e-5), config.flag_or("norm_bias", false));
        let (attention_bias, inner_bias) = (config.flag_or("attention_bias", false), config.flag_or("mlp_bias", false));
        let activation = config.activation("hidden_activation", "gelu")?;
        let words = weights.take("embeddings.tok_embeddings.weight", [config.size("vocab_size")?, width])?;
        let norm = |weights: &mut Weights, name: &str| Norm::layer(weights, name, width, norm_bias, epsilon);
        let embedding_norm = norm(weights, "embeddings.norm")?;
        let mut layers = Vec::new();
        for at in 0..config.size("num_hidden_layers")? {
            let name = |part: &str| format!("layers.{at}.{part}");
            let joined = Dense::load(weights, &name("attn.Wqkv"), [3 * width, width], attention_bias)?;
            let third = |part: usize| joined.outputs(once(part * width..(part + 1) * width));
            let attention = SelfAttention {
                query: third(0),
                key: third(1),
                value: third(2),
                output: Dense::load(weights, &name("attn.Wo"), [width, width], attention_bias)?,
                heads,
                shared_heads: heads,
            };
            let both = Dense::load(weights, &name("mlp.Wi"), [2 * inner, width], inner_bias)?;
            let down = Dense::load(weights, &name("mlp.Wo"), [width, inner], inner_bias)?;
            let (gate, up) = (Some(both.outputs(once(0..inner))), both.outputs(once(inner..2 * inner)));
            layers.push(Layer {
                sees_all: sees_all(config, at)?,
                attention_norm: (at > 0).then(|| norm(weights, &name("attn_norm"))).transpose()?,
                attention,
                norm: norm(weights, &name("mlp_norm"))?,
                feed_forward: FeedForward { up, gate, down, activation },
            });
        }
        let norm = norm(weights, "final_norm")?;
        let turns = |kind: &str, old: &str, usual: f64| -> Result<Vec<f64>, ModelError> {
            let settings = config.get("rope_parameters").and_then(|all| all.get(kind));
            if settings.and_then(|all| all.get("rope_type")).is_some_and(|kind| kind != "default") {
                return Err(config.wrong("rotary positions of this type are not known here"));
            }
            let base = settings.and_then(|all| all.get("rope_theta")).and_then(Value::as_f64);
            let base = base.unwrap_or_else(|| config.number_or(old, usual));
            Ok(frequencies(head, base))
        };
        let far = turns("full_attention", "global_rope_theta", 160_000.0)?;
        let near = turns("sliding_attention", "local_rope_theta", 10_000.0)?;
        let reach = config.size_or("local_attention", 128)? / 2;
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        Ok((Self { words, embedding_norm, layers, norm, far, near, reach }, size))
    }

    pub(super) fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let all = batch.mask();
        let window = batch.mask_by(|_, query, key| query.abs_diff(key) <= self.reach)?;
        let rotary = |frequencies: &[f64]| Rotary::new(batch.length, frequencies, false);
        let (far, near) = (rotary(&self.far)?, rotary(&self.near)?);
        let x = embedding(&self.words, &batch.ids());
        let mut x = self.embedding_norm.apply(x.reshape([batch.rows, batch.length, width]));
        for layer in &self.layers {
            each(&x)?;
            let (mask, rotary) = if layer.sees_all { (all.as_ref(), &far) } else { (Some(&window), &near) };
            let normed = match &layer.attention_norm {
                Some(norm) => norm.apply(x.clone()),
                None => x.clone(),
            };
            let options = Attention { mask, ..Attention::default() };
            x = x + layer.attention.apply(normed, &options, Some(rotary));
            x = x.clone() + layer.feed_forward.apply(layer.norm.apply(x));
        }
        each(&self.norm.apply(x))
    }
}

/// Whether a layer sees everything: newer configurations list it, older ones say how often.
fn sees_all(config: &Config, layer: usize) -> Result<bool, ModelError> {
    if let Some(kinds) = config.get("layer_types") {
        return Ok(kinds.get(layer).and_then(Value::as_str) == Some("full_attention"));
    }
    Ok(layer.is_multiple_of(config.size_or("global_attn_every_n_layers", 3)?))
}

/// The name without its prefix; none for heads.
pub(super) fn name(stored: &str) -> Option<String> {
    if ["head.", "decoder.", "classifier."].iter().any(|head| stored.starts_with(head)) {
        return None;
    }
    Some(stored.strip_prefix("model.").unwrap_or(stored).to_owned())
}
