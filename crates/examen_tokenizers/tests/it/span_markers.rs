//! Spans in a text: `⟦…⟧` around an answer, `⟨…⟩` around a supporting fact.

use examen_syntax::Span;
use examen_test::read_markers;
use examen_tokenizers::labels::{LabelledSpan, SpanKind};

/// Returns the text without span markers, and the spans in the order in which they begin.
pub(crate) fn read(text: &str) -> (String, Vec<LabelledSpan>) {
    let (source, marked) = read_markers(text);
    let labelled = marked.into_iter().map(|marked| LabelledSpan {
        kind: if marked.is_second { SpanKind::Fact } else { SpanKind::Answer },
        span: Span::new(marked.bytes.start, marked.bytes.end),
    });
    (source, labelled.collect())
}
