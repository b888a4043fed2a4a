//! Rewrites that move text about: what is moved may hold places of its own.

use std::collections::BTreeMap;

use examen_syntax::{Edit, Span};

use crate::Found;

/// A part of a new text.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// A text that was not there.
    New(&'static str),
    /// What stands at a place.
    Old(Span),
}

/// What comes in the place of a span.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) span: Span,
    pub(crate) pieces: Vec<Piece>,
}

/// A place with text that moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct MovingSite {
    pub(crate) place: Span,
    pub(crate) moves: Vec<Move>,
    /// Edits besides; none of them lies in text that moves.
    pub(crate) edits: Vec<Edit>,
}

/// Adds places in the order of the text, outer ones first. All at once, what is moved is rewritten on the way.
pub(crate) fn add_sites(source: &str, sites: &[MovingSite], found: &mut Found) {
    for site in sites {
        found.site(site.place, edits(source, site, &BTreeMap::new()));
    }
    if sites.len() > 1 {
        found.all = Some(joined(source, &sites.iter().collect::<Vec<_>>()));
    }
}

/// The places that lie in text that moves, by the start of that text, which comes with its end.
type Held<'s> = BTreeMap<u32, (u32, Vec<&'s MovingSite>)>;

/// The edits of all places. The depth of this is that of places in each other, which the depth of a tree bounds.
fn joined(source: &str, sites: &[&MovingSite]) -> Vec<Edit> {
    let mut held = Held::new();
    let mut own = Vec::new();
    for &site in sites {
        let start = site.place.start;
        if let Some((_, (end, inner))) = held.range_mut(..=start).next_back()
            && site.place.end <= *end
        {
            inner.push(site);
            continue;
        }
        own.push(site);
        for piece in site.moves.iter().flat_map(|it| &it.pieces) {
            if let Piece::Old(span) = piece {
                held.insert(span.start, (span.end, Vec::new()));
            }
        }
    }
    let mut level = Found::default();
    for site in own {
        level.site(site.place, edits(source, site, &held));
    }
    level.all_places()
}

fn edits(source: &str, site: &MovingSite, held: &Held<'_>) -> Vec<Edit> {
    let mut edits = site.edits.clone();
    for Move { span, pieces } in &site.moves {
        let mut text = String::new();
        for piece in pieces {
            match *piece {
                Piece::New(piece) => text.push_str(piece),
                Piece::Old(from) => {
                    let inner = held.get(&from.start).map_or(&[][..], |(_, inner)| inner);
                    rewrite(source, from, &joined(source, inner), &mut text);
                }
            }
        }
        edits.push(Edit { span: *span, text });
    }
    edits
}

/// Appends what edits make of a span; they are sorted and lie in it.
fn rewrite(source: &str, span: Span, edits: &[Edit], text: &mut String) {
    let mut from = span.start;
    for edit in edits {
        text.push_str(Span::new(from, edit.span.start).text(source));
        text.push_str(&edit.text);
        from = edit.span.end;
    }
    text.push_str(Span::new(from, span.end).text(source));
}
