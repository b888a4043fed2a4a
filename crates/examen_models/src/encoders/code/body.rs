//! The layers of an encoder of our own, without a head.

use examen_tensor::{Attention, Mode, Rotary, Tensor, dropout, embedding};

use super::config::{CodeConfig, MODEL_TYPE};
use super::parameters::OCCURRENCES;
use crate::encoders::Architecture;
use crate::encoders::batch::Batch;
use crate::encoders::network::{EachLayer, Forward, Size};
use crate::encoders::parts::{Activation, Dense, FeedForward, Norm, SelfAttention};
use crate::encoders::pre_norm::{PreNormLayer, PreNormLayers};
use crate::error::ModelError;
use crate::weights::Weights;

/// Encoders of our own, as those of checkpoints are told apart.
pub(super) const ARCHITECTURE: Architecture = Architecture {
    model_type: MODEL_TYPE,
    about: "Encoders of our own, in training or trained",
    is_causal: false,
    takes_data_flow: false,
    rename: |stored| {
        let is_head = ["decision.", "masked.", "spans."].iter().any(|head| stored.starts_with(head));
        (!is_head).then(|| stored.to_owned())
    },
    load: |config, weights| {
        let config = CodeConfig::of(config)?;
        let body = CodeBody::load(&config, weights)?;
        Ok((Box::new(body), CodeBody::size(&config)))
    },
};

/// The layers of an encoder of our own.
#[derive(Debug)]
pub(super) struct CodeBody {
    pub(super) words: Tensor<2>,
    queries: Tensor<2>,
    occurrences: Option<Tensor<2>>,
    embedding_norm: Norm,
    pub(super) layers: PreNormLayers,
    dropout: f64,
    /// Of rotary positions, for each pair of elements.
    frequencies: Vec<f64>,
    /// The number of the vector for no query.
    no_query: u32,
}

impl CodeBody {
    pub(super) fn load(config: &CodeConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let CodeConfig { hidden_size: width, intermediate_size: inner, num_attention_heads: heads, .. } = *config;
        let epsilon = config.rms_norm_eps;
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for layer in 0..config.num_hidden_layers {
            let name = |part: &str| format!("layers.{layer}.{part}");
            let mut dense = |part: &str, shape: [usize; 2]| Dense::load(weights, &name(part), shape, false);
            let attention = SelfAttention {
                query: dense("query", [width, width])?,
                key: dense("key", [width, width])?,
                value: dense("value", [width, width])?,
                output: dense("output", [width, width])?,
                heads,
                shared_heads: heads,
                dropout: 0.0,
            };
            let feed_forward = FeedForward {
                up: dense("up", [inner, width])?,
                gate: Some(dense("gate", [inner, width])?),
                down: dense("down", [width, inner])?,
                activation: Activation::Silu,
                dropout: 0.0,
            };
            layers.push(PreNormLayer {
                attention_norm: Norm::rms(weights, &name("attention_norm"), width, epsilon)?,
                attention,
                norm: Norm::rms(weights, &name("feed_forward_norm"), width, epsilon)?,
                feed_forward,
            });
        }
        Ok(Self {
            words: weights.take("words.weight", [config.vocab_size, width])?,
            queries: weights.take("queries.weight", [config.query_vectors(), width])?,
            occurrences: config
                .has_occurrences
                .then(|| weights.take("occurrences.weight", [OCCURRENCES, width]))
                .transpose()?,
            embedding_norm: Norm::rms(weights, "embedding_norm", width, epsilon)?,
            layers: PreNormLayers { layers, norm: Norm::rms(weights, "norm", width, epsilon)?, dropout: 0.0 },
            dropout: config.hidden_dropout_prob,
            frequencies: config.frequencies(),
            no_query: config.no_query(),
        })
    }

    pub(super) fn width(&self) -> usize {
        let [_, width] = self.words.shape();
        width
    }

    /// The size that other encoders are told.
    pub(super) fn size(config: &CodeConfig) -> Size {
        let (layers, width) = (config.num_hidden_layers + 1, config.hidden_size);
        Size { layers, width, limit: Some(config.max_position_embeddings) }
    }

    /// The normalised embeddings of tokens: token, width.
    pub(super) fn embed(&self, ids: &[u32], queries: &[u32], occurrences: &[u32]) -> Tensor<2> {
        let mut x = embedding(&self.words, ids) + embedding(&self.queries, queries);
        if let Some(vectors) = &self.occurrences {
            x = x + embedding(vectors, occurrences);
        }
        let shape = [1, ids.len(), self.width()];
        self.embedding_norm.apply(x.reshape(shape)).reshape([ids.len(), self.width()])
    }
}

/// Texts are shown as in pre-training: without a query, and without how often a word occurs.
impl Forward for CodeBody {
    fn forward(&self, batch: &Batch<'_>, mode: Mode<'_>, each: EachLayer<'_>) -> Result<(), ModelError> {
        let ids = batch.ids();
        let x = self.embed(&ids, &vec![self.no_query; ids.len()], &vec![0; ids.len()]);
        let x = dropout(x.reshape([batch.rows, batch.length, self.width()]), self.dropout, mode);
        let mask = batch.mask();
        let options = Attention { mask: mask.as_ref(), mode, ..Attention::default() };
        let rotary = Rotary::new(batch.length, &self.frequencies, false)?;
        let last = self.layers.forward(x, &options, Some(&rotary), each)?;
        each(&last)
    }
}
