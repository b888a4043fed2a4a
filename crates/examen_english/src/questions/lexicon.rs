//! Words that decide whether a question makes sense: `data/question-words.txt`.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

const WORDS: &str = include_str!("../../data/question-words.txt");

/// Whether a word, in small letters, is in a list.
pub(super) fn is(list: &str, word: &str) -> bool {
    static LISTS: OnceLock<HashMap<&str, HashSet<&str>>> = OnceLock::new();
    let lists = LISTS.get_or_init(|| {
        let lists = WORDS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
        lists.map(|(name, words)| (name, words.split(' ').collect())).collect()
    });
    lists.get(list).is_some_and(|words| words.contains(word))
}

/// Whether an answer names nothing but the described code: "the code", "this method".
pub(super) fn is_generic(answer: &str) -> bool {
    let lower = answer.to_lowercase();
    let mut words = lower.split(' ').filter(|word| !is("determiner", word));
    match (words.next(), words.next()) {
        (Some(word), None) => is("generic", word),
        _ => false,
    }
}

/// Whether an answer says nothing by itself: pronouns and determiners only.
pub(super) fn is_ambiguous(answer: &str) -> bool {
    let lower = answer.to_lowercase();
    let mut words = lower.split(' ').filter(|word| word.chars().any(char::is_alphanumeric));
    let is_empty = words.clone().next().is_none();
    let says_nothing = |word: &str| {
        is("pronoun", word) || is("determiner", word) || matches!(word, "of" | "to" | "for" | "with" | "by" | "as")
    };
    is_empty || words.all(says_nothing)
}

/// Whether a single adverb says how something is done.
pub(super) fn is_manner(lower: &str) -> bool {
    lower.ends_with("ly") && lower.len() > 5 && !is("no-manner", lower)
}
