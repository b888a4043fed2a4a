//! Spans in a sequence of labels, one for each token (CodeQueries, section 4.1).

use crate::span_match::{SpanKind, Spans};

/// The label of a token; the numbers are those of the published data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Label {
    /// B: the first token of an answer.
    AnswerStart = 0,
    /// I: a further token of an answer or a fact.
    Inside = 1,
    /// O: a token of neither.
    Outside = 2,
    /// F: the first token of a supporting fact.
    FactStart = 3,
    /// No token of code: the query, separators, padding.
    NotCode = 4,
}

impl Label {
    /// The label with a number.
    pub const fn of_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::AnswerStart,
            1 => Self::Inside,
            2 => Self::Outside,
            3 => Self::FactStart,
            4 => Self::NotCode,
            _ => return None,
        })
    }

    const fn starts(self) -> Option<SpanKind> {
        match self {
            Self::AnswerStart => Some(SpanKind::Answer),
            Self::FactStart => Some(SpanKind::Fact),
            Self::Inside | Self::Outside | Self::NotCode => None,
        }
    }
}

/// Tokens from `start` up to `end`, which is not one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenRange {
    /// The first token.
    pub start: u32,
    /// The token after the last.
    pub end: u32,
}

/// The spans of a sequence: a B or F with as many I as follow directly. An I that follows neither is no span.
pub fn spans_in_labels(labels: &[Label]) -> Spans<TokenRange> {
    let mut spans = Spans::new();
    for (start, label) in labels.iter().enumerate() {
        if let Some(kind) = label.starts() {
            let inside = labels[start + 1..].iter().take_while(|label| **label == Label::Inside).count();
            spans.insert((kind, TokenRange { start: start as u32, end: (start + 1 + inside) as u32 }));
        }
    }
    spans
}
