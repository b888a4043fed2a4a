//! CodeGen: rotary positions on neighbouring elements, attention and feed-forward side by side.

use examen_tensor::{Attention, Mode, Rotary, Tensor, dropout, embedding};

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::{Dense, FeedForward, Norm, SelfAttention, frequencies};
use crate::error::ModelError;
use crate::weights::Weights;

/// Queries, values and keys are stored in so many parts, as they lay on the processors that trained the network.
const PARTS: usize = 4;

/// CodeGen.
pub(super) const CODEGEN: Architecture = Architecture {
    model_type: "codegen",
    about: "CodeGen; the last position knows the text",
    is_causal: true,
    takes_data_flow: false,
    rename,
    load: CodeGen::load,
};

/// A CodeGen.
#[derive(Debug)]
struct CodeGen {
    words: Tensor<2>,
    layers: Vec<Layer>,
    norm: Norm,
    /// Of rotary positions, for each pair of elements.
    frequencies: Vec<f64>,
    embedding_dropout: f64,
    /// The dropout of what attention and the feed-forward network add.
    dropout: f64,
}

#[derive(Debug)]
struct Layer {
    norm: Norm,
    attention: SelfAttention,
    feed_forward: FeedForward,
}

impl CodeGen {
    fn load(config: &Config, weights: &mut Weights<'_>) -> Result<Loaded, ModelError> {
        let (width, heads) = (config.size("n_embd")?, config.size("n_head")?);
        let head = config.divided(width, heads)?;
        config.divided(heads, PARTS)?;
        let (inner, limit) = (config.size_or("n_inner", 4 * width)?, config.size("n_positions")?);
        let turned = config.size_or("rotary_dim", head)?;
        if turned > head || !turned.is_multiple_of(2) {
            return Err(config.wrong(format!("`rotary_dim` is {turned}, with heads of width {head}")));
        }
        let epsilon = config.number_or("layer_norm_epsilon", 1e-5);
        let activation = config.activation("activation_function", "gelu_new")?;
        let attention_dropout = config.dropout("attn_pdrop", 0.0)?;
        let words = weights.take("wte.weight", [config.size("vocab_size")?, width])?;
        let mut layers = Vec::new();
        for at in 0..config.size("n_layer")? {
            let name = |part: &str| format!("h.{at}.{part}");
            let joined = Dense::load(weights, &name("attn.qkv_proj"), [3 * width, width], false)?;
            // Each part has its queries, then its values, then its keys.
            let size = width / PARTS;
            let third = |kind: usize| {
                let range = |part: usize| (3 * part + kind) * size..(3 * part + kind + 1) * size;
                joined.outputs((0..PARTS).map(range))
            };
            let attention = SelfAttention {
                query: third(0),
                value: third(1),
                key: third(2),
                output: Dense::load(weights, &name("attn.out_proj"), [width, width], false)?,
                heads,
                shared_heads: heads,
                dropout: attention_dropout,
            };
            let up = Dense::load(weights, &name("mlp.fc_in"), [inner, width], true)?;
            let down = Dense::load(weights, &name("mlp.fc_out"), [width, inner], true)?;
            layers.push(Layer {
                norm: Norm::layer(weights, &name("ln_1"), width, true, epsilon)?,
                attention,
                feed_forward: FeedForward { up, gate: None, down, activation, dropout: 0.0 },
            });
        }
        let norm = Norm::layer(weights, "ln_f", width, true, epsilon)?;
        let frequencies = frequencies(turned, 10_000.0);
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let (embedding_dropout, dropout) = (config.dropout("embd_pdrop", 0.0)?, config.dropout("resid_pdrop", 0.0)?);
        Ok((Box::new(Self { words, layers, norm, frequencies, embedding_dropout, dropout }), size))
    }
}

impl Forward for CodeGen {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        // Padding comes last, so no token of a text sees it.
        let rotary = Rotary::new(batch.length, &self.frequencies, true)?;
        let options = Attention { causal: true, mode, ..Attention::default() };
        let x = embedding(&self.words, &batch.ids()).reshape([batch.rows, batch.length, width]);
        let mut x = dropout(x, self.embedding_dropout, mode);
        let dropped = |added: Tensor<3>| dropout(added, self.dropout, mode);
        for layer in &self.layers {
            each(&x)?;
            let normed = layer.norm.apply(x.clone());
            let attended = layer.attention.apply(normed.clone(), &options, Some(&rotary));
            x = x + dropped(attended) + dropped(layer.feed_forward.apply(normed, mode));
        }
        each(&self.norm.apply(x))
    }
}

/// The name without its prefix; none for the head and for stored masks.
fn rename(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("transformer.").unwrap_or(stored);
    let buffers = [".attn.causal_mask", ".attn.bias", ".attn.masked_bias", ".attn.embed_positions"];
    if inner.starts_with("lm_head.") || buffers.iter().any(|buffer| inner.ends_with(buffer)) {
        return None;
    }
    Some(inner.to_owned())
}
