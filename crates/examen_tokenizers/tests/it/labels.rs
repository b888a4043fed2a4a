//! Labels of spans, and spans of labels.

use std::collections::BTreeSet;
use std::path::Path;

use examen_syntax::python::token::TokenKind;
use examen_syntax::{LineIndex, Span};
use examen_tokenizers::code_tokens::{CodeToken, code_tokens};
use examen_tokenizers::labels::{
    Label, LabelledSpan, SpanKind, TokenRun, decode, encode_exact, encode_published, run_span,
};
use proptest::prelude::*;
use serde::Deserialize;

use crate::{fixture, texts};

#[test]
fn fixtures_hold() {
    fixture::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/labels"));
}

#[derive(Deserialize)]
struct LabelCase {
    labels: Vec<u8>,
    answers: Vec<(usize, usize)>,
    facts: Vec<(usize, usize)>,
}

#[test]
fn labels_hold_the_spans_of_the_fixture() {
    for line in include_str!("../../fixtures/label_spans.jsonl").lines() {
        let LabelCase { labels, answers, facts } = serde_json::from_str(line).unwrap();
        let labels: Vec<Label> = labels.into_iter().map(|number| Label::from_u8(number).unwrap()).collect();
        let runs = decode(&labels);
        let of = |kind| runs.iter().filter(|run| run.kind == kind).map(|run| (run.start, run.end)).collect::<Vec<_>>();
        assert_eq!((of(SpanKind::Answer), of(SpanKind::Fact)), (answers, facts), "{line}");
        assert!(runs.windows(2).all(|pair| pair[0].end <= pair[1].start), "{line}");
    }
}

#[test]
fn numbers_that_are_no_labels_are_refused() {
    assert_eq!(Label::from_u8(5), None);
    for number in 0..5 {
        assert_eq!(Label::from_u8(number).unwrap() as u8, number);
    }
}

#[test]
fn an_inside_without_a_begin_is_no_span() {
    use Label::{Begin, Fact, Inside, NotCode, Outside};
    let labels = [Inside, Begin, Inside, Inside, Fact, Begin, Outside, Inside, Fact, Inside, NotCode, Inside];
    let run = |kind, start, end| TokenRun { kind, start, end };
    let wanted = [
        run(SpanKind::Answer, 1, 4),
        run(SpanKind::Fact, 4, 5),
        run(SpanKind::Answer, 5, 6),
        run(SpanKind::Fact, 8, 10),
    ];
    assert_eq!(decode(&labels), wanted);
}

#[test]
fn numbers_of_labels_are_the_published_ones() {
    let labels = [Label::Begin, Label::Inside, Label::Outside, Label::Fact, Label::NotCode];
    for (number, label) in (0..).zip(labels) {
        assert_eq!(label as u8, number);
        assert_eq!(Label::from_u8(number), Some(label));
    }
    assert_eq!(Label::from_u8(5), None);
}

proptest! {
    #[test]
    fn reading_exact_labels_gives_back_the_spans(text in texts::text(), choices in texts::choices()) {
        let lines = LineIndex::new(&text);
        let tokens = code_tokens(&text, &lines).tokens;
        let spans = texts::spans(&choices, &text, &tokens);
        let encoded = encode_exact(&tokens, &spans);
        let read: Vec<LabelledSpan> = decode(&encoded.labels)
            .into_iter()
            .map(|run| LabelledSpan { kind: run.kind, span: run_span(&tokens, run).unwrap() })
            .collect();
        let expressible: BTreeSet<(Span, SpanKind)> = (0..spans.len())
            .filter(|at| !encoded.inexpressible.contains(at))
            .map(|at| (spans[at].span, spans[at].kind))
            .collect();
        prop_assert_eq!(read.iter().map(|given| (given.span, given.kind)).collect::<Vec<_>>(), expressible.into_iter().collect::<Vec<_>>());
        for (at, given) in spans.iter().enumerate() {
            let is_wanted = is_expressible(&tokens, &spans, *given);
            prop_assert_eq!(!encoded.inexpressible.contains(&at), is_wanted, "{:?}", given);
        }
    }

    #[test]
    fn published_labels_follow_the_rules_token_by_token(text in texts::text(), choices in texts::choices()) {
        let lines = LineIndex::new(&text);
        let tokens = code_tokens(&text, &lines).tokens;
        // Behind the last token there is nothing that a query could point at.
        let end = tokens.iter().map(|token| token.span.end).max().unwrap_or(0);
        let mut spans = texts::spans(&choices, &text, &tokens);
        spans.retain(|given| given.span.end <= end);
        let encoded = encode_published(&tokens, &lines, &spans);
        let mut kinds = vec![None; tokens.len()];
        let mut missed = Vec::new();
        for (number, given) in spans.iter().enumerate() {
            let covered: Vec<usize> = (0..tokens.len()).filter(|&at| is_in_published_span(&tokens[at], &lines, given.span)).collect();
            for &at in &covered {
                kinds[at] = Some(given.kind);
            }
            if covered.is_empty() {
                missed.push(number);
            }
        }
        let wanted: Vec<Label> = (0..kinds.len()).map(|at| match kinds[at] {
            None => Label::Outside,
            Some(_) if at > 0 && kinds[at - 1].is_some() => Label::Inside,
            Some(SpanKind::Answer) => Label::Begin,
            Some(SpanKind::Fact) => Label::Fact,
        }).collect();
        prop_assert_eq!(encoded.labels, wanted);
        prop_assert_eq!(encoded.inexpressible, missed);
    }
}

fn is_expressible(tokens: &[CodeToken], spans: &[LabelledSpan], given: LabelledSpan) -> bool {
    let span = given.span;
    let visible = || tokens.iter().filter(|token| !token.span.is_empty());
    !span.is_empty()
        && visible().any(|token| token.span.start == span.start)
        && visible().any(|token| token.span.end == span.end)
        && spans.iter().all(|&other| other == given || other.span.is_empty() || !other.span.overlaps(span))
}

/// The published rule with lines and columns, where columns are bytes: within a line these have the same order.
fn is_in_published_span(token: &CodeToken, lines: &LineIndex, span: Span) -> bool {
    if span.is_empty() {
        return false;
    }
    let column = |line: u32, offset: u32| offset.saturating_sub(lines.line_span(line).start);
    let (first, last) = (lines.line_of(span.start), lines.line_of(span.end - 1));
    let (start_column, end_column) = (column(first, span.start), column(last, span.end));
    let is_line_end = matches!(token.kind, TokenKind::Newline | TokenKind::Nl);
    let token_start = column(token.start_line, token.span.start);
    let token_end = if is_line_end { 0 } else { column(token.end_line, token.span.end) };
    if first == last {
        return token.start_line == first
            && token.end_line == first
            && start_column <= token_start
            && token_end <= end_column;
    }
    if token.start_line == first {
        start_column <= token_start
    } else if token.end_line == last {
        token_end <= end_column
    } else {
        first < token.start_line && token.start_line < last
    }
}
