//! The configuration of an encoder of our own.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::encoders::config::Config;
use crate::encoders::parts::frequencies;
use crate::error::ModelError;
use crate::model_folder::{ModelConfig, read_config, wrong_size, wrong_type};

/// The `model_type` of `config.json`.
pub(super) const MODEL_TYPE: &str = "examen-code";

/// The configuration of an encoder of our own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CodeConfig {
    /// Always `examen-code`.
    pub model_type: String,
    /// The number of token ids.
    pub vocab_size: usize,
    /// The width of a state.
    pub hidden_size: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Heads of attention.
    pub num_attention_heads: usize,
    /// The width between the maps of a feed-forward network.
    pub intermediate_size: usize,
    /// The most tokens of a sequence.
    pub max_position_embeddings: usize,
    /// The base of rotary positions.
    pub rope_theta: f64,
    /// Added to mean squares.
    pub rms_norm_eps: f64,
    /// The dropout of embeddings and of what heads see, in training.
    pub hidden_dropout_prob: f64,
    /// The ids of the queries that it answers, in the order of their vectors; none before it was trained for any.
    pub queries: Vec<String>,
    /// Whether it is told how often a word occurs in its input.
    pub has_occurrences: bool,
    /// Whether all queries are answered by one pass: the network does not see the query, and has scores of a token for each.
    #[serde(default)]
    pub is_one_pass: bool,
    /// What it decides, if it was trained to decide something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
}

/// A decision about a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Decision {
    /// Whether a caption says what a function does.
    Match,
    /// Whether a block is relevant to a query.
    Relevance,
}

/// A size of encoders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeSize {
    /// 2 layers of 32: for tests and first tries.
    Tiny,
    /// 4 layers of 128: 1.9 million parameters, for trainings on a CPU.
    Mini,
    /// 8 layers of 192: 5 million parameters.
    Small,
    /// 12 layers of 384: 24 million.
    Medium,
    /// 12 layers of 768: 91 million.
    Large,
}

impl CodeSize {
    /// All sizes, from the smallest on.
    pub const ALL: [Self; 5] = [Self::Tiny, Self::Mini, Self::Small, Self::Medium, Self::Large];

    /// The word on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::Mini => "mini",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// The configuration of this size, without queries.
    pub fn config(self, vocab_size: usize) -> CodeConfig {
        let [layers, width, heads, inner] = match self {
            Self::Tiny => [2, 32, 2, 64],
            Self::Mini => [4, 128, 2, 352],
            Self::Small => [8, 192, 3, 512],
            Self::Medium => [12, 384, 6, 1024],
            Self::Large => [12, 768, 12, 2048],
        };
        CodeConfig {
            model_type: MODEL_TYPE.to_owned(),
            vocab_size,
            hidden_size: width,
            num_hidden_layers: layers,
            num_attention_heads: heads,
            intermediate_size: inner,
            max_position_embeddings: 4096,
            rope_theta: 20_000.0,
            rms_norm_eps: 1e-6,
            hidden_dropout_prob: 0.1,
            queries: Vec::new(),
            has_occurrences: false,
            is_one_pass: false,
            decision: None,
        }
    }
}

impl CodeConfig {
    /// Reads the `config.json` of a directory.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        read_config(folder)
    }

    /// The configuration among those of all encoders.
    pub(super) fn of(config: &Config) -> Result<Self, ModelError> {
        config.read_as()
    }

    /// The frequencies of rotary positions, for each pair of elements of a head.
    pub(super) fn frequencies(&self) -> Vec<f64> {
        frequencies(self.hidden_size / self.num_attention_heads, self.rope_theta)
    }

    /// The number of a query's vector; that of no query for others.
    pub fn query_number(&self, query: &str) -> Option<u32> {
        self.queries.iter().zip(0..).find(|(known, _)| *known == query).map(|(_, number)| number)
    }

    /// The number of the vector for no query.
    pub fn no_query(&self) -> u32 {
        self.query_vectors() as u32 - 1
    }

    /// The vectors that are added to tokens: one for each query that the network sees, and one for none.
    pub(super) fn query_vectors(&self) -> usize {
        if self.is_one_pass { 1 } else { self.queries.len() + 1 }
    }

    /// The queries whose scores the network gives at once.
    pub(super) fn scored_queries(&self) -> usize {
        if self.is_one_pass { self.queries.len() } else { 1 }
    }
}

impl ModelConfig for CodeConfig {
    fn fault(&self) -> Option<String> {
        let sizes = [
            ("vocab_size", self.vocab_size),
            ("hidden_size", self.hidden_size),
            ("num_hidden_layers", self.num_hidden_layers),
            ("num_attention_heads", self.num_attention_heads),
            ("intermediate_size", self.intermediate_size),
            ("max_position_embeddings", self.max_position_embeddings),
        ];
        if let Some(wrong) = wrong_type(&self.model_type, MODEL_TYPE).or_else(|| wrong_size(&sizes)) {
            return Some(wrong);
        }
        if !self.hidden_size.is_multiple_of(2 * self.num_attention_heads) {
            let Self { hidden_size, num_attention_heads, .. } = self;
            return Some(format!("a width of {hidden_size} cannot be split into {num_attention_heads} heads of pairs"));
        }
        let is_probability = (0.0..1.0).contains(&self.hidden_dropout_prob);
        (!is_probability).then(|| format!("`hidden_dropout_prob` is {}", self.hidden_dropout_prob))
    }
}
