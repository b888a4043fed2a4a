//! The published labels (CodeQueries, `create_tokenized_files_labels.py`), with their oddities.

use std::ops::Range;

use examen_syntax::python::token::TokenKind;
use examen_syntax::{LineIndex, Span};

use super::{Encoded, Label, LabelledSpan, SpanKind};
use crate::code_tokens::CodeToken;

/// Labels the tokens of a text, whose lines are `lines`, with the spans in it, as the published data has it.
pub fn encode_published(tokens: &[CodeToken], lines: &LineIndex, spans: &[LabelledSpan]) -> Encoded {
    let mut kinds = Kinds::new(tokens.len());
    let mut inexpressible = Vec::new();
    // A later span wins, so the last one goes first and is not written over.
    for (at, given) in spans.iter().enumerate().rev() {
        let cover = cover(tokens, lines, given.span);
        if cover.stray.is_none() && cover.range.is_empty() {
            inexpressible.push(at);
        }
        kinds.write(cover.stray.map_or(0..0, |stray| stray..stray + 1), given.kind);
        kinds.write(cover.range, given.kind);
    }
    inexpressible.reverse();

    let mut is_inside = false;
    let labels = kinds.kinds.iter().map(|kind| {
        let label = match kind {
            None => Label::Outside,
            Some(_) if is_inside => Label::Inside,
            Some(kind) => kind.begin(),
        };
        is_inside = kind.is_some();
        label
    });
    Encoded { labels: labels.collect(), inexpressible }
}

/// The tokens of a span.
struct Cover {
    range: Range<usize>,
    /// A token that starts on a line before the span and ends on the span's last line.
    stray: Option<usize>,
}

/// What a span covers: on one line, the tokens with both ends on that line and within the columns. Over several lines, by
/// the first of these rules that speaks of a token: of those that start on its first line, the ones at or after its start;
/// of those that end on its last line, the ones that end at or before its end; all that start on a line between.
///
/// Within a line bytes are ordered as columns are. Tokens are ordered by both of their ends, so all but one token of a span lie
/// side by side.
fn cover(tokens: &[CodeToken], lines: &LineIndex, span: Span) -> Cover {
    if span.is_empty() {
        return Cover { range: 0..0, stray: None };
    }
    let (first_line, last_line) = (lines.line_of(span.start), lines.line_of(span.end - 1));
    let start = tokens.partition_point(|token| (token.start_line, token.span.start) < (first_line, span.start));
    let from_start = &tokens[start..];
    if first_line == last_line {
        let is_within = |token: &CodeToken| token.end_line == last_line && token.span.end <= span.end;
        return Cover { range: start..start + from_start.partition_point(is_within), stray: None };
    }
    let ends_within = |token: &CodeToken| {
        // A line end ends at column 0 of the next line.
        matches!(token.kind, TokenKind::Newline | TokenKind::Nl) || token.span.end <= span.end
    };
    let is_covered = |token: &CodeToken| {
        if token.start_line == first_line {
            true
        } else if token.end_line == last_line {
            ends_within(token)
        } else {
            token.start_line < last_line
        }
    };
    let before = tokens.partition_point(|token| token.start_line < first_line).checked_sub(1);
    Cover {
        range: start..start + from_start.partition_point(is_covered),
        stray: before.filter(|&at| tokens[at].end_line == last_line && ends_within(&tokens[at])),
    }
}

/// The kind of span in which each token is; what is written first stays.
struct Kinds {
    kinds: Vec<Option<SpanKind>>,
    /// For each token one at or after it; following these leads to the next that is not written yet.
    next: Vec<usize>,
}

impl Kinds {
    fn new(length: usize) -> Self {
        Self { kinds: vec![None; length], next: (0..=length).collect() }
    }

    fn write(&mut self, range: Range<usize>, kind: SpanKind) {
        let mut at = self.free(range.start);
        while at < range.end {
            self.kinds[at] = Some(kind);
            self.next[at] = at + 1;
            at = self.free(at);
        }
    }

    fn free(&mut self, mut at: usize) -> usize {
        while self.next[at] != at {
            self.next[at] = self.next[self.next[at]];
            at = self.next[at];
        }
        at
    }
}
