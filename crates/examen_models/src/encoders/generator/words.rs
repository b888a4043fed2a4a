//! The words that a generator writes, and those of an input that it may copy.

use std::ops::Range;

use super::config::GeneratedKind;
use crate::sub_tokens::placed_parts;

/// Signs that stand behind a word without a space, and those behind which none stands.
const CLOSING: [&str; 10] = [".", ",", ";", ":", "!", "?", ")", "]", "}", "%"];
const OPENING: [&str; 3] = ["(", "[", "{"];

/// The words of what is to be written: the parts of a name; the words and signs of a text, in lower case.
pub fn generated_words(kind: GeneratedKind, text: &str) -> Vec<String> {
    match kind {
        GeneratedKind::Name => text.split('|').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
        GeneratedKind::Caption | GeneratedKind::Answer => {
            placed_words(text, true).into_iter().map(|(_, word)| word).collect()
        }
    }
}

/// The text or name that words are of.
pub fn joined_words<'w>(kind: GeneratedKind, words: impl Iterator<Item = &'w str>) -> String {
    if kind == GeneratedKind::Name {
        return words.collect::<Vec<_>>().join("|");
    }
    let mut text = String::new();
    let mut is_open = true;
    for word in words {
        if !is_open && !CLOSING.contains(&word) {
            text.push(' ');
        }
        text.push_str(word);
        is_open = OPENING.contains(&word);
    }
    text
}

/// The words of a text that may be copied, with the bytes that they are of: whole words in lower case, and the parts of those that
/// have several.
pub(crate) fn source_words(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words = Vec::new();
    for (place, word) in placed_words(text, false) {
        let parts = placed_parts(&text[place.clone()]);
        let start = place.start;
        let is_its_own_part = parts.len() == 1 && parts[0].1 == word;
        words.push((place, word));
        if !is_its_own_part {
            words.extend(parts.into_iter().map(|(part, word)| (start + part.start..start + part.end, word)));
        }
    }
    words
}

/// Runs of letters, digits and underscores in lower case and, if they are wanted, signs.
fn placed_words(text: &str, has_signs: bool) -> Vec<(Range<usize>, String)> {
    let mut words: Vec<(Range<usize>, String)> = Vec::new();
    let mut is_inside = false;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let is_of_word = character.is_alphanumeric() || character == '_';
        match words.last_mut().filter(|_| is_of_word && is_inside) {
            Some((place, word)) => {
                place.end = end;
                word.extend(character.to_lowercase());
            }
            None if is_of_word || (has_signs && !character.is_whitespace()) => {
                words.push((at..end, character.to_lowercase().collect()));
            }
            None => {}
        }
        is_inside = is_of_word;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_words_and_signs_and_come_back() {
        let text = "Returns the fooBar of a_b (or null), i.e. 10 %.";
        let words = generated_words(GeneratedKind::Caption, text);
        let wanted =
            ["returns", "the", "foobar", "of", "a_b", "(", "or", "null", ")", ",", "i", ".", "e", ".", "10", "%", "."];
        assert_eq!(words, wanted);
        let joined = joined_words(GeneratedKind::Caption, words.iter().map(String::as_str));
        assert_eq!(joined, "returns the foobar of a_b (or null), i. e. 10%.");
        assert_eq!(generated_words(GeneratedKind::Name, "get|http|name"), ["get", "http", "name"]);
        assert_eq!(joined_words(GeneratedKind::Name, ["get", "name"].into_iter()), "get|name");
        assert!(generated_words(GeneratedKind::Answer, " \n").is_empty());
    }

    #[test]
    fn words_and_their_parts_can_be_copied() {
        let words = source_words("int n = getNames(étéS);");
        let texts: Vec<&str> = words.iter().map(|(_, word)| word.as_str()).collect();
        assert_eq!(texts, ["int", "n", "getnames", "get", "names", "étés", "été", "s"]);
        assert_eq!(words[4].0, 11..16);
    }
}
