//! Where a text is broken, and which functions that concerns.

use crate::{Diagnostic, Span};

/// How a span stands to what is wrong with the text, from the narrowest rule to the widest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorContact {
    /// A diagnostic begins inside the span.
    pub begins_inside: bool,
    /// A diagnostic shares a byte with the span, or is empty and strictly inside it.
    pub overlaps: bool,
    /// A diagnostic overlaps the span, or ends or lies where the span begins.
    pub touches: bool,
}

impl ErrorContact {
    /// Returns the contact of a node whose tree says of itself whether it has an error.
    pub(super) const fn of_node(has_error: bool) -> Self {
        Self { begins_inside: has_error, overlaps: has_error, touches: has_error }
    }
}

/// The diagnostics of a text, ready to be asked about many spans.
#[derive(Debug)]
pub struct ErrorPlaces {
    /// In order.
    starts: Vec<u32>,
    /// The greatest end of the diagnostics up to and including each.
    ends: Vec<u32>,
}

impl ErrorPlaces {
    /// Sorts the places of all diagnostics, whatever their kind.
    pub fn new(diagnostics: &[Diagnostic]) -> Self {
        let mut spans: Vec<Span> = diagnostics.iter().map(|diagnostic| diagnostic.span).collect();
        spans.sort_unstable();
        let greatest_end = |end: &mut u32, span: &Span| {
            *end = span.end.max(*end);
            Some(*end)
        };
        Self {
            ends: spans.iter().scan(0, greatest_end).collect(),
            starts: spans.into_iter().map(|span| span.start).collect(),
        }
    }

    /// Returns how a span stands to the diagnostics.
    pub fn contact(&self, span: Span) -> ErrorContact {
        let before = self.starts.partition_point(|&start| start < span.start);
        let up_to_end = self.starts.partition_point(|&start| start < span.end);
        let Some(&end) = up_to_end.checked_sub(1).and_then(|last| self.ends.get(last)) else {
            return ErrorContact::default();
        };
        ErrorContact { begins_inside: before < up_to_end, overlaps: end > span.start, touches: end >= span.start }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DiagnosticKind;

    /// The contact of the span from 10 to 20 with diagnostics.
    fn contact(spans: &[(u32, u32)]) -> [bool; 3] {
        let diagnostic = |&(start, end)| Diagnostic::new(DiagnosticKind::Syntax, Span::new(start, end), "");
        let diagnostics: Vec<Diagnostic> = spans.iter().map(diagnostic).collect();
        let ErrorContact { begins_inside, overlaps, touches } =
            ErrorPlaces::new(&diagnostics).contact(Span::new(10, 20));
        [begins_inside, overlaps, touches]
    }

    #[test]
    fn rules_differ_at_the_edges_only() {
        type Case = (&'static [(u32, u32)], [bool; 3]);
        let cases: [Case; 9] = [
            (&[], [false; 3]),
            (&[(0, 9), (20, 30)], [false; 3]),
            (&[(0, 10)], [false, false, true]),
            (&[(10, 10)], [true, false, true]),
            (&[(5, 11)], [false, true, true]),
            (&[(0, 30)], [false, true, true]),
            (&[(12, 12)], [true; 3]),
            (&[(19, 40)], [true; 3]),
            (&[(0, 15), (1, 2)], [false, true, true]),
        ];
        for (spans, expected) in cases {
            assert_eq!(contact(spans), expected, "{spans:?}");
        }
    }
}
