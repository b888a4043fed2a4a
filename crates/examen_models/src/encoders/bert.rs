//! BERT and RoBERTa: learned positions, norms behind each half of a layer.
//!
//! RoBERTa counts positions from the padding id on, and begins behind it. GraphCodeBERT is a RoBERTa that is shown the
//! variables of a text behind its tokens: a variable has position 0, the mean of its tokens' word embeddings, and sees only
//! its tokens and the variables that it comes from (CodeBERT's, CodeBERTa's and UniXcoder's inputs have no such part).

use examen_tensor::{Attention, Mask, Mode, Tensor, dropout, embedding, range_means};

use super::Architecture;
use super::batch::{Batch, Sequence};
use super::config::Config;
use super::network::{EachLayer, Forward, Loaded, Size};
use super::parts::Norm;
use super::post_norm::{LayerDropout, LayerNames, LayerSizes, PostNormLayer};
use crate::error::ModelError;
use crate::weights::Weights;

/// BERT.
pub(super) const BERT: Architecture = Architecture {
    model_type: "bert",
    about: "BERT, JavaBERT, MiniLM",
    is_causal: false,
    takes_data_flow: false,
    rename,
    load: |config, weights| Bert::load(config, weights, false),
};

/// RoBERTa, and GraphCodeBERT among its checkpoints.
pub(super) const ROBERTA: Architecture = Architecture {
    model_type: "roberta",
    about: "CodeBERT, GraphCodeBERT (with `--data-flow`, shown that too), CodeBERTa, UniXcoder",
    takes_data_flow: true,
    load: |config, weights| Bert::load(config, weights, true),
    ..BERT
};

/// XLM-RoBERTa.
pub(super) const XLM_ROBERTA: Architecture =
    Architecture { model_type: "xlm-roberta", about: "XLM-RoBERTa", takes_data_flow: false, ..ROBERTA };

/// A BERT or RoBERTa.
#[derive(Debug)]
struct Bert {
    words: Tensor<2>,
    positions: Tensor<2>,
    first_type: Tensor<1>,
    norm: Norm,
    layers: Vec<PostNormLayer>,
    padding: u32,
    /// The special tokens around a text, if this is a RoBERTa.
    special: Option<[u32; 2]>,
    dropout: f64,
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
    fn load(config: &Config, weights: &mut Weights<'_>, is_roberta: bool) -> Result<Loaded, ModelError> {
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
        let residual = config.dropout("hidden_dropout_prob", 0.1)?;
        let attention = config.dropout("attention_probs_dropout_prob", 0.1)?;
        let dropout = LayerDropout { attention, activation: 0.0, residual };
        let sizes = LayerSizes { width, inner, heads, activation, epsilon, dropout };
        let mut layers = Vec::new();
        for at in 0..config.size("num_hidden_layers")? {
            layers.push(PostNormLayer::load(weights, &format!("encoder.layer.{at}"), &NAMES, sizes)?);
        }
        let limit = if is_roberta { rows.saturating_sub(padding as usize + 1) } else { rows };
        let special = [config.id("bos_token_id").unwrap_or(0), config.id("eos_token_id").unwrap_or(2)];
        let first_type = types.slice(0, 0..1).reshape([width]);
        let special = is_roberta.then_some(special);
        let size = Size { layers: layers.len() + 1, width, limit: Some(limit) };
        let network = Self { words, positions, first_type, norm, layers, padding, special, dropout: residual };
        Ok((Box::new(network), size))
    }
}

impl Forward for Bert {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let has_flow = batch.sequences.iter().any(|sequence| !sequence.flow.is_empty());
        let mask = match self.special {
            _ if !has_flow => batch.mask(),
            Some(special) => Some(flow_mask(batch, special)?),
            None => return Err(ModelError::DataFlow("this network is not shown data flow")),
        };
        let options = Attention { mask: mask.as_ref(), mode, ..Attention::default() };
        let mut x = dropout(self.embed(batch, has_flow), self.dropout, mode);
        each(&x)?;
        for layer in &self.layers {
            x = layer.apply(x, &options);
            each(&x)?;
        }
        Ok(())
    }
}

impl Bert {
    fn embed(&self, batch: &Batch<'_>, has_flow: bool) -> Tensor<3> {
        let [width] = self.first_type.shape();
        let mut words = embedding(&self.words, &batch.ids());
        if has_flow {
            words = with_means(words, batch);
        }
        let places = match self.special {
            Some(_) => batch.numbers(|_, at| self.padding + 1 + at as u32, 0, self.padding),
            None => batch.places(0),
        };
        let positions = embedding(&self.positions, &places);
        // In the order of transformers: in bf16 it shows.
        let x = words + self.first_type.clone().reshape([1, width]) + positions;
        self.norm.apply(x.reshape([batch.rows, batch.length, width]))
    }
}

/// The name without its prefix, as of today; none for heads and buffers.
fn rename(stored: &str) -> Option<String> {
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
fn with_means(words: Tensor<2>, batch: &Batch<'_>) -> Tensor<2> {
    let [count, _] = words.shape();
    // Means stand behind the words, and each variable takes its own.
    let (mut rows, mut ranges): (Vec<u32>, _) = ((0..count as u32).collect(), Vec::new());
    for (at, sequence) in batch.sequences.iter().enumerate() {
        let start = at * batch.length;
        for (place, node) in (start + sequence.ids.len()..).zip(&sequence.flow) {
            rows[place] = (count + ranges.len()) as u32;
            ranges.push(start + node.tokens.start..start + node.tokens.end);
        }
    }
    let means = range_means(&words, &ranges);
    embedding(&Tensor::concat(vec![words, means], 0), &rows)
}

/// The mask of texts with variables: tokens see tokens, a variable and its tokens see each other, a variable sees those
/// that it comes from, and special tokens see everything.
fn flow_mask(batch: &Batch<'_>, special: [u32; 2]) -> Result<Mask, ModelError> {
    batch.mask_by(|sequence: &Sequence, query, key| {
        let tokens = sequence.ids.len();
        match (query.checked_sub(tokens), key.checked_sub(tokens)) {
            (None, None) => true,
            (None, Some(node)) => special.contains(&sequence.ids[query]) || sequence.flow[node].tokens.contains(&query),
            (Some(node), None) => sequence.flow[node].tokens.contains(&key),
            (Some(node), Some(source)) => sequence.flow[node].sources.contains(&source),
        }
    })
}
