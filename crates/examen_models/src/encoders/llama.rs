//! Llama and its relatives, as most small models of code are: rotary positions, gates, shared heads of keys and values.

use examen_tensor::{Attention, Mode, Rotary, Tensor, embedding};
use serde_json::Value;

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::{Dense, FeedForward, Norm, SelfAttention, frequencies};
use super::pre_norm::{PreNormLayer, PreNormLayers};
use crate::error::ModelError;
use crate::weights::Weights;

/// Llama.
pub(super) const LLAMA: Architecture = Architecture {
    model_type: "llama",
    about: "Llama and code models like it; the last position knows the text",
    is_causal: true,
    takes_data_flow: false,
    rename,
    load: |config, weights| Llama::load(config, weights, false),
};

/// Qwen2.
pub(super) const QWEN2: Architecture = Architecture {
    model_type: "qwen2",
    about: "Qwen2, Qwen2.5-Coder; the last position knows the text",
    load: |config, weights| Llama::load(config, weights, true),
    ..LLAMA
};

/// A Llama or a Qwen2.
#[derive(Debug)]
struct Llama {
    words: Tensor<2>,
    layers: PreNormLayers,
    /// Of rotary positions, for each pair of elements.
    frequencies: Vec<f64>,
}

impl Llama {
    /// `is_qwen` has biases on queries, keys and values, and nowhere else.
    fn load(config: &Config, weights: &mut Weights<'_>, is_qwen: bool) -> Result<Loaded, ModelError> {
        if config.flag_or("use_sliding_window", false) {
            return Err(config.wrong("windows of attention are not known here"));
        }
        let (width, heads) = (config.size("hidden_size")?, config.size("num_attention_heads")?);
        let shared_heads = config.size_or("num_key_value_heads", heads)?;
        config.divided(heads, shared_heads)?;
        let head =
            if config.get("head_dim").is_some() { config.size("head_dim")? } else { config.divided(width, heads)? };
        let (inner, limit) = (config.size("intermediate_size")?, config.size("max_position_embeddings")?);
        let epsilon = config.number_or("rms_norm_eps", 1e-6);
        let activation = config.activation("hidden_act", "silu")?;
        let (bias, inner_bias) = (config.flag_or("attention_bias", false), config.flag_or("mlp_bias", false));
        let attention_dropout = config.dropout("attention_dropout", 0.0)?;
        let words = weights.take("embed_tokens.weight", [config.size("vocab_size")?, width])?;
        let mut layers = Vec::new();
        for at in 0..config.size("num_hidden_layers")? {
            let name = |part: &str| format!("layers.{at}.{part}");
            let mut dense = |part: &str, shape: [usize; 2], bias: bool| Dense::load(weights, &name(part), shape, bias);
            let attention = SelfAttention {
                query: dense("self_attn.q_proj", [heads * head, width], bias || is_qwen)?,
                key: dense("self_attn.k_proj", [shared_heads * head, width], bias || is_qwen)?,
                value: dense("self_attn.v_proj", [shared_heads * head, width], bias || is_qwen)?,
                output: dense("self_attn.o_proj", [width, heads * head], bias)?,
                heads,
                shared_heads,
                dropout: attention_dropout,
            };
            let gate = Some(dense("mlp.gate_proj", [inner, width], inner_bias)?);
            let up = dense("mlp.up_proj", [inner, width], inner_bias)?;
            let down = dense("mlp.down_proj", [width, inner], inner_bias)?;
            layers.push(PreNormLayer {
                attention_norm: Norm::rms(weights, &name("input_layernorm"), width, epsilon)?,
                attention,
                norm: Norm::rms(weights, &name("post_attention_layernorm"), width, epsilon)?,
                feed_forward: FeedForward { up, gate, down, activation, dropout: 0.0 },
            });
        }
        let norm = Norm::rms(weights, "norm", width, epsilon)?;
        let frequencies = rotary_frequencies(config, head)?;
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let layers = PreNormLayers { layers, norm, dropout: 0.0 };
        Ok((Box::new(Self { words, layers, frequencies }), size))
    }
}

impl Forward for Llama {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        // Padding comes last, so no token of a text sees it.
        let rotary = Rotary::new(batch.length, &self.frequencies, false)?;
        let options = Attention { causal: true, mode, ..Attention::default() };
        let x = embedding(&self.words, &batch.ids()).reshape([batch.rows, batch.length, width]);
        let last = self.layers.forward(x, &options, Some(&rotary), each)?;
        each(&last)
    }
}

/// The frequencies of rotary positions. Newer configurations have one place for them, older ones two; positions may be
/// divided by a factor.
fn rotary_frequencies(config: &Config, head: usize) -> Result<Vec<f64>, ModelError> {
    let settings = config.get("rope_parameters").or_else(|| config.get("rope_scaling"));
    let setting = |key: &str| settings.and_then(|settings| settings.get(key));
    let base =
        setting("rope_theta").and_then(Value::as_f64).unwrap_or_else(|| config.number_or("rope_theta", 10_000.0));
    let kind = setting("rope_type").or_else(|| setting("type")).and_then(Value::as_str).unwrap_or("default");
    let factor = match kind {
        "default" => 1.0,
        "linear" => setting("factor").and_then(Value::as_f64).unwrap_or(1.0),
        other => return Err(config.wrong(format!("rotary positions of the type `{other}` are not known here"))),
    };
    Ok(frequencies(head, base).into_iter().map(|frequency| frequency / factor).collect())
}

/// The name without its prefix; none for the head and for stored frequencies.
fn rename(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("model.").unwrap_or(stored);
    if inner.starts_with("lm_head.") || inner.ends_with("rotary_emb.inv_freq") {
        return None;
    }
    Some(inner.to_owned())
}
