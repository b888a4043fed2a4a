//! Spans in a text: `⟦…⟧` around an answer, `⟨…⟩` around a supporting fact.

use examen_syntax::Span;
use examen_tokenizers::labels::{LabelledSpan, SpanKind};

/// The text without span markers, and the spans in the order in which they begin.
pub(crate) fn read(text: &str) -> (String, Vec<LabelledSpan>) {
    let mut source = String::with_capacity(text.len());
    let mut spans: Vec<LabelledSpan> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for character in text.chars() {
        let here = source.len() as u32;
        match character {
            '⟦' | '⟨' => {
                let kind = if character == '⟦' { SpanKind::Answer } else { SpanKind::Fact };
                open.push(spans.len());
                spans.push(LabelledSpan { kind, span: Span::empty(here) });
            }
            '⟧' | '⟩' => {
                let at = open.pop().expect("a marker that closes needs one that opens");
                spans[at].span.end = here;
            }
            _ => source.push(character),
        }
    }
    assert!(open.is_empty(), "a marker is never closed");
    (source, spans)
}
