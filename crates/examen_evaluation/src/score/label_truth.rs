//! Labels compared with the true ones of the same tokens.

use examen_metrics::Spans;
use examen_tokenizers::labels::{Label, SpanKind, TokenRun, decode};

/// The first token of a span, and the one after its last.
pub(super) type TokenRange = (usize, usize);

/// The spans of a sequence of labels.
pub(super) fn spans_in_labels(labels: &[Label]) -> Spans<TokenRange> {
    let mut spans = Spans::new();
    for TokenRun { kind, start, end } in decode(labels) {
        let of_kind = match kind {
            SpanKind::Answer => &mut spans.answers,
            SpanKind::Fact => &mut spans.facts,
        };
        of_kind.insert((start, end));
    }
    spans
}

/// Reads labels by their numbers.
pub(super) fn labels_of_numbers(numbers: &[u8]) -> Result<Vec<Label>, String> {
    let label = |&number: &u8| Label::from_u8(number).ok_or_else(|| format!("{number} is no label"));
    numbers.iter().map(label).collect()
}

/// The spans that a model means by its labels, read beside the true ones.
///
/// A shorter list is outside of all spans beyond its end. What a model says of tokens that are no code is not looked at:
/// it was not asked about them.
pub(super) fn given_spans(truth: &[Label], given: &[Label]) -> Spans<TokenRange> {
    spans_in_labels(&beside(truth, given))
}

/// The given labels, as many as the true ones at least, with "no code" where that is the truth.
pub(super) fn beside(truth: &[Label], given: &[Label]) -> Vec<Label> {
    let length = truth.len().max(given.len());
    let at = |labels: &[Label], token: usize| labels.get(token).copied().unwrap_or(Label::Outside);
    let label = |token| match at(truth, token) {
        Label::NotCode => Label::NotCode,
        _ => at(given, token),
    };
    (0..length).map(label).collect()
}
