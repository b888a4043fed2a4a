//! GPT-2, as CodeGPT is one: tokens see only those before them.

use std::iter::once;

use examen_tensor::{Attention, Mode, Tensor, dropout, embedding};

use super::Architecture;
use super::batch::Batch;
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::{Dense, FeedForward, Norm, SelfAttention};
use super::pre_norm::{PreNormLayer, PreNormLayers};
use crate::error::ModelError;
use crate::weights::Weights;

/// GPT-2.
pub(super) const GPT2: Architecture = Architecture {
    model_type: "gpt2",
    about: "GPT-2, CodeGPT; the last position knows the text",
    is_causal: true,
    takes_data_flow: false,
    rename,
    load: Gpt2::load,
};

/// A GPT-2.
#[derive(Debug)]
struct Gpt2 {
    words: Tensor<2>,
    positions: Tensor<2>,
    layers: PreNormLayers,
    embedding_dropout: f64,
}

impl Gpt2 {
    fn load(config: &Config, weights: &mut Weights<'_>) -> Result<Loaded, ModelError> {
        if config.flag_or("scale_attn_by_inverse_layer_idx", false) || !config.flag_or("scale_attn_weights", true) {
            return Err(config.wrong("scores that are scaled in another way are not known here"));
        }
        let (width, heads) = (config.size("n_embd")?, config.size("n_head")?);
        config.divided(width, heads)?;
        let (inner, limit) = (config.size_or("n_inner", 4 * width)?, config.size("n_positions")?);
        let epsilon = config.number_or("layer_norm_epsilon", 1e-5);
        let activation = config.activation("activation_function", "gelu_new")?;
        let attention_dropout = config.dropout("attn_pdrop", 0.1)?;
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
                dropout: attention_dropout,
            };
            let (up, down) = (dense("mlp.c_fc", [inner, width])?, dense("mlp.c_proj", [width, inner])?);
            layers.push(PreNormLayer {
                attention_norm: Norm::layer(weights, &name("ln_1"), width, true, epsilon)?,
                attention,
                norm: Norm::layer(weights, &name("ln_2"), width, true, epsilon)?,
                feed_forward: FeedForward { up, gate: None, down, activation, dropout: 0.0 },
            });
        }
        let norm = Norm::layer(weights, "ln_f", width, true, epsilon)?;
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let layers = PreNormLayers { layers, norm, dropout: config.dropout("resid_pdrop", 0.1)? };
        let embedding_dropout = config.dropout("embd_pdrop", 0.1)?;
        Ok((Box::new(Self { words, positions, layers, embedding_dropout }), size))
    }
}

impl Forward for Gpt2 {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let [_, width] = self.words.shape();
        // Padding comes last, so no token of a text sees it.
        let options = Attention { causal: true, mode, ..Attention::default() };
        let words = embedding(&self.words, &batch.ids());
        let x = (words + embedding(&self.positions, &batch.places(0))).reshape([batch.rows, batch.length, width]);
        let x = dropout(x, self.embedding_dropout, mode);
        let last = self.layers.forward(x, &options, None, each)?;
        each(&last)
    }
}

/// The name without its prefix; none for the head and for stored masks.
fn rename(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("transformer.").unwrap_or(stored);
    if inner.starts_with("lm_head.") || inner.ends_with(".attn.bias") || inner.ends_with(".attn.masked_bias") {
        return None;
    }
    Some(inner.to_owned())
}
