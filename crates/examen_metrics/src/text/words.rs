//! Words of a pair of texts as small numbers.
//!
//! The reference tools are written in Python: their blanks and their lower case are Python's, which differ from Rust's in
//! details.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

/// The words of two texts. The same number is the same word on both sides.
pub(super) struct WordPair {
    pub(super) hypothesis: Vec<u32>,
    pub(super) reference: Vec<u32>,
    /// All numbers are less than this.
    pub(super) distinct: usize,
}

impl WordPair {
    /// Numbers the words of both texts in the order in which they come up.
    pub(super) fn new<'a>(hypothesis: impl Iterator<Item = &'a str>, reference: impl Iterator<Item = &'a str>) -> Self {
        let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
        numbers.reserve(64);
        let mut number_of = |word| {
            let next = numbers.len() as u32;
            *numbers.entry(word).or_insert(next)
        };
        let mut collect = |words: &mut dyn Iterator<Item = &'a str>| {
            let mut ids = Vec::with_capacity(32);
            words.for_each(|word| ids.push(number_of(word)));
            ids
        };
        let hypothesis = collect(&mut { hypothesis });
        let reference = collect(&mut { reference });
        Self { hypothesis, reference, distinct: numbers.len() }
    }

    /// The words between blanks.
    pub(super) fn between_blanks(hypothesis: &str, reference: &str) -> Self {
        WordPair::new(words(hypothesis), words(reference))
    }
}

/// What `str.split()` of Python gives: the texts between blanks.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// What `str.isspace()` of Python says of a character: the four separators of ASCII are blanks too.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// What `str.lower()` of Python gives.
pub(super) fn lowered(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.to_lowercase())
}
