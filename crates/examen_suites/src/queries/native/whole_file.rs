//! Our rows of whole files as released ones: `prefix` and `twostep`.

use std::borrow::Cow;

use super::to_native::{native_row, to_native_blocks};
use super::{BlockInput, NativeError, NativeRow};
use crate::queries::page::header_tokens;
use crate::queries::row::SpanRow;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::spelled_tokens;
use examen_tokenizers::labels::Label;
use examen_tokenizers::sequence::{Part, sequence};

const NOT_CODE: u8 = Label::NotCode as u8;

/// A row of `prefix`, with tokens; [`NativeRow::with_token_ids`] puts their ids in.
///
/// Ours has the tokens that a model takes in beside the labels of the whole file. The released rows are whole, and their
/// readers do the cutting, so the rest of the tokens is made again. `subwords` must be what the row was made with.
pub fn to_native_prefix(row: &SpanRow, code_file_path: &str, subwords: &Subwords) -> Result<NativeRow, NativeError> {
    let (Some(tokens), Some(labels)) = (&row.tokens, &row.labels) else { return Err(NativeError::NoTokens) };
    let whole = if tokens.len() == labels.len() { Cow::Borrowed(tokens) } else { Cow::Owned(uncut(row, subwords)) };
    if whole.len() != labels.len() || !whole.starts_with(tokens) {
        return Err(NativeError::OtherTokenizer);
    }
    native_row(row, code_file_path, BlockInput { tokens: &whole, labels })
}

/// The rows of `twostep`: one for each block of a row that shows the whole file block by block.
///
/// What is no code, the query and the separators, tells where the input of a block begins and ends.
pub fn to_native_twostep(row: &SpanRow, code_file_path: &str) -> Result<Vec<NativeRow>, NativeError> {
    let (Some(tokens), Some(labels)) = (&row.tokens, &row.labels) else { return Err(NativeError::NoTokens) };
    if tokens.len() != labels.len() {
        return Err(NativeError::LabelCount { labels: labels.len(), tokens: tokens.len() });
    }
    let query = labels.iter().take_while(|&&label| label == NOT_CODE).count();
    let mut start = query;
    let mut inputs = Vec::with_capacity(row.blocks.len());
    for of_block in labels[query..].split(|&label| label == NOT_CODE) {
        let end = start + of_block.len();
        inputs.push(([&tokens[..query], &tokens[start..end]].concat(), [&labels[..query], of_block].concat()));
        start = end + 1;
    }
    let inputs: Vec<BlockInput<'_>> = inputs.iter().map(|(tokens, labels)| BlockInput { tokens, labels }).collect();
    to_native_blocks(row, code_file_path, header_tokens, &inputs)
}

fn uncut(row: &SpanRow, subwords: &Subwords) -> Vec<String> {
    let texts = row.blocks.iter().map(|block| {
        let tokens = spelled_tokens(&block.content).into_iter().map(|token| (Cow::Owned(token), Label::Outside));
        (header_tokens(&block.header), tokens.collect::<Vec<_>>())
    });
    let texts: Vec<_> = texts.collect();
    let parts: Vec<Part<'_>> = texts.iter().map(|(header, tokens)| Part { header, tokens }).collect();
    sequence(&spelled_tokens(&row.query_name), &parts, subwords).tokens
}
