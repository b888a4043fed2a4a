//! Changes that break a sample.

use examen_syntax::{Edit, Edits, Span};

use super::row::Mutation;
use super::sample::{Sample, TokenRange};

/// Some tokens of a sample, and what stands in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The tokens that go, with what stands between them.
    pub tokens: TokenRange,
    /// The text that comes.
    pub mutant: String,
}

impl Change {
    /// Puts another word in the place of one token.
    pub fn of_token(token: usize, mutant: impl Into<String>) -> Self {
        Self { tokens: TokenRange { start: token, end: token + 1 }, mutant: mutant.into() }
    }
}

impl Sample<'_> {
    /// The text after the changes.
    pub fn changed(&self, changes: &[Change]) -> String {
        changed(&self.text, &self.mutations(changes))
    }

    /// The changes as they are written down, in order, with their places in the text; none may overlap another.
    pub(super) fn mutations(&self, changes: &[Change]) -> Vec<(u32, Mutation)> {
        let mutation = |change: &Change| {
            let position = change.tokens.start as u32;
            let original = self.text_of(change.tokens).to_owned();
            (self.span_of(change.tokens).start, Mutation { position, original, mutant: change.mutant.clone() })
        };
        let mut mutations: Vec<(u32, Mutation)> = changes.iter().map(mutation).collect();
        mutations.sort_by_key(|&(start, _)| start);
        mutations
    }
}

/// A text after changes, each with its place in it; in order, none overlapping another.
pub(super) fn changed(text: &str, mutations: &[(u32, Mutation)]) -> String {
    let edit = |(start, mutation): &(u32, Mutation)| Edit {
        span: Span::new(*start, *start + mutation.original.len() as u32),
        text: mutation.mutant.clone(),
    };
    let changed = Edits::new(mutations.iter().map(edit).collect()).and_then(|edits| edits.apply(text));
    debug_assert!(changed.is_ok(), "{changed:?}");
    changed.unwrap_or_default()
}
