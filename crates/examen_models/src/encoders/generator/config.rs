//! The configuration of a generator.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::encoders::CodeConfig;
use crate::error::ModelError;
use crate::model_folder::{ModelConfig, read_config, wrong_size, wrong_type};

/// The `model_type` of `config.json`.
pub(super) const MODEL_TYPE: &str = "examen-generator";

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeneratedKind {
    /// The name of a function.
    Name,
    /// What a function does.
    Caption,
    /// The answer to a question about a function.
    Answer,
}

/// What reads, and what writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GeneratorKind {
    /// An encoder of our own, pre-trained or not, and layers of attention that write.
    #[default]
    Generator,
    /// LSTMs in both directions, and an LSTM that writes.
    Seq2seq,
    /// The same with an encoder for the question and another one for the code.
    DualEncoder,
    /// LSTMs, and behind them a graph network over the tokens.
    Sns,
    /// The same layers as those of our own encoder with relative positions, and layers of attention that write.
    Transformer,
}

/// The configuration of a generator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneratorConfig {
    /// Always `examen-generator`.
    pub model_type: String,
    /// What reads, and what writes.
    #[serde(default, skip_serializing_if = "GeneratorKind::is_usual")]
    pub kind: GeneratorKind,
    /// Whether no words of the input are copied.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_copy: bool,
    /// The encoder, whose queries are the kinds of what is written.
    pub encoder: CodeConfig,
    /// Words of the vocabulary, the unknown one counted.
    pub words: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// The most parts of a name.
    pub longest_name: usize,
    /// The most words of a text.
    pub longest_text: usize,
    /// Sequences that are followed at once.
    pub beam_width: usize,
    /// Logarithms of probabilities are divided by the number of words to this power.
    pub length_exponent: f32,
    /// In a text no run of so many words is written twice; 0 allows all.
    pub no_repeat: usize,
}

impl GeneratedKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Name, Self::Caption, Self::Answer];

    /// The word in a configuration.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Caption => "caption",
            Self::Answer => "answer",
        }
    }
}

impl GeneratorKind {
    /// Whether LSTMs read and write.
    pub const fn is_recurrent(self) -> bool {
        matches!(self, Self::Seq2seq | Self::DualEncoder | Self::Sns)
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives references")]
    fn is_usual(&self) -> bool {
        *self == Self::Generator
    }
}

impl GeneratorConfig {
    /// A generator on an encoder, for a vocabulary of so many words.
    pub fn new(encoder: CodeConfig, words: usize, decoder_layers: usize) -> Self {
        Self {
            model_type: MODEL_TYPE.to_owned(),
            kind: GeneratorKind::Generator,
            no_copy: false,
            encoder: CodeConfig {
                queries: GeneratedKind::ALL.map(|kind| kind.name().to_owned()).to_vec(),
                has_occurrences: false,
                is_one_pass: false,
                decision: None,
                ..encoder
            },
            words,
            decoder_layers,
            longest_name: 8,
            longest_text: 40,
            beam_width: 4,
            length_exponent: 0.6,
            no_repeat: 3,
        }
    }

    /// The layers of attention of the encoder, which LSTMs have in place of: these read its embeddings.
    pub(super) fn attentive(&self) -> CodeConfig {
        let layers = if self.kind.is_recurrent() { 0 } else { self.encoder.num_hidden_layers };
        CodeConfig { num_hidden_layers: layers, ..self.encoder.clone() }
    }

    /// The most words of what is written.
    pub const fn longest(&self, kind: GeneratedKind) -> usize {
        match kind {
            GeneratedKind::Name => self.longest_name,
            GeneratedKind::Caption | GeneratedKind::Answer => self.longest_text,
        }
    }

    /// The number of the word behind the last.
    pub(super) const fn end(&self) -> u32 {
        self.words as u32
    }

    /// The number of the word before the first.
    pub(super) const fn start(&self) -> u32 {
        self.words as u32 + 1
    }

    /// Reads the `config.json` of a directory.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        read_config(folder)
    }
}

impl ModelConfig for GeneratorConfig {
    fn fault(&self) -> Option<String> {
        let sizes = [
            ("words", self.words),
            ("decoder_layers", self.decoder_layers),
            ("longest_name", self.longest_name),
            ("longest_text", self.longest_text),
            ("beam_width", self.beam_width),
        ];
        if let Some(wrong) = wrong_type(&self.model_type, MODEL_TYPE).or_else(|| wrong_size(&sizes)) {
            return Some(wrong);
        }
        if self.encoder.queries.len() != GeneratedKind::ALL.len() {
            return Some(format!("the encoder has {} queries, not one for each kind", self.encoder.queries.len()));
        }
        if !self.length_exponent.is_finite() {
            return Some(format!("`length_exponent` is {}", self.length_exponent));
        }
        self.encoder.fault()
    }
}
