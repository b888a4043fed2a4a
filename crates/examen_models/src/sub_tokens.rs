//! Sub-tokens: the words that code and English have in common.

use std::ops::Range;

/// Returns the words of a text in lower case: parts of `snake_case` and `camelCase` names, without digits and without the `s` at the
/// end of longer ones, so that `getNames`, `get_name` and "gets names" agree.
pub fn sub_tokens(text: &str) -> Vec<String> {
    placed_sub_tokens(text).into_iter().map(|(_, word)| word).collect()
}

/// Returns the different words of a text, sorted.
pub fn distinct_sub_tokens(text: &str) -> Vec<String> {
    let mut words = sub_tokens(text);
    words.sort_unstable();
    words.dedup();
    words
}

/// The same words with the bytes that they are of.
pub(crate) fn placed_sub_tokens(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut start = 0;
    let mut previous = ' ';
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let begins_part = character.is_uppercase()
            && (previous.is_lowercase() || characters.peek().is_some_and(|(_, next)| next.is_lowercase()));
        if begins_part || !character.is_alphabetic() {
            finish(start..at, &mut word, &mut words);
        }
        if character.is_alphabetic() {
            if word.is_empty() {
                start = at;
            }
            word.extend(character.to_lowercase());
        }
        previous = character;
    }
    finish(start..text.len(), &mut word, &mut words);
    words
}

fn finish(place: Range<usize>, word: &mut String, words: &mut Vec<(Range<usize>, String)>) {
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
    // A letter alone is a variable or an article.
    if word.chars().nth(1).is_some() {
        words.push((place, std::mem::take(word)));
    }
    word.clear();
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_and_sentences_agree() {
        let words = |text: &str| super::sub_tokens(text).join(" ");
        assert_eq!(words("getHTTPNames(x1)"), "get http name");
        assert_eq!(words("get_http_name"), "get http name");
        assert_eq!(words("Gets the HTTP names."), "get the http name");
        assert_eq!(words("class ÉtéS é 🎉\0"), "class été");
        assert_eq!(words(""), "");
    }

    #[test]
    fn words_have_their_places() {
        let places: Vec<_> = super::placed_sub_tokens("getNames_of(x)").into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0..3, 3..8, 9..11]);
    }
}
