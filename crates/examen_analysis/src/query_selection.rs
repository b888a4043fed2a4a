//! Finding queries by what users call them.

use examen_queries::python::QUERIES;
use examen_queries::{Hops, Query, Severity};

use crate::error::{AnalysisError, Result};

/// How many ids an error suggests.
const SUGGESTIONS: usize = 3;

/// The queries that any of the words names, all of them without a word; in the order of their numbers.
///
/// A word is an id (`py/unused-import`), a number (`Q1`, `1`), a tag (`maintainability`) or a number of hops (`single`,
/// `multi`).
pub fn select(words: &[String]) -> Result<Vec<&'static Query>> {
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
pub fn query(word: &str) -> Result<&'static Query> {
    match QUERIES.iter().find(|query| query.id == word || is_number(query, word)) {
        Some(query) => Ok(query),
        None => Err(unknown(word)),
    }
}

/// The word for a number of hops.
pub const fn hops_name(hops: Hops) -> &'static str {
    match hops {
        Hops::Single => "single",
        Hops::Multi => "multi",
    }
}

/// The word for a severity.
pub const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Recommendation => "recommendation",
    }
}

fn sorted(mut queries: Vec<&'static Query>) -> Vec<&'static Query> {
    queries.sort_by_key(|query| query.number);
    queries.dedup_by_key(|query| query.number);
    queries
}

fn is_meant(query: &Query, word: &str) -> bool {
    query.id == word || is_number(query, word) || query.tags.contains(&word) || hops_name(query.hops) == word
}

fn is_number(query: &Query, word: &str) -> bool {
    word.strip_prefix(['Q', 'q']).unwrap_or(word).parse() == Ok(query.number)
}

fn unknown(word: &str) -> AnalysisError {
    let mut ids: Vec<&'static str> = QUERIES.iter().map(|query| query.id).collect();
    ids.sort_by(|left, right| likeness(word, right).total_cmp(&likeness(word, left)));
    ids.truncate(SUGGESTIONS);
    AnalysisError::UnknownQuery { word: word.to_owned(), nearest: ids }
}

/// How much a word looks like an id, with or without the language before it.
fn likeness(word: &str, id: &str) -> f64 {
    let bare = |id: &str| id.strip_prefix("py/").unwrap_or(id).to_ascii_lowercase();
    strsim::jaro_winkler(&bare(word), &bare(id))
}
