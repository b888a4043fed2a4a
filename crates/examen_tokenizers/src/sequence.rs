//! The input of a span model, `[CLS] query [SEP] block [SEP] block …` in sub-words with a label each, and from labels of
//! sub-words back to tokens.

use std::borrow::Cow;

use crate::labels::{Label, SpanKind, TokenRun, decode};
use crate::subwords::Subwords;

/// A block as it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Spelled tokens that say where the block is from, such as `module ___EOS___`; they stand before its own.
    pub header: &'a [String],
    /// Its own tokens, spelled and labelled.
    pub tokens: &'a [(Cow<'a, str>, Label)],
}

/// The origin of a sub-word of code: the part, and the token in it.
pub type Place = (u32, u32);

/// Sub-words with their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// The sub-words.
    pub tokens: Vec<String>,
    /// The label of each.
    pub labels: Vec<Label>,
    /// Where each is from; nothing for the query, special tokens and headers.
    pub places: Vec<Option<Place>>,
    /// Number of sub-words before the first part: class token, query, separator. They are segment 0 of the published
    /// input, the rest is segment 1.
    pub query_length: usize,
    /// Spans that lie in left-out tokens only, and so are in no label.
    pub lost_spans: u32,
}

impl Sequence {
    fn push(&mut self, token: String, label: Label, place: Option<Place>) {
        self.tokens.push(token);
        self.labels.push(label);
        self.places.push(place);
    }
}

/// A span in terms of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlacedRun {
    /// What it is.
    pub kind: SpanKind,
    /// The part in which it lies.
    pub part: u32,
    /// Its first token, as an index into the part's tokens.
    pub first_token: u32,
    /// Its last token.
    pub last_token: u32,
}

/// The spans that labels of sub-words say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedRuns {
    /// Those made of whole tokens of one part, in order.
    pub runs: Vec<PlacedRun>,
    /// The others, as indices of sub-words: over a header, a special token or the query, or only part of a token. No true span is
    /// such a one, so with any of these there is no exact match.
    pub strays: Vec<TokenRun>,
}

/// A piece of a sequence that fits a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The query, and the piece of code behind it.
    pub sequence: Sequence,
    /// Where the piece of code is in the whole sequence.
    pub start: usize,
}

/// Writes a query and blocks as sub-words.
///
/// The first piece of a token keeps its B or F, further ones become I. A B or F on a token without pieces, as layout is to some
/// vocabularies, moves to the next token of the span that has some.
pub fn sequence(query_tokens: &[String], parts: &[Part<'_>], subwords: &Subwords) -> Sequence {
    let mut sequence = Sequence::default();
    let mut pieces = Vec::new();
    sequence.push(subwords.class_token().to_owned(), Label::NotCode, None);
    for token in query_tokens {
        subwords.pieces(token, sequence.tokens.len() == 1, &mut pieces);
        pieces.drain(..).for_each(|piece| sequence.push(piece, Label::NotCode, None));
    }
    sequence.push(subwords.separator().to_owned(), Label::NotCode, None);
    sequence.query_length = sequence.tokens.len();

    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            sequence.push(subwords.separator().to_owned(), Label::NotCode, None);
        }
        let start = sequence.tokens.len();
        for token in part.header {
            subwords.pieces(token, sequence.tokens.len() == start, &mut pieces);
            pieces.drain(..).for_each(|piece| sequence.push(piece, Label::Outside, None));
        }
        let mut waiting = None;
        for (at, (token, label)) in part.tokens.iter().enumerate() {
            let is_continued = *label == Label::Inside;
            if !is_continued && waiting.take().is_some() {
                sequence.lost_spans += 1;
            }
            subwords.pieces(token, sequence.tokens.len() == start, &mut pieces);
            if pieces.is_empty() {
                waiting = waiting.or(label.begins());
                continue;
            }
            let mut label = waiting.take().map_or(*label, SpanKind::begin);
            for piece in pieces.drain(..) {
                sequence.push(piece, label, Some((number as u32, at as u32)));
                if label.begins().is_some() {
                    label = Label::Inside;
                }
            }
        }
        sequence.lost_spans += u32::from(waiting.is_some());
    }
    sequence
}

/// The spans of a sequence by its own labels.
pub fn runs(sequence: &Sequence) -> Vec<PlacedRun> {
    placed_runs(&sequence.labels, &sequence.places).runs
}

/// The spans that labels say of the sub-words with these places. What one list has more than the other does not count.
pub fn placed_runs(labels: &[Label], places: &[Option<Place>]) -> PlacedRuns {
    let length = labels.len().min(places.len());
    let mut found = PlacedRuns::default();
    for run in decode(&labels[..length]) {
        let before = run.start.checked_sub(1).and_then(|at| places[at]);
        let after = places.get(run.end).copied().flatten();
        match (places[run.start], places[run.end - 1]) {
            (Some(first), Some(last)) if first.0 == last.0 && before != Some(first) && after != Some(last) => {
                found.runs.push(PlacedRun { kind: run.kind, part: first.0, first_token: first.1, last_token: last.1 });
            }
            _ => found.strays.push(run),
        }
    }
    found
}

/// Cuts the code of a sequence into consecutive pieces, each with the query in front and at most `width` long with it
/// (CodeQueries, sliding window). A sequence that fits stays whole; where the query leaves no room there are none.
pub fn windows(sequence: &Sequence, width: usize) -> Vec<Window> {
    let length = sequence.tokens.len();
    let query = sequence.query_length;
    if length <= width {
        return vec![Window { sequence: sequence.clone(), start: query }];
    }
    let Some(room) = width.checked_sub(query).filter(|&room| room > 0) else { return Vec::new() };
    let window = |start: usize| {
        let end = (start + room).min(length);
        let sequence = Sequence {
            tokens: [&sequence.tokens[..query], &sequence.tokens[start..end]].concat(),
            labels: [&sequence.labels[..query], &sequence.labels[start..end]].concat(),
            places: [&sequence.places[..query], &sequence.places[start..end]].concat(),
            query_length: query,
            lost_spans: 0,
        };
        Window { sequence, start }
    };
    (query..length).step_by(room).map(window).collect()
}

/// Puts the labels that a model gave the windows together to labels of the whole sequence: all of the first, of the others
/// those of the code. Where a model gave too few, the rest is O.
pub fn join(windows: &[Window], outputs: &[Vec<Label>]) -> Vec<Label> {
    let mut joined = Vec::new();
    for (number, window) in windows.iter().enumerate() {
        let given = outputs.get(number).map_or(&[][..], Vec::as_slice);
        let skipped = if number == 0 { 0 } else { window.sequence.query_length };
        let wanted = skipped..window.sequence.tokens.len();
        joined.extend(wanted.map(|at| given.get(at).copied().unwrap_or(Label::Outside)));
    }
    joined
}
