//! Examples as labelled sequences, which decode back to the spans that they came from.

use std::borrow::Cow;

use examen_queries::Query;
use examen_syntax::Span;

use super::built_in::built_in_tokens;
use super::edition::Edition;
use super::example::{Example, ExampleWriter};
use super::file_exam::Asked;
use super::page::{Page, header_tokens};
use super::row::SpanRow;
use crate::source::LeftOut;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::{CodeToken, spelled_tokens};
use examen_tokenizers::labels::{Label, LabelledSpan, SpanKind};
use examen_tokenizers::sequence::{Part, Sequence, runs, sequence};

/// Tokens of a block with their labels, and a header before them.
pub(super) struct Passage<'a> {
    pub(super) header: Vec<String>,
    pub(super) tokens: Vec<(Cow<'a, str>, Label)>,
}

/// The input of an example in the pieces of a vocabulary, with a label for each.
///
/// In the clean edition an example with a span that the tokens cannot express is left out: labels that lack a span would ask for
/// something else. In the paper's edition only the span is lost, and the example if it was the last answer.
pub fn labelled(
    example: &Example<'_>,
    row: &SpanRow,
    writer: &ExampleWriter<'_, '_, '_>,
    subwords: &Subwords,
) -> Result<Sequence, LeftOut> {
    let asked = example.asked;
    let mut spans: Vec<(usize, LabelledSpan)> = Vec::new();
    for (kind, of_kind) in [(SpanKind::Answer, &asked.answers), (SpanKind::Fact, &asked.facts)] {
        let placed = example.placed(writer.exam, of_kind);
        spans.extend(placed.into_iter().map(|(at, span)| (at, LabelledSpan { kind, span: writer.moved(span) })));
    }
    let page_labels = (writer.edition == Edition::Paper).then(|| paper_labels(asked, writer));
    let mut passages = Vec::with_capacity(row.blocks.len());
    let mut tokens_of_blocks = Vec::with_capacity(row.blocks.len());
    for (at, block) in row.blocks.iter().enumerate() {
        let header = header_tokens(&block.header);
        let Some(used) = example.blocks.get(at) else {
            let tokens = built_in_tokens(block, writer.edition).into_iter();
            let tokens = tokens.map(|token| (Cow::Owned(token), Label::Outside)).collect();
            passages.push(Passage { header, tokens });
            continue;
        };
        let places = writer.page.tokens_of(used.block);
        let tokens: Vec<CodeToken> = places.iter().map(|&token| *writer.page.token(token)).collect();
        let labels: Vec<Label> = if let Some(labels) = &page_labels {
            places.iter().map(|&token| labels[token as usize]).collect()
        } else {
            let own = spans.iter().filter(|(block, _)| *block == at).map(|(_, span)| *span);
            Edition::Clean.encode(&tokens, &writer.page.lines, &own.collect::<Vec<_>>()).labels
        };
        let spelled = places.iter().map(|&token| writer.page.spelling(token));
        passages.push(Passage { header, tokens: spelled.zip(labels).collect() });
        tokens_of_blocks.push(tokens);
    }
    let sequence = write(asked.query, &passages, subwords);
    check(&sequence, &spans, &tokens_of_blocks, writer.edition)?;
    Ok(sequence)
}

/// The input of a question about one block alone.
pub(super) fn block_tokens(
    query: &Query,
    header: &str,
    page: &Page<'_>,
    block: usize,
    subwords: &Subwords,
) -> Vec<String> {
    let tokens = page.tokens_of(block).iter().map(|&token| (page.spelling(token), Label::Outside)).collect();
    write(query, &[Passage { header: header_tokens(header), tokens }], subwords).tokens
}

/// Labels as the numbers of the published data.
pub(super) fn label_numbers(labels: &[Label]) -> Vec<u8> {
    labels.iter().map(|&label| label as u8).collect()
}

pub(super) fn write(query: &Query, passages: &[Passage<'_>], subwords: &Subwords) -> Sequence {
    let parts: Vec<Part<'_>> =
        passages.iter().map(|passage| Part { header: &passage.header, tokens: &passage.tokens }).collect();
    sequence(&spelled_tokens(query.name), &parts, subwords)
}

/// Reads the labels back. What the clean edition writes must say exactly the spans that it came from.
pub(super) fn check(
    sequence: &Sequence,
    spans: &[(usize, LabelledSpan)],
    tokens: &[Vec<CodeToken>],
    edition: Edition,
) -> Result<(), LeftOut> {
    let runs = runs(sequence);
    if edition == Edition::Paper {
        let has_answer = |of_kind: &dyn Fn(SpanKind) -> bool| of_kind(SpanKind::Answer);
        let is_wanted = has_answer(&|kind| spans.iter().any(|(_, span)| span.kind == kind));
        let is_written = has_answer(&|kind| runs.iter().any(|run| run.kind == kind));
        return if is_wanted && !is_written { Err(LeftOut("no-answer-on-tokens")) } else { Ok(()) };
    }
    let mut read: Vec<(usize, LabelledSpan)> = Vec::with_capacity(runs.len());
    for run in runs {
        let ends = tokens
            .get(run.part as usize)
            .and_then(|tokens| Some((tokens.get(run.first_token as usize)?, tokens.get(run.last_token as usize)?)));
        let Some((first, last)) = ends else { return Err(LeftOut("span-not-expressible")) };
        let span = Span::new(first.span.start, last.span.end);
        read.push((run.part as usize, LabelledSpan { kind: run.kind, span }));
    }
    read.sort_unstable();
    let mut wanted = spans.to_vec();
    wanted.sort_unstable();
    if read == wanted { Ok(()) } else { Err(LeftOut("span-not-expressible")) }
}

/// The labels of the whole file, of which published examples show a part.
fn paper_labels(asked: &Asked, writer: &ExampleWriter<'_, '_, '_>) -> Vec<Label> {
    let mut spans = Vec::new();
    for (kind, of_kind) in [(SpanKind::Answer, &asked.answers), (SpanKind::Fact, &asked.facts)] {
        spans.extend(of_kind.iter().map(|&span| LabelledSpan { kind, span: writer.moved(span) }));
    }
    Edition::Paper.encode(&writer.page.tokens.tokens, &writer.page.lines, &spans).labels
}
