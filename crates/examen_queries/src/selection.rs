//! Queries by what users call them.

use crate::Query;
use crate::python::QUERIES;

/// How many ids an error suggests.
const SUGGESTIONS: usize = 3;

/// A word that names no query.
#[derive(Debug, thiserror::Error)]
#[error("there is no query `{word}`; nearest: {} (`examen list queries` shows all)", nearest.join(", "))]
pub struct UnknownQuery {
    /// The word.
    pub word: String,
    /// The ids that look most like it.
    pub nearest: Vec<&'static str>,
}

/// The queries that any of the words names, all of them without a word; in the order of their numbers.
///
/// A word is an id (`py/unused-import`), a number (`Q1`, `1`), a tag (`maintainability`) or a number of hops (`single`,
/// `multi`).
pub fn select(words: &[String]) -> Result<Vec<&'static Query>, UnknownQuery> {
    if words.is_empty() {
        return Ok(sorted(QUERIES.to_vec()));
    }
    let mut selected: Vec<&Query> = Vec::new();
    for word in words {
        let count = selected.len();
        selected.extend(QUERIES.iter().filter(|query| is_meant(query, word)));
        if selected.len() == count {
            return Err(unknown(word));
        }
    }
    Ok(sorted(selected))
}

/// The query that an id or a number names.
pub fn query(word: &str) -> Result<&'static Query, UnknownQuery> {
    let found = QUERIES.iter().find(|query| query.id == word || is_number(query, word));
    found.copied().ok_or_else(|| unknown(word))
}

fn sorted(mut queries: Vec<&'static Query>) -> Vec<&'static Query> {
    queries.sort_by_key(|query| query.number);
    queries.dedup_by_key(|query| query.number);
    queries
}

fn is_meant(query: &Query, word: &str) -> bool {
    query.id == word || is_number(query, word) || query.tags.contains(&word) || query.hops.name() == word
}

fn is_number(query: &Query, word: &str) -> bool {
    word.strip_prefix(['Q', 'q']).unwrap_or(word).parse() == Ok(query.number)
}

fn unknown(word: &str) -> UnknownQuery {
    let mut ids: Vec<&'static str> = QUERIES.iter().map(|query| query.id).collect();
    ids.sort_by(|left, right| likeness(word, right).total_cmp(&likeness(word, left)));
    ids.truncate(SUGGESTIONS);
    UnknownQuery { word: word.to_owned(), nearest: ids }
}

/// How much a word looks like an id, with or without the language before it.
fn likeness(word: &str, id: &str) -> f64 {
    let bare = |id: &str| id.strip_prefix("py/").unwrap_or(id).to_ascii_lowercase();
    strsim::jaro_winkler(&bare(word), &bare(id))
}
