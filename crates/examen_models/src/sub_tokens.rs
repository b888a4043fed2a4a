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
    let is_plural = |word: &str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let mut words = placed_parts(text);
    for (_, word) in words.iter_mut().filter(|(_, word)| is_plural(word)) {
        word.pop();
    }
    // A letter alone is a variable or an article.
    words.retain(|(_, word)| word.chars().nth(1).is_some());
    words
}

/// The parts of names in a text, in lower case and whole, with the bytes that they are of: as in [`sub_tokens`], but with every
/// letter.
pub(crate) fn placed_parts(text: &str) -> Vec<(Range<usize>, String)> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut start = 0;
    let mut previous = ' ';
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let begins_part = character.is_uppercase()
            && (previous.is_lowercase() || characters.peek().is_some_and(|(_, next)| next.is_lowercase()));
        if (begins_part || !character.is_alphabetic()) && !word.is_empty() {
            words.push((start..at, std::mem::take(&mut word)));
        }
        if character.is_alphabetic() {
            if word.is_empty() {
                start = at;
            }
            word.extend(character.to_lowercase());
        }
        previous = character;
    }
    if !word.is_empty() {
        words.push((start..text.len(), word));
    }
    words
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
        let parts: Vec<_> = super::placed_parts("getNames_of(x)").into_iter().map(|(_, part)| part).collect();
        assert_eq!(parts, ["get", "names", "of", "x"]);
    }
}
