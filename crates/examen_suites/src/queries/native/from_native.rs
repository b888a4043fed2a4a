//! Released rows as ours.
//!
//! A released row says neither where a block's lines stand in the file nor which block a span lies in. Both are found
//! out from the spans, which have lines: see [`placing`](super::placing). What is not there at all stays empty: patterns
//! and plausible spans; which blocks are flagged is taken to be which are relevant; and a header has the spaces that
//! Python programmers use, since only its tokens are known.

use examen_queries::Query;
use examen_queries::python::QUERIES;

use super::placing::{Places, exact_text};
use super::{NativeBlock, NativeError, NativeRow, NativeSpan, NativeTokens, python_list};
use crate::queries::row::{ExampleType, ShownBlock, ShownSpan, SpanRow};

/// How many tokens the paper's models read.
const LIMIT: usize = 1024;

/// Labels of the begin of an answer, of the begin of a fact, and of what is not code.
const BEGINS: [u8; 2] = [0, 3];
const NOT_CODE: u8 = 4;

/// A row of `ideal` or `file_ideal`, or one of `twostep` for itself, which then has the spans of its block only. `token`
/// looks up an id where the row has ids.
pub fn from_native(row: NativeRow, token: impl Fn(u32) -> Option<String>) -> Result<SpanRow, NativeError> {
    let is_alone = row.context_block.is_some();
    let is_relevant = row.relevance_label != Some(0);
    let mut blocks = row.context_blocks.clone().unwrap_or_default();
    blocks.extend(row.context_block.clone());
    if blocks.is_empty() {
        return Err(NativeError::NoBlock);
    }
    span_row(row, shown_blocks(blocks, is_relevant)?, is_alone, token)
}

/// A row of `prefix`: the labels of a whole file beside as many tokens as a model takes in. Released rows show no code, so
/// that there are spans but no blocks.
pub fn from_native_prefix(
    row: NativeRow,
    max_length: usize,
    token: impl Fn(u32) -> Option<String>,
) -> Result<SpanRow, NativeError> {
    let blocks = shown_blocks(row.context_blocks.clone().unwrap_or_default(), true)?;
    let mut whole = span_row(row, blocks, false, token)?;
    if let Some(tokens) = &mut whole.tokens {
        tokens.truncate(max_length);
    }
    Ok(whole)
}

/// The rows of `twostep` for one query and file as one example: the blocks in their order, their inputs one behind the
/// other, as the released evaluation joins them.
pub fn from_native_blocks(rows: Vec<NativeRow>, token: impl Fn(u32) -> Option<String>) -> Result<SpanRow, NativeError> {
    let mut blocks = Vec::with_capacity(rows.len());
    let mut whole: Option<NativeRow> = None;
    for (at, row) in rows.into_iter().enumerate() {
        let block = row.context_block.clone().ok_or(NativeError::NoBlock)?;
        blocks.push(shown_block(block, at, row.relevance_label != Some(0))?);
        match &mut whole {
            None => whole = Some(row),
            Some(whole) if (&whole.query_name, &whole.code_file_path) != (&row.query_name, &row.code_file_path) => {
                return Err(NativeError::MixedRows);
            }
            Some(whole) => append(whole, &row),
        }
    }
    span_row(whole.ok_or(NativeError::NoBlock)?, blocks, false, token)
}

/// Puts the block part of a row's input behind another one's, with a separator between.
fn append(whole: &mut NativeRow, row: &NativeRow) {
    let query_length = row.label_sequence.iter().take_while(|&&label| label == NOT_CODE).count();
    let separator = query_length.saturating_sub(1);
    match (&mut whole.subtokenized_input_sequence, &row.subtokenized_input_sequence) {
        (NativeTokens::Texts(texts), NativeTokens::Texts(more)) => {
            texts.extend(more.get(separator..).unwrap_or_default().iter().cloned());
        }
        (NativeTokens::Ids(ids), NativeTokens::Ids(more)) => {
            ids.extend(more.get(separator..).unwrap_or_default());
        }
        // A mixture of both is caught where tokens and labels are counted.
        _ => {}
    }
    whole.label_sequence.extend(row.label_sequence.get(separator..).unwrap_or_default());
}

fn span_row(
    row: NativeRow,
    mut blocks: Vec<ShownBlock>,
    is_alone: bool,
    token: impl Fn(u32) -> Option<String>,
) -> Result<SpanRow, NativeError> {
    let query = query_of(&row.query_name).ok_or_else(|| NativeError::UnknownQuery(row.query_name.clone()))?;
    let example_type = match row.example_type {
        0 => ExampleType::Negative,
        1 => ExampleType::Positive,
        other => return Err(NativeError::ExampleType(other)),
    };
    let tokens = match row.subtokenized_input_sequence {
        NativeTokens::Texts(texts) => texts,
        NativeTokens::Ids(ids) => {
            ids.into_iter().map(|id| token(id).ok_or(NativeError::UnknownToken(id))).collect::<Result<_, _>>()?
        }
    };
    let labels = row.label_sequence;
    if labels.len() != tokens.len() {
        return Err(NativeError::LabelCount { labels: labels.len(), tokens: tokens.len() });
    }
    if let Some(&label) = labels.iter().find(|&&label| label > NOT_CODE) {
        return Err(NativeError::UnknownLabel(label));
    }

    let has_code = !blocks.is_empty();
    let places = Places::new(&mut blocks, row.answer_spans.iter().chain(&row.supporting_fact_spans));
    let shown = |spans: &[NativeSpan]| -> Result<Vec<ShownSpan>, NativeError> {
        let block_of = |span| if has_code { places.block_of(span) } else { Some(0) };
        let with_blocks = spans.iter().map(|span| (span, block_of(span)));
        let kept = with_blocks.filter(|(_, block)| block.is_some() || !is_alone);
        kept.map(|(span, block)| shown_span(span, block)).collect()
    };
    let answer_spans = shown(&row.answer_spans)?;
    let supporting_fact_spans = shown(&row.supporting_fact_spans)?;
    let begins = labels.iter().take(LIMIT).filter(|label| BEGINS.contains(label)).count();
    Ok(SpanRow {
        query: query.id.to_owned(),
        query_name: query.name.to_owned(),
        hops: if row.single_hop { "single" } else { "multi" }.to_owned(),
        example_type,
        blocks,
        answer_spans,
        supporting_fact_spans,
        plausible_spans: Vec::new(),
        length: tokens.len() as u32,
        spans_within_limit: begins as u32,
        tokens: Some(tokens),
        labels: Some(labels),
    })
}

fn query_of(name: &str) -> Option<&'static Query> {
    QUERIES.iter().copied().find(|query| query.name == name)
}

fn shown_span(span: &NativeSpan, block: Option<u32>) -> Result<ShownSpan, NativeError> {
    let text = exact_text(span);
    let Some(block) = block else {
        return Err(NativeError::SpanNotShown { text: text.to_owned(), line: span.start_line });
    };
    Ok(ShownSpan {
        block,
        start_line: span.start_line,
        start_column: span.start_column,
        end_line: span.end_line,
        end_column: span.end_column,
        text: text.to_owned(),
        pattern: String::new(),
    })
}

fn shown_blocks(blocks: Vec<NativeBlock>, is_relevant: bool) -> Result<Vec<ShownBlock>, NativeError> {
    blocks.into_iter().enumerate().map(|(at, block)| shown_block(block, at, is_relevant)).collect()
}

fn shown_block(block: NativeBlock, at: usize, is_relevant: bool) -> Result<ShownBlock, NativeError> {
    let tokens = python_list::read(&block.header).ok_or_else(|| NativeError::Header(block.header.clone()))?;
    let header = header_text(&tokens);
    Ok(ShownBlock {
        index: block.index.unwrap_or(at as u32),
        kind: kind(&block.metadata, &header, &block.content).to_owned(),
        path: block.metadata,
        header,
        content: block.content,
        line_ranges: Vec::new(),
        is_relevant,
        is_flagged: is_relevant,
    })
}

/// The tokens of a header with spaces between words and behind commas.
fn header_text(tokens: &[String]) -> String {
    let is_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '"' | '\'');
    let mut text = String::new();
    for token in tokens.iter().filter(|token| !token.starts_with("___")) {
        if text.ends_with(',') || (text.ends_with(is_word) && token.starts_with(is_word)) {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

/// What a block holds: methods have the header of their class, the rest of the module the bare path, and the others say
/// `def` or `class` before the last name of their path.
fn kind(path: &str, header: &str, content: &str) -> &'static str {
    if header.starts_with("STUB") {
        return "STUB";
    }
    if header != "module" {
        return "CLASS_FUNCTION";
    }
    let Some((_, name)) = path.rsplit_once('.') else { return "MODULE_OTHER" };
    let is_class = content.lines().any(|line| {
        let behind = line.trim_start().strip_prefix("class").filter(|behind| behind.starts_with([' ', '\t', '\\']));
        behind.is_some_and(|behind| {
            let rest = behind.trim_start_matches([' ', '\t', '\\']).strip_prefix(name);
            rest.is_some_and(|rest| {
                !rest.starts_with(|character: char| character.is_alphanumeric() || character == '_')
            })
        })
    });
    let is_function = content.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("def ") || line.starts_with("def\t") || line.starts_with("async ")
    });
    if is_class || !is_function { "CLASS_OTHER" } else { "MODULE_FUNCTION" }
}
