//! Our rows as released ones.

use super::{NativeBlock, NativeError, NativeRow, NativeSpan, NativeTokens, python_list};
use crate::queries::row::{ExampleType, ShownBlock, ShownSpan, SpanRow};

/// The input for one block: the query and that block.
#[derive(Clone, Copy, Debug)]
pub struct BlockInput<'i> {
    /// Its tokens.
    pub tokens: &'i [String],
    /// A label for each.
    pub labels: &'i [u8],
}

/// A row of `ideal` or `file_ideal`. `header_tokens` spells a block's header as the input has it, `___EOS___` included.
pub fn to_native(
    row: &SpanRow,
    code_file_path: &str,
    header_tokens: impl Fn(&str) -> Vec<String>,
) -> Result<NativeRow, NativeError> {
    let (Some(tokens), Some(labels)) = (&row.tokens, &row.labels) else { return Err(NativeError::NoTokens) };
    let blocks = row.blocks.iter().map(|block| native_block(block, &header_tokens)).collect();
    let input = BlockInput { tokens, labels };
    Ok(NativeRow { context_blocks: Some(blocks), ..native_row(row, code_file_path, input)? })
}

/// The rows of `twostep`: one for each block, in the order of `row.blocks`, with the input for that block. Each row has
/// all spans of the file, as in the released data.
pub fn to_native_blocks(
    row: &SpanRow,
    code_file_path: &str,
    header_tokens: impl Fn(&str) -> Vec<String>,
    inputs: &[BlockInput<'_>],
) -> Result<Vec<NativeRow>, NativeError> {
    if inputs.len() != row.blocks.len() {
        return Err(NativeError::InputCount { inputs: inputs.len(), blocks: row.blocks.len() });
    }
    let rows = row.blocks.iter().zip(inputs).map(|(block, &input)| {
        Ok(NativeRow {
            context_block: Some(native_block(block, &header_tokens)),
            relevance_label: Some(u8::from(block.is_relevant)),
            ..native_row(row, code_file_path, input)?
        })
    });
    rows.collect()
}

pub(super) fn native_row(row: &SpanRow, code_file_path: &str, input: BlockInput<'_>) -> Result<NativeRow, NativeError> {
    let (tokens, labels) = (input.tokens, input.labels);
    if tokens.len() != labels.len() {
        return Err(NativeError::LabelCount { labels: labels.len(), tokens: tokens.len() });
    }
    Ok(NativeRow {
        query_name: row.query_name.clone(),
        code_file_path: code_file_path.to_owned(),
        context_blocks: None,
        context_block: None,
        answer_spans: row.answer_spans.iter().map(native_span).collect(),
        supporting_fact_spans: row.supporting_fact_spans.iter().map(native_span).collect(),
        example_type: u8::from(row.example_type == ExampleType::Positive),
        single_hop: row.hops == "single",
        subtokenized_input_sequence: NativeTokens::Texts(tokens.to_vec()),
        label_sequence: labels.to_vec(),
        relevance_label: None,
    })
}

fn native_block(block: &ShownBlock, header_tokens: impl Fn(&str) -> Vec<String>) -> NativeBlock {
    NativeBlock {
        content: block.content.clone(),
        metadata: block.path.clone(),
        header: python_list::write(&header_tokens(&block.header)),
        index: Some(block.index),
    }
}

fn native_span(span: &ShownSpan) -> NativeSpan {
    NativeSpan {
        span: span.text.clone(),
        start_line: span.start_line,
        start_column: span.start_column,
        end_line: span.end_line,
        end_column: span.end_column,
    }
}
