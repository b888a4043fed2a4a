//! The configuration of a namer.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::vocabulary::NamerVocabulary;
use crate::error::ModelError;
use crate::model_folder::{ModelConfig, read_config, wrong_size};

/// Which network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NamerKind {
    /// Whole tokens, paths and names.
    #[serde(rename = "examen-code2vec")]
    Code2vec,
    /// Parts of tokens and names, nodes of paths.
    #[serde(rename = "examen-code2seq")]
    Code2seq,
}

/// The configuration of a namer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamerConfig {
    /// The network.
    pub model_type: NamerKind,
    /// Words in the vocabulary of tokens or their parts.
    pub words: usize,
    /// Paths, or nodes of paths.
    pub paths: usize,
    /// Names, or parts of names.
    pub names: usize,
    /// The width of the vector of a word, a path or a node; 128 in the papers.
    pub width: usize,
    /// The most contexts of a function that the network is shown at once.
    pub contexts: usize,
    /// The most parts of a name, a token, and nodes of a path that code2seq reads or writes.
    pub longest_name: usize,
    /// See `longest_name`.
    pub longest_token: usize,
    /// See `longest_name`.
    pub longest_path: usize,
    /// The dropout of contexts, in training.
    pub context_dropout: f64,
    /// The dropout of what the decoder of code2seq puts out, in training.
    pub decoder_dropout: f64,
    /// The number of sequences that code2seq follows when it writes a name.
    pub beam_width: usize,
}

impl NamerKind {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code2vec => "code2vec",
            Self::Code2seq => "code2seq",
        }
    }

    /// The words of a token or a name, the nodes of a path: all of it is one for code2vec.
    pub(super) fn parts(self, text: &str) -> impl Iterator<Item = &str> {
        let most = match self {
            Self::Code2vec => 1,
            Self::Code2seq => usize::MAX,
        };
        text.splitn(most, '|').filter(|part| !part.is_empty())
    }
}

impl NamerConfig {
    /// The sizes of the papers, for these vocabularies.
    pub fn new(kind: NamerKind, vocabulary: &NamerVocabulary) -> Self {
        let NamerVocabulary { words, paths, names } = vocabulary;
        Self {
            model_type: kind,
            words: words.len(),
            paths: paths.len(),
            names: names.len(),
            width: 128,
            contexts: 200,
            longest_name: 6,
            longest_token: 5,
            longest_path: 9,
            context_dropout: 0.25,
            decoder_dropout: 0.5,
            beam_width: 5,
        }
    }

    /// Reads the `config.json` of a directory.
    pub fn read(folder: &Path) -> Result<Self, ModelError> {
        read_config(folder)
    }

    /// The width of a path's vector.
    pub(super) const fn path_width(&self) -> usize {
        match self.model_type {
            NamerKind::Code2vec => self.width,
            NamerKind::Code2seq => 2 * self.width,
        }
    }

    /// The width of a context, and of a function.
    pub const fn vector_width(&self) -> usize {
        match self.model_type {
            NamerKind::Code2vec => 3 * self.width,
            // 320 at 128.
            NamerKind::Code2seq => 5 * self.width / 2,
        }
    }
}

impl ModelConfig for NamerConfig {
    fn fault(&self) -> Option<String> {
        let sizes = [
            ("words", self.words),
            ("paths", self.paths),
            ("names", self.names),
            ("width", self.width),
            ("contexts", self.contexts),
            ("longest_name", self.longest_name),
            ("longest_token", self.longest_token),
            ("longest_path", self.longest_path),
            ("beam_width", self.beam_width),
        ];
        if let Some(wrong) = wrong_size(&sizes) {
            return Some(wrong);
        }
        let dropouts = [self.context_dropout, self.decoder_dropout];
        let wrong = dropouts.into_iter().find(|probability| !(0.0..1.0).contains(probability));
        wrong.map(|probability| format!("a dropout of {probability} is no probability below 1"))
    }
}
