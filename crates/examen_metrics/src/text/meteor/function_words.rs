//! The words that count less: METEOR 1.5 takes the most frequent ones of English newspapers for function words.

/// Returns whether a token is one of them.
pub(super) fn is_function_word(token: &str) -> bool {
    FUNCTION_WORDS.binary_search(&token).is_ok()
}

/// Sorted by bytes.
const FUNCTION_WORDS: [&str; 93] = [
    "\"", "$", "'", "'s", "'t", "(", ")", ",", "-", "--", "-lrb-", "-rrb-", ".", ":", "?", "a", "about", "after",
    "all", "also", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "could", "first", "for", "from",
    "had", "has", "have", "he", "her", "his", "i", "if", "in", "into", "is", "it", "its", "last", "more", "new", "no",
    "not", "of", "on", "one", "or", "other", "out", "over", "people", "s", "said", "she", "so", "some", "than", "that",
    "the", "their", "there", "they", "this", "time", "to", "two", "up", "was", "we", "were", "what", "when", "which",
    "who", "will", "with", "would", "year", "years", "you", "\u{2014}", "\u{2019}", "\u{201c}", "\u{201d}",
];

#[cfg(test)]
mod tests {
    use super::FUNCTION_WORDS;

    #[test]
    fn function_words_are_sorted() {
        assert!(FUNCTION_WORDS.is_sorted());
    }
}
