//! Comments that ask for silence.
//!
//! `# noqa` silences its line; codes of other tools (`# noqa: F401`) do not narrow it, ids of queries do. `# lgtm` and
//! `# lgtm[py/…]` silence their line and, standing alone on it, the next one; `# codeql[py/…]` must stand alone and
//! silences the next line. The last two are `CodeQL`'s own rules.

use std::collections::BTreeMap;

use examen_syntax::python::token::TokenKind;
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::{LineIndex, Span};

/// Which queries are not to speak about which lines.
pub(crate) struct Suppressions {
    by_line: BTreeMap<u32, Vec<Silenced>>,
}

/// Whom a comment silences.
#[derive(Clone)]
enum Silenced {
    All,
    Only(Vec<String>),
}

impl Suppressions {
    /// Reads the comments of a file.
    pub(crate) fn new(source: &str, lines: &LineIndex) -> Self {
        let mut suppressions = Self { by_line: BTreeMap::new() };
        for token in tokenize(source).tokens.iter().filter(|token| token.kind == TokenKind::Comment) {
            let line = lines.line_of(token.span.start);
            let before = Span::new(lines.line_span(line).start, token.span.start).text(source);
            let comment = token.span.text(source).trim_start_matches('#').to_ascii_lowercase();
            suppressions.read(&comment, line, before.trim().is_empty());
        }
        suppressions
    }

    /// Whether the query is not to speak about what starts on the line.
    pub(crate) fn cover(&self, line: u32, id: &str) -> bool {
        self.by_line.get(&line).into_iter().flatten().any(|silenced| match silenced {
            Silenced::All => true,
            Silenced::Only(ids) => ids.iter().any(|only| only == id),
        })
    }

    fn read(&mut self, comment: &str, line: u32, stands_alone: bool) {
        for silenced in comment.split('#').filter_map(noqa) {
            self.add(line, silenced);
        }
        for word in words(comment, "lgtm") {
            if let Some(silenced) = bracketed(word.after).or_else(|| bare(&word)) {
                if stands_alone {
                    self.add(line + 1, silenced.clone());
                }
                self.add(line, silenced);
            }
        }
        if stands_alone {
            for silenced in words(comment, "codeql").filter_map(|word| bracketed(word.after)) {
                self.add(line + 1, silenced);
            }
        }
    }

    fn add(&mut self, line: u32, silenced: Silenced) {
        self.by_line.entry(line).or_default().push(silenced);
    }
}

/// `noqa`, `noqa: codes`.
fn noqa(part: &str) -> Option<Silenced> {
    let rest = part.trim_start().strip_prefix("noqa")?;
    if rest.starts_with(is_word) {
        return None;
    }
    let codes = rest.trim_start().strip_prefix(':').unwrap_or("");
    let ids: Vec<String> = codes
        .split([',', ' ', '\t'])
        .map(str::trim)
        .filter(|code| code.starts_with("py/"))
        .map(str::to_owned)
        .collect();
    Some(if ids.is_empty() { Silenced::All } else { Silenced::Only(ids) })
}

/// A word with the text around it.
struct Word<'c> {
    before: &'c str,
    after: &'c str,
}

/// The places where a word stands that no letter runs on from before.
fn words<'c>(comment: &'c str, word: &'static str) -> impl Iterator<Item = Word<'c>> {
    let places = comment.match_indices(word).map(|(at, _)| (&comment[..at], &comment[at + word.len()..]));
    places.filter(|(before, _)| !before.ends_with(is_word)).map(|(before, after)| Word { before, after })
}

/// `[id, id]`.
fn bracketed(after: &str) -> Option<Silenced> {
    let (ids, _) = after.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(Silenced::Only(ids.split(',').map(|id| id.trim().to_owned()).collect()))
}

/// `lgtm` without brackets counts at the start of a comment and after a semicolon.
fn bare(word: &Word<'_>) -> Option<Silenced> {
    let before = word.before.trim_end();
    let is_alone = !word.after.starts_with(is_word) && !word.after.trim_start().starts_with('[');
    (is_alone && (before.is_empty() || before.ends_with(';'))).then_some(Silenced::All)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
