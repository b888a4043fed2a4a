//! Small syntax errors in the code of an example (CodeQueries, section 5.2.3).
//!
//! Up to three lines get one change each: wrong indentation, missing brackets, a missing keyword or a missing operator.
//! Lines that hold a part of a true span are left alone, and lines near the beginning are taken more often, since a model
//! that reads only so many tokens never sees the end. The code must still be cut into tokens, that is, Python's own
//! `tokenize` must go through it without raising; a change that breaks this is put back and another one tried, and
//! when too many fail the example is given up.
//!
//! `tokenize` counts brackets and raises at the end of the text when they do not come out even. So what is missing is
//! always a pair of brackets, the two on one line.

mod changes;

use examen_syntax::{LineIndex, Span};
use rand::{Rng, RngExt};

use changes::CodeLine;
use examen_tokenizers::code_tokens::{CodeToken, code_tokens};

/// Most lines that are changed in one example.
const MAX_LINES: u32 = 3;

/// How many changes are tried before an example is given up.
const MAX_TRIES: u32 = 12;

/// How many lines are drawn for each one that is taken: the foremost of them is.
const DRAWS: u32 = 3;

/// A line with an error put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perturbation {
    /// The line, from 1.
    pub line: u32,
    /// The error.
    pub kind: PerturbationKind,
    /// The line with the error, without its line end.
    pub text: String,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PerturbationKind {
    /// It starts too far to the left or to the right.
    Indentation,
    /// A pair of brackets is missing.
    Bracket,
    /// A keyword is missing.
    Keyword,
    /// An operator, a comma, a colon or a dot is missing.
    Operator,
}

impl PerturbationKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Indentation, Self::Bracket, Self::Keyword, Self::Operator];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Indentation => "indentation",
            Self::Bracket => "bracket",
            Self::Keyword => "keyword",
            Self::Operator => "operator",
        }
    }
}

/// Puts an error in one to three of the `shown` lines (from 1) and in none that a `kept` span touches; sorted by line.
/// There is none for code that cannot be cut into tokens as it is, that has no line to change, or when all tries failed.
pub fn perturb(
    source: &str,
    lines: &LineIndex,
    shown: &[u32],
    kept: &[Span],
    rng: &mut impl Rng,
) -> Option<Vec<Perturbation>> {
    let original = code_tokens(source, lines);
    if original.is_refused {
        return None;
    }
    let mut free = changes::code_lines(source, lines, &original.tokens, shown, kept);
    let wanted = rng.random_range(1..=MAX_LINES);
    let mut made: Vec<Perturbation> = Vec::new();
    let (mut text, mut tokens) = (source.to_owned(), original.tokens.clone());
    for _ in 0..MAX_TRIES {
        if made.len() as u32 == wanted || free.is_empty() {
            break;
        }
        let at = draw(free.len(), rng);
        let Some(change) = change(&free[at], source, rng) else {
            free.remove(at);
            continue;
        };
        let line = change.line;
        made.push(change);
        made.sort_by_key(|change| change.line);
        let changed_text = apply(source, lines, &made);
        let changed = code_tokens(&changed_text, &LineIndex::new(&changed_text));
        if changed.is_refused || are_equal(&text, &tokens, &changed_text, &changed.tokens) {
            made.retain(|change| change.line != line);
        } else {
            free.remove(at);
            (text, tokens) = (changed_text, changed.tokens);
        }
    }
    (!made.is_empty()).then_some(made)
}

/// The text with the lines of the perturbations in place; all other lines, and their numbers, stay as they are.
pub fn apply(source: &str, lines: &LineIndex, perturbations: &[Perturbation]) -> String {
    let mut text = String::with_capacity(source.len() + 16 * perturbations.len());
    let mut done = 0;
    for change in perturbations {
        let line = changes::without_line_end(source, lines.line_span(change.line));
        let Some(before) = source.get(done as usize..line.start as usize) else { continue };
        text.push_str(before);
        text.push_str(&change.text);
        done = line.end;
    }
    text.push_str(source.get(done as usize..).unwrap_or(""));
    text
}

/// A place among so many, near the front more often than not.
fn draw(length: usize, rng: &mut impl Rng) -> usize {
    (0..DRAWS).map(|_| rng.random_range(0..length)).min().unwrap_or(0)
}

/// One of the errors that a line offers: first a kind, so that a line full of operators is not only short of operators.
fn change(line: &CodeLine<'_>, source: &str, rng: &mut impl Rng) -> Option<Perturbation> {
    let mut offers: Vec<(PerturbationKind, Vec<String>)> =
        PerturbationKind::ALL.into_iter().map(|kind| (kind, line.offers(source, kind))).collect();
    offers.retain(|(_, texts)| !texts.is_empty());
    if offers.is_empty() {
        return None;
    }
    let (kind, mut texts) = offers.swap_remove(rng.random_range(0..offers.len()));
    let text = texts.swap_remove(rng.random_range(0..texts.len()));
    Some(Perturbation { line: line.number, kind, text })
}

fn are_equal(source: &str, tokens: &[CodeToken], other_source: &str, others: &[CodeToken]) -> bool {
    let is_same = |one: &CodeToken, other: &CodeToken| {
        one.kind == other.kind && one.span.text(source) == other.span.text(other_source)
    };
    tokens.len() == others.len() && tokens.iter().zip(others).all(|(one, other)| is_same(one, other))
}
