//! BERT and RoBERTa: learned positions, norms behind each half of a layer.
//!
//! RoBERTa counts positions from the padding id on, and begins behind it. GraphCodeBERT is a RoBERTa that is shown the
//! variables of a text behind its tokens: a variable has position 0, the mean of its tokens' word embeddings, and sees only
//! its tokens and the variables that it comes from (CodeBERT's, CodeBERTa's and UniXcoder's inputs have no such part).

use examen_tensor::{Attention, Mask, Tensor, embedding};

use super::Size;
use super::batch::{Batch, Sequence};
use super::config::Config;
use super::parts::Norm;
use super::post_norm::{LayerNames, LayerSizes, PostNormLayer};
use crate::checkpoint::Weights;
use crate::error::ModelError;

/// A BERT or RoBERTa.
#[derive(Debug)]
pub(super) struct Bert {
    words: Tensor<2>,
    positions: Tensor<2>,
    first_type: Tensor<1>,
    norm: Norm,
    layers: Vec<PostNormLayer>,
    padding: u32,
    /// The ids that frame a text, if this is a RoBERTa.
    frame: Option<[u32; 2]>,
}

const NAMES: LayerNames = LayerNames {
    query: "attention.self.query",
    key: "attention.self.key",
    value: "attention.self.value",
    output: "attention.output.dense",
    attention_norm: "attention.output.LayerNorm",
    up: "intermediate.dense",
    down: "output.dense",
    norm: "output.LayerNorm",
};

impl Bert {
    pub(super) fn load(config: &Config, weights: &mut Weights, is_roberta: bool) -> Result<(Self, Size), ModelError> {
        if config.text("position_embedding_type").is_some_and(|kind| kind != "absolute") {
            return Err(config.wrong("positions that are not absolute are not known here"));
        }
        let (width, heads) = (config.size("hidden_size")?, config.size("num_attention_heads")?);
        config.divided(width, heads)?;
        let (inner, epsilon) = (config.size("intermediate_size")?, config.number_or("layer_norm_eps", 1e-12));
        let activation = config.activation("hidden_act", "gelu")?;
        let rows = config.size("max_position_embeddings")?;
        let padding = config.id("pad_token_id").unwrap_or(u32::from(is_roberta));
        let words = weights.take("embeddings.word_embeddings.weight", [config.size("vocab_size")?, width])?;
        let types = config.size_or("type_vocab_size", 2)?;
        let types = weights.take("embeddings.token_type_embeddings.weight", [types, width])?;
        let positions = weights.take("embeddings.position_embeddings.weight", [rows, width])?;
        let norm = Norm::layer(weights, "embeddings.LayerNorm", width, true, epsilon)?;
        let sizes = LayerSizes { width, inner, heads, activation, epsilon };
        let mut layers = Vec::new();
        for at in 0..config.size("num_hidden_layers")? {
            layers.push(PostNormLayer::load(weights, &format!("encoder.layer.{at}"), &NAMES, sizes)?);
        }
        let limit = if is_roberta { rows.saturating_sub(padding as usize + 1) } else { rows };
        let frame = [config.id("bos_token_id").unwrap_or(0), config.id("eos_token_id").unwrap_or(2)];
        let first_type = types.slice(0, 0..1).reshape([width]);
        let frame = is_roberta.then_some(frame);
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        Ok((Self { words, positions, first_type, norm, layers, padding, frame }, size))
    }

    pub(super) fn forward(
        &self,
        batch: &Batch<'_>,
        each: &mut dyn FnMut(&Tensor<3>) -> Result<(), ModelError>,
    ) -> Result<(), ModelError> {
        let has_flow = batch.sequences.iter().any(|sequence| !sequence.flow.is_empty());
        let mask = match self.frame {
            _ if !has_flow => batch.mask(),
            Some(frame) => Some(flow_mask(batch, frame)?),
            None => return Err(ModelError::DataFlow("this network is not shown data flow")),
        };
        let options = Attention { mask: mask.as_ref(), ..Attention::default() };
        let mut x = self.embed(batch, has_flow)?;
        each(&x)?;
        for layer in &self.layers {
            x = layer.apply(x, &options);
            each(&x)?;
        }
        Ok(())
    }

    fn embed(&self, batch: &Batch<'_>, has_flow: bool) -> Result<Tensor<3>, ModelError> {
        let [width] = self.first_type.shape();
        let mut words = embedding(&self.words, &batch.ids());
        if has_flow {
            words = with_means(words, batch)?.beside(&self.words);
        }
        let places = match self.frame {
            Some(_) => batch.numbers(|_, at| self.padding + 1 + at as u32, 0, self.padding),
            None => batch.places(0),
        };
        let positions = embedding(&self.positions, &places);
        // In the order of transformers: in bf16 it shows.
        let x = words + self.first_type.clone().reshape([1, width]) + positions;
        Ok(self.norm.apply(x.reshape([batch.rows, batch.length, width])))
    }
}

/// The name without its prefix, as of today; none for heads and buffers.
pub(super) fn name(stored: &str) -> Option<String> {
    let inner = stored.strip_prefix("bert.").or_else(|| stored.strip_prefix("roberta.")).unwrap_or(stored);
    let is_network = inner.starts_with("embeddings.") || inner.starts_with("encoder.");
    let is_head =
        ["cls.", "lm_head.", "pooler.", "classifier.", "qa_outputs."].iter().any(|head| inner.starts_with(head));
    let is_buffer = inner.ends_with("position_ids") || inner.ends_with("token_type_ids");
    if is_buffer || (is_head && !is_network) {
        return None;
    }
    Some(inner.replace("LayerNorm.gamma", "LayerNorm.weight").replace("LayerNorm.beta", "LayerNorm.bias"))
}

/// Word embeddings in which each variable has the mean of its tokens'.
fn with_means(words: Tensor<2>, batch: &Batch<'_>) -> Result<Tensor<2>, ModelError> {
    let [count, width] = words.shape();
    let mut values = words.into_values()?;
    for (row, sequence) in values.chunks_exact_mut(batch.length * width).zip(batch.sequences) {
        let (tokens, rest) = row.split_at_mut(sequence.ids.len() * width);
        for (node, mean) in sequence.flow.iter().zip(rest.chunks_exact_mut(width)) {
            mean.fill(0.0);
            let own = &tokens[node.tokens.start * width..node.tokens.end * width];
            for token in own.chunks_exact(width) {
                for (sum, value) in mean.iter_mut().zip(token) {
                    *sum += value / node.tokens.len() as f32;
                }
            }
        }
    }
    Ok(Tensor::from_values(values, [count, width])?)
}

/// Who sees whom where there are variables: tokens see tokens, a variable and its tokens see each other, a variable sees those
/// that it comes from, and the tokens that frame the text see everything.
fn flow_mask(batch: &Batch<'_>, frame: [u32; 2]) -> Result<Mask, ModelError> {
    batch.mask_by(|sequence: &Sequence, query, key| {
        let tokens = sequence.ids.len();
        match (query.checked_sub(tokens), key.checked_sub(tokens)) {
            (None, None) => true,
            (None, Some(node)) => frame.contains(&sequence.ids[query]) || sequence.flow[node].tokens.contains(&query),
            (Some(node), None) => sequence.flow[node].tokens.contains(&key),
            (Some(node), Some(source)) => sequence.flow[node].sources.contains(&source),
        }
    })
}
