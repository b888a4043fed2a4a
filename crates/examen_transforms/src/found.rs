//! The places of a function, and what is done to them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use examen_syntax::{Edit, Span};

/// The places of a function, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Places that can be rewritten, each by itself.
    pub sites: Vec<Site>,
    /// Places that look like it and must stay.
    pub refusals: Vec<Refusal>,
    /// The edits of all places at once, where they are not those of the single ones put together.
    pub all: Option<Vec<Edit>>,
}

/// A place, and what is done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The declaration, loop or statement that is rewritten.
    pub place: Span,
    /// The edits, of the whole file's text; they do not overlap.
    pub edits: Vec<Edit>,
}

/// A place that must stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Where.
    pub place: Span,
    /// Why: a few words in kebab-case, to be counted by.
    pub reason: &'static str,
}

impl Found {
    /// Adds a place.
    pub fn site(&mut self, place: Span, edits: Vec<Edit>) {
        self.sites.push(Site { place, edits });
    }

    /// Counts a place that must stay.
    pub fn refuse(&mut self, place: Span, reason: &'static str) {
        self.refusals.push(Refusal { place, reason });
    }

    /// The edits that rewrite all places at once. A place whose edits would overlap those of an earlier one stays.
    ///
    /// Where several places insert at one offset, what ends there comes before what begins there, and inner places are
    /// inside outer ones.
    pub fn all_places(&self) -> Vec<Edit> {
        if let Some(edits) = &self.all {
            return edits.clone();
        }
        let mut replaced = BTreeMap::new();
        let mut kept: Vec<(Span, &Edit)> = Vec::new();
        for site in &self.sites {
            if site.edits.iter().any(|edit| touches(&replaced, edit.span)) {
                continue;
            }
            for edit in &site.edits {
                if !edit.span.is_empty() {
                    replaced.insert(edit.span.start, edit.span.end);
                }
                kept.push((site.place, edit));
            }
        }
        kept.sort_by_key(|(place, edit)| {
            let at = edit.span.start;
            let nesting = if place.end == at {
                (0, Reverse(place.start))
            } else if place.start == at {
                (2, Reverse(place.end))
            } else {
                (1, Reverse(0))
            };
            (edit.span, nesting)
        });
        kept.into_iter().map(|(_, edit)| edit.clone()).collect()
    }
}

/// Returns whether a span overlaps one that is replaced already; both are disjoint otherwise.
fn touches(replaced: &BTreeMap<u32, u32>, span: Span) -> bool {
    if let Some((_, &end)) = replaced.range(..span.start).next_back()
        && end > span.start
    {
        return true;
    }
    !span.is_empty() && replaced.range(span.start..span.end).next().is_some()
}
