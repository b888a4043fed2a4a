//! Random texts that look like Python here and there.

use examen_syntax::Span;
use examen_test::PYTHON_SNIPPETS;
use examen_tokenizers::code_tokens::CodeToken;
use examen_tokenizers::labels::{LabelledSpan, SpanKind};
use proptest::prelude::*;

/// Text made of pieces of code, with line ends of every kind.
pub(crate) fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(&PYTHON_SNIPPETS[..]), 0..60).prop_map(|pieces| pieces.concat())
}

/// Which spans to take: with offsets, and whether these are bytes or tokens.
pub(crate) fn choices() -> impl Strategy<Value = Vec<Choice>> {
    let choice = (any::<bool>(), any::<bool>(), any::<prop::sample::Index>(), 0..12_usize);
    proptest::collection::vec(
        choice.prop_map(|(is_fact, is_aligned, at, length)| Choice { is_fact, is_aligned, at, length }),
        0..8,
    )
}

/// A span that is chosen before the text is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    is_fact: bool,
    is_aligned: bool,
    at: prop::sample::Index,
    length: usize,
}

/// The chosen spans: from the start of a token to the end of a later one, or any bytes.
pub(crate) fn spans(choices: &[Choice], source: &str, tokens: &[CodeToken]) -> Vec<LabelledSpan> {
    let span = |choice: &Choice| {
        if choice.is_aligned && !tokens.is_empty() {
            let first = choice.at.index(tokens.len());
            let last = (first + choice.length / 3).min(tokens.len() - 1);
            return Span::new(tokens[first].span.start, tokens[last].span.end);
        }
        let start = choice.at.index(source.len() + 1);
        Span::new(start as u32, (start + choice.length) as u32)
    };
    let kind = |choice: &Choice| if choice.is_fact { SpanKind::Fact } else { SpanKind::Answer };
    choices.iter().map(|choice| LabelledSpan { kind: kind(choice), span: span(choice) }).collect()
}
