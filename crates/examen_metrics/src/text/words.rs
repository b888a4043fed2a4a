//! Words of a pair of texts as small numbers.
//!
//! The reference tools are written in Python: their blanks are Python's, which are a few more than Rust's. (Their lower case
//! is that of [`str::to_lowercase`].) Cutting and numbering words is most of what a metric costs, hence eight bytes at a time.

use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;

/// The words of two texts. The same number is the same word on both sides.
pub(super) struct WordPair {
    pub(super) hypothesis: Vec<u32>,
    pub(super) reference: Vec<u32>,
    /// All numbers are less than this.
    pub(super) distinct: usize,
}

impl WordPair {
    /// The words that `str.split()` of Python gives: what stands between blanks.
    pub(super) fn between_blanks(hypothesis: &str, reference: &str) -> Self {
        // Behind a word comes a blank or the end.
        let mut numbers = Numbers::with_room_for(hypothesis.len() / 2 + reference.len() / 2 + 2);
        let hypothesis = numbers.of(Words { text: hypothesis, place: 0 });
        let reference = numbers.of(Words { text: reference, place: 0 });
        Self { hypothesis, reference, distinct: numbers.words.len() }
    }

    /// The words that a function cuts texts into; some may be empty, but there are no more than one a byte and one more.
    pub(super) fn cut_by<'a, I: Iterator<Item = &'a [u8]>>(
        hypothesis: &'a str,
        reference: &'a str,
        cut: impl Fn(&'a str) -> I,
    ) -> Self {
        let mut numbers = Numbers::with_room_for(hypothesis.len() + reference.len() + 2);
        let hypothesis = numbers.of(cut(hypothesis).map(Word::hashed));
        let reference = numbers.of(cut(reference).map(Word::hashed));
        Self { hypothesis, reference, distinct: numbers.words.len() }
    }
}

/// What `str.split()` of Python gives: the texts between blanks.
pub(super) fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    Words { text, place: 0 }.map(|word| word.bytes)
}

/// What `str.isspace()` of Python says of a character: the four separators of ASCII are blanks too.
pub(super) fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// A word and a number that is the same for the same word.
#[derive(Clone, Copy)]
struct Word<'a> {
    bytes: &'a [u8],
    /// The bytes themselves where they fit, so that one comparison decides. Else a hash, with [`HASHED`] set.
    key: u64,
}

/// Bytes of ASCII, seven of which are a key, never set this bit.
const HASHED: u64 = 1 << 63;

/// A byte, eight times.
const EACH: u64 = 0x0101_0101_0101_0101;

/// An odd number near 2^64 divided by the golden ratio: its multiples differ in their high bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'a> Word<'a> {
    fn hashed(bytes: &'a [u8]) -> Self {
        Self { bytes, key: FxBuildHasher.hash_one(bytes) | HASHED }
    }
}

/// Words in the order in which they come up: an open table of slots that is never full.
struct Numbers<'a> {
    words: Vec<Word<'a>>,
    /// Numbers plus one, or 0.
    slots: Vec<u32>,
}

impl<'a> Numbers<'a> {
    fn with_room_for(words: usize) -> Self {
        Self { words: Vec::with_capacity(32), slots: vec![0; (words + 1).next_power_of_two()] }
    }

    fn of(&mut self, words: impl Iterator<Item = Word<'a>>) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(32);
        numbers.extend(words.map(|word| self.number(word)));
        numbers
    }

    fn number(&mut self, word: Word<'a>) -> u32 {
        let last = self.slots.len() - 1;
        let mut slot = (word.key.wrapping_mul(SPREAD) >> 32) as usize & last;
        loop {
            let Some(number) = self.slots[slot].checked_sub(1) else {
                self.words.push(word);
                self.slots[slot] = self.words.len() as u32;
                return self.words.len() as u32 - 1;
            };
            let known = self.words[number as usize];
            if known.key == word.key && (known.key & HASHED == 0 || known.bytes == word.bytes) {
                return number;
            }
            slot = (slot + 1) & last;
        }
    }
}

/// Words between blanks, from a place on.
struct Words<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let bytes = self.text.as_bytes();
        loop {
            while bytes.get(self.place) == Some(&b' ') {
                self.place += 1;
            }
            let start = self.place;
            let (end, key) = word_at(self.text, start);
            if end > start {
                self.place = end;
                return Some(Word { bytes: &bytes[start..end], key });
            }
            // Another blank than a space, or the end.
            self.place += self.text[start..].chars().next()?.len_utf8();
        }
    }
}

/// Where the word ends that begins there, and its key; there may be no word.
fn word_at(text: &str, start: usize) -> (usize, u64) {
    let bytes = text.as_bytes();
    let (mut end, mut key) = (start, 0_u64);
    loop {
        let chunk = eight_bytes(bytes, end);
        let plain = plain_bytes(chunk);
        if plain == 8 {
            key = (key ^ chunk).wrapping_mul(SPREAD).rotate_left(29) | HASHED;
            end += 8;
            continue;
        }
        key ^= chunk & ((1 << (8 * plain)) - 1);
        end += plain;
        match bytes.get(end) {
            Some(&byte) if byte.is_ascii() && is_blank(char::from(byte)) => break,
            None => break,
            Some(_) => {}
        }
        // A control character, or one beyond ASCII.
        let Some(character) = text[end..].chars().next().filter(|character| !is_blank(*character)) else { break };
        key = (key ^ u64::from(character)).wrapping_mul(SPREAD).rotate_left(29) | HASHED;
        end += character.len_utf8();
    }
    (end, key)
}

/// Bytes from a place on, the first lowest; past the end there are blanks.
fn eight_bytes(bytes: &[u8], start: usize) -> u64 {
    let rest = bytes.get(start..).unwrap_or_default();
    if let Some(chunk) = rest.first_chunk() {
        return u64::from_le_bytes(*chunk);
    }
    let blanks = EACH * u64::from(b' ') << (8 * rest.len());
    match bytes.last_chunk() {
        // Shifting the last eight is quicker than copying fewer.
        Some(chunk) if !rest.is_empty() => u64::from_le_bytes(*chunk) >> (64 - 8 * rest.len()) | blanks,
        _ => rest.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte)) | blanks,
    }
}

/// How many bytes there are before the first that is a blank, a control character or not of ASCII.
fn plain_bytes(chunk: u64) -> usize {
    // Subtracting borrows from the top bit of bytes up to that of the blank. A borrow spoils bytes behind the first alone.
    let special = (chunk.wrapping_sub(EACH * u64::from(b' ' + 1)) | chunk) & (EACH << 7);
    special.trailing_zeros() as usize / 8
}
