//! The rows of the released data set, field by field, and the way between them and ours.
//!
//! The names, their order and their types are those of the loading script of `thepurpleowl/codequeries` on Hugging Face;
//! the files are JSON Lines. A row of the settings `ideal` and `file_ideal` shows a list of blocks. A row of `twostep` shows
//! one block with a relevance label, and all rows of one query and file carry the same spans. A row of `prefix` shows no
//! block: its sequence is the whole file, uncut, in ids of `CuBERT`'s vocabulary.

mod from_native;
mod placing;
mod python_list;
mod to_native;
mod token_ids;
mod whole_file;

use serde::{Deserialize, Serialize};

pub use from_native::{from_native, from_native_blocks, from_native_prefix};
pub use to_native::{BlockInput, to_native, to_native_blocks};
pub use token_ids::TokenIds;
pub use whole_file::{to_native_prefix, to_native_twostep};

/// One row of the released data set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeRow {
    /// What is asked.
    pub query_name: String,
    /// `owner/repository/path` of the file.
    pub code_file_path: String,
    /// The blocks shown; neither in `prefix` nor in `twostep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_blocks: Option<Vec<NativeBlock>>,
    /// The block shown; only in `twostep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_block: Option<NativeBlock>,
    /// The answers.
    pub answer_spans: Vec<NativeSpan>,
    /// What supports them.
    pub supporting_fact_spans: Vec<NativeSpan>,
    /// 1 for a positive example, 0 for a negative one.
    pub example_type: u8,
    /// Whether one block answers the query.
    pub single_hop: bool,
    /// The input.
    pub subtokenized_input_sequence: NativeTokens,
    /// A label for each of its tokens.
    pub label_sequence: Vec<u8>,
    /// 1 for a relevant block, 0 for another; only in `twostep`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relevance_label: Option<u8>,
}

/// A block of a released row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeBlock {
    /// Its text.
    pub content: String,
    /// Its dotted path from `root`.
    pub metadata: String,
    /// The tokens before its own, as Python writes a list of strings: `['module', '___EOS___']`.
    pub header: String,
    /// Its place among the blocks of the file; early versions of the data lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
}

/// A span of a released row: lines and columns from 0, the end column behind the last character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeSpan {
    /// Its text, in a part of the released rows with one character too many.
    pub span: String,
    /// First line in the file.
    pub start_line: u32,
    /// First column.
    pub start_column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
}

/// The input of a released row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NativeTokens {
    /// The tokens themselves.
    Texts(Vec<String>),
    /// Their places in the vocabulary.
    Ids(Vec<u32>),
}

/// Why a row has no counterpart.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NativeError {
    /// Our row was made without a vocabulary.
    #[error("the row has no tokens and labels")]
    NoTokens,
    /// There must be one input for each block.
    #[error("{inputs} inputs for {blocks} blocks")]
    InputCount {
        /// Inputs given.
        inputs: usize,
        /// Blocks of the row.
        blocks: usize,
    },
    /// Every token has a label.
    #[error("{labels} labels for {tokens} tokens")]
    LabelCount {
        /// Labels of the row.
        labels: usize,
        /// Its tokens.
        tokens: usize,
    },
    /// Labels are numbers from 0 to 4.
    #[error("{0} is no label")]
    UnknownLabel(u8),
    /// None of the 52 queries has this name.
    #[error("no query is called {0:?}")]
    UnknownQuery(String),
    /// Examples are positive (1) or negative (0).
    #[error("example type {0} is neither 0 nor 1")]
    ExampleType(u8),
    /// A row shows one block or a list of them.
    #[error("the row shows no block")]
    NoBlock,
    /// A header is a Python list of strings.
    #[error("the header {0:?} is no list of strings")]
    Header(String),
    /// The vocabulary has no token of this id.
    #[error("no token has the id {0}")]
    UnknownToken(u32),
    /// No block shown holds a span's text.
    #[error("no block holds the span {text:?} of line {line}")]
    SpanNotShown {
        /// Its text.
        text: String,
        /// Its first line, from 0.
        line: u32,
    },
    /// Rows of one example are about one query and one file.
    #[error("rows of different queries or files in one example")]
    MixedRows,
    /// What was cut off a row cannot be made again.
    #[error("the tokens of the row are not those of this tokenizer")]
    OtherTokenizer,
}

impl NativeError {
    /// The reason under which a row is counted.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::NoTokens => "no-tokens",
            Self::InputCount { .. } | Self::LabelCount { .. } => "labels-do-not-fit",
            Self::UnknownLabel(_) => "unknown-label",
            Self::UnknownQuery(_) => "unknown-query",
            Self::ExampleType(_) => "unknown-example-type",
            Self::NoBlock => "no-block",
            Self::Header(_) => "bad-header",
            Self::UnknownToken(_) => "unknown-token",
            Self::SpanNotShown { .. } => "span-not-shown",
            Self::MixedRows => "mixed-rows",
            Self::OtherTokenizer => "other-tokenizer",
        }
    }
}

impl NativeRow {
    /// Writes ids in place of tokens, as `prefix` has it; a token without an id is named as the error.
    pub fn with_token_ids(mut self, id: impl Fn(&str) -> Option<u32>) -> Result<Self, String> {
        if let NativeTokens::Texts(texts) = &self.subtokenized_input_sequence {
            let ids = texts.iter().map(|text| id(text).ok_or_else(|| text.clone()));
            self.subtokenized_input_sequence = NativeTokens::Ids(ids.collect::<Result<_, _>>()?);
        }
        Ok(self)
    }
}
