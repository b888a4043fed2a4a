//! ModernBERT: rotary positions, gates, norms in front; most layers see only what is near.

use std::iter::once;

use examen_tensor::{Attention, Mode, Rotary, Tensor, dropout, embedding};
use serde_json::Value;

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::{Dense, FeedForward, Norm, SelfAttention, frequencies};
use crate::error::ModelError;
use crate::weights::Weights;

/// ModernBERT.
pub(super) const MODERNBERT: Architecture = Architecture {
    model_type: "modernbert",
    about: "ModernBERT",
    is_causal: false,
    takes_data_flow: false,
    rename,
    load: ModernBert::load,
};

/// A ModernBERT.
#[derive(Debug)]
struct ModernBert {
    words: Tensor<2>,
    embedding_norm: Norm,
    layers: Vec<Layer>,
    norm: Norm,
    /// Frequencies of rotary positions, of layers that see everything and of the others.
    far: Vec<f64>,
    near: Vec<f64>,
    /// How far the other layers see, to each side.
    reach: usize,
    embedding_dropout: f64,
    /// The dropout of attention weights, and of what attention adds.
    attention_dropout: f64,
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
    fn load(config: &Config, weights: &mut Weights<'_>) -> Result<Loaded, ModelError> {
        let (width, heads) = (config.size("hidden_size")?, config.size("num_attention_heads")?);
        let (head, inner) = (config.divided(width, heads)?, config.size("intermediate_size")?);
        let limit = config.size("max_position_embeddings")?;
        let (epsilon, norm_bias) = (config.number_or("norm_eps", 1e-5), config.flag_or("norm_bias", false));
        let (attention_bias, inner_bias) = (config.flag_or("attention_bias", false), config.flag_or("mlp_bias", false));
        let activation = config.activation("hidden_activation", "gelu")?;
        let attention_dropout = config.dropout("attention_dropout", 0.0)?;
        let (embedding_dropout, dropout) =
            (config.dropout("embedding_dropout", 0.0)?, config.dropout("mlp_dropout", 0.0)?);
        let words = weights.take("embeddings.tok_embeddings.weight", [config.size("vocab_size")?, width])?;
        let norm = |weights: &mut Weights<'_>, name: &str| Norm::layer(weights, name, width, norm_bias, epsilon);
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
                dropout: attention_dropout,
            };
            let both = Dense::load(weights, &name("mlp.Wi"), [2 * inner, width], inner_bias)?;
            let down = Dense::load(weights, &name("mlp.Wo"), [width, inner], inner_bias)?;
            let (gate, up) = (Some(both.outputs(once(0..inner))), both.outputs(once(inner..2 * inner)));
            layers.push(Layer {
                sees_all: sees_all(config, at)?,
                attention_norm: (at > 0).then(|| norm(weights, &name("attn_norm"))).transpose()?,
                attention,
                norm: norm(weights, &name("mlp_norm"))?,
                feed_forward: FeedForward { up, gate, down, activation, dropout },
            });
        }
        let norm = norm(weights, "final_norm")?;
        let rotary_frequencies = |kind: &str, old: &str, usual: f64| -> Result<Vec<f64>, ModelError> {
            let settings = config.get("rope_parameters").and_then(|all| all.get(kind));
            if settings.and_then(|all| all.get("rope_type")).is_some_and(|kind| kind != "default") {
                return Err(config.wrong("rotary positions of this type are not known here"));
            }
            let base = settings.and_then(|all| all.get("rope_theta")).and_then(Value::as_f64);
            let base = base.unwrap_or_else(|| config.number_or(old, usual));
            Ok(frequencies(head, base))
        };
        let far = rotary_frequencies("full_attention", "global_rope_theta", 160_000.0)?;
        let near = rotary_frequencies("sliding_attention", "local_rope_theta", 10_000.0)?;
        let reach = config.size_or("local_attention", 128)? / 2;
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let network =
            Self { words, embedding_norm, layers, norm, far, near, reach, embedding_dropout, attention_dropout };
        Ok((Box::new(network), size))
    }
}

impl Forward for ModernBert {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        let all = batch.mask();
        let window = batch.mask_by(|_, query, key| query.abs_diff(key) <= self.reach)?;
        let rotary = |frequencies: &[f64]| Rotary::new(batch.length, frequencies, false);
        let (far, near) = (rotary(&self.far)?, rotary(&self.near)?);
        let x = embedding(&self.words, &batch.ids());
        let x = self.embedding_norm.apply(x.reshape([batch.rows, batch.length, width]));
        let mut x = dropout(x, self.embedding_dropout, mode);
        for layer in &self.layers {
            each(&x)?;
            let (mask, rotary) = if layer.sees_all { (all.as_ref(), &far) } else { (Some(&window), &near) };
            let normed = match &layer.attention_norm {
                Some(norm) => norm.apply(x.clone()),
                None => x.clone(),
            };
            let options = Attention { mask, mode, ..Attention::default() };
            let attended = layer.attention.apply(normed, &options, Some(rotary));
            x = x + dropout(attended, self.attention_dropout, mode);
            x = x.clone() + layer.feed_forward.apply(layer.norm.apply(x), mode);
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
fn rename(stored: &str) -> Option<String> {
    if ["head.", "decoder.", "classifier."].iter().any(|head| stored.starts_with(head)) {
        return None;
    }
    Some(stored.strip_prefix("model.").unwrap_or(stored).to_owned())
}
