//! A whole file as one block, for the settings that do not choose blocks.

use super::labelled::{Passage, check, write};
use super::page::header_tokens;
use super::question::Question;
use super::row::{LineRange, ShownBlock, SpanRow};
use crate::source::LeftOut;
use examen_tokenizers::labels::{LabelledSpan, SpanKind};
use examen_tokenizers::sequence::Sequence;

/// The row of a whole file and its input. Without a vocabulary the tokens are Python's own.
pub(super) fn whole_file(question: &Question<'_, '_, '_>) -> Result<(SpanRow, Sequence), LeftOut> {
    let Question { asked, writer, settings, .. } = *question;
    let page = writer.page;
    let mut spans = Vec::new();
    for (kind, of_kind) in [(SpanKind::Answer, &asked.answers), (SpanKind::Fact, &asked.facts)] {
        spans.extend(of_kind.iter().map(|&span| (0, LabelledSpan { kind, span })));
    }
    let given: Vec<LabelledSpan> = spans.iter().map(|(_, span)| *span).collect();
    let encoded = settings.edition.encode(&page.tokens.tokens, &page.lines, &given);
    let spelled = (0..page.tokens.tokens.len()).map(|token| page.spelling(token as u32));
    let header = "module";
    let passage = Passage { header: header_tokens(header), tokens: spelled.zip(encoded.labels).collect() };
    let python = examen_tokenizers::Subwords::python();
    let sequence = write(asked.query, &[passage], settings.subwords.as_ref().unwrap_or(&python));
    check(&sequence, &spans, std::slice::from_ref(&page.tokens.tokens), settings.edition)?;

    let mut row = question.row_without_labels(&question.of_file(true), writer);
    for of_kind in [&mut row.answer_spans, &mut row.supporting_fact_spans, &mut row.plausible_spans] {
        for span in of_kind {
            span.block = 0;
        }
    }
    row.blocks = vec![ShownBlock {
        index: 0,
        kind: "FILE".to_owned(),
        path: "root".to_owned(),
        header: header.to_owned(),
        content: page.source.to_owned(),
        line_ranges: vec![LineRange { start: 0, end: page.lines.line_count() }],
        is_relevant: true,
        is_flagged: true,
    }];
    Ok((row, sequence))
}
