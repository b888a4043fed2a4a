//! Words of a sentence put together again in another order.

use crate::sentence::{Sentence, Token};

/// A word of a question: a word of the sentence, perhaps in another form, or one of the template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// The word at a position.
    At(usize),
    /// The word at a position in another form.
    Form(usize, String),
    /// A word of the template.
    New(String),
}

impl Word {
    fn position(&self) -> Option<usize> {
        match self {
            Self::At(position) | Self::Form(position, _) => Some(*position),
            Self::New(_) => None,
        }
    }
}

/// The words as one line: spaces as in the text where two words stood side by side there.
pub(super) fn line(sentence: &Sentence, words: &[Word]) -> String {
    let mut out = String::new();
    let mut before: Option<usize> = None;
    for word in words {
        let text = match word {
            Word::At(position) => lowered(sentence, *position),
            Word::Form(_, text) | Word::New(text) => text.clone(),
        };
        let position = word.position();
        let glued = match (before, position) {
            (Some(before), Some(position)) => before + 1 == position && touches(sentence, before, position),
            _ => false,
        };
        let tight = glued || out.ends_with(['(', '[']) || matches!(text.as_str(), "," | ";" | ")" | "]");
        if !out.is_empty() && !tight {
            out.push(' ');
        }
        out.push_str(&text);
        before = position;
    }
    out
}

/// The words of positions as one line.
pub(super) fn phrase(sentence: &Sentence, positions: &[usize]) -> String {
    line(sentence, &positions.iter().map(|&position| Word::At(position)).collect::<Vec<_>>())
}

/// A sentence as one line.
pub(super) fn plain(sentence: &Sentence) -> String {
    let words: Vec<Word> = (0..sentence.tokens.len()).map(Word::At).collect();
    capitalised(&line(sentence, &words))
}

/// A text with a capital, unless it begins with a piece of code.
pub(super) fn capitalised(text: &str) -> String {
    let first_word = text.split(' ').next().unwrap_or("");
    let is_word = first_word.chars().all(|character| character.is_lowercase() || matches!(character, '-' | '\'' | ','));
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if is_word => first.to_uppercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}

fn touches(sentence: &Sentence, before: usize, position: usize) -> bool {
    let [one, other] = [before, position].map(|position| &sentence.tokens[position].span);
    !one.is_empty() && one.end == other.start
}

/// The first word of a sentence loses its capital where it stands for nothing but the beginning.
fn lowered(sentence: &Sentence, position: usize) -> String {
    let token = &sentence.tokens[position];
    if position > 0 || token.upos == "PROPN" && !is_common_start(token) {
        return token.text.clone();
    }
    let mut characters = token.text.chars();
    let first = characters.next();
    let rest = characters.as_str();
    match first {
        Some(first) if first.is_uppercase() && rest.chars().all(char::is_lowercase) && token.text != "I" => {
            first.to_lowercase().chain(rest.chars()).collect()
        }
        _ => token.text.clone(),
    }
}

fn is_common_start(token: &Token) -> bool {
    matches!(token.text.as_str(), "The" | "A" | "An" | "This" | "These" | "All" | "Each" | "Any" | "Some" | "No")
}
