//! Parts that change places.

use examen_syntax::Span;

use crate::probes::{Change, Sample, TokenRange};

/// Swaps two parts of a sample, the first before the second; what lies between them stays: a space, a line end, a `;`.
pub(crate) fn swap(sample: &Sample<'_>, first: TokenRange, second: TokenRange) -> Change {
    let tokens = TokenRange { start: first.start, end: second.end };
    let (one, other) = (sample.text_of(first), sample.text_of(second));
    let all = sample.text_of(tokens);
    let between = all.get(one.len()..all.len() - other.len()).unwrap_or_default();
    Change { tokens, mutant: format!("{other}{between}{one}") }
}

/// Returns what stands between a part and the token before it: a space, or a line end and its indentation.
pub(crate) fn gap_before<'s>(sample: &'s Sample<'_>, part: TokenRange) -> &'s str {
    let start = sample.tokens.get(part.start).map_or(0, |token| token.span.start);
    let before = part.start.checked_sub(1).and_then(|before| sample.tokens.get(before));
    Span::new(before.map_or(start, |token| token.span.end), start).text(&sample.text)
}
