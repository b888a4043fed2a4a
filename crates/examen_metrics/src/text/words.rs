//! Words of a pair of texts as small numbers.
//!
//! The reference tools are written in Python: their whitespace is Python's, which is a few characters more than Rust's. Cutting and
//! numbering words is most of what a metric costs, hence eight bytes at a time.

use std::borrow::Cow;
use std::hash::BuildHasher as _;

use rustc_hash::FxBuildHasher;

use super::ngrams::common_ngrams;

/// The words of two texts. The same number is the same word on both sides.
pub(super) struct WordPair {
    pub(super) hypothesis: Vec<u32>,
    pub(super) reference: Vec<u32>,
    /// All numbers are less than this.
    pub(super) distinct: usize,
}

impl WordPair {
    /// The words that `str.split()` of Python gives: what stands between whitespace.
    pub(super) fn between_whitespace(hypothesis: &str, reference: &str) -> Self {
        let mut numbers = Numbers::new();
        let hypothesis = numbers.of(Words::of(hypothesis));
        let reference = numbers.of(Words::of(reference));
        Self { hypothesis, reference, distinct: numbers.words.len() }
    }

    /// The words that a function cuts texts into; some may be empty.
    pub(super) fn cut_by<'a, I: Iterator<Item = &'a [u8]>>(
        hypothesis: &'a str,
        reference: &'a str,
        cut: impl Fn(&'a str) -> I,
    ) -> Self {
        let mut numbers = Numbers::new();
        let hypothesis = numbers.of(cut(hypothesis).map(Word::hashed));
        let reference = numbers.of(cut(reference).map(Word::hashed));
        Self { hypothesis, reference, distinct: numbers.words.len() }
    }
}

/// Returns how many words between whitespace the texts have in common, the hypothesis has and the reference has. A
/// [`WordPair`] would say too, and does for long texts; but where single words are all and there are few of them, they
/// need no numbers.
pub(super) fn common_words(hypothesis: &str, reference: &str) -> [usize; 3] {
    #[derive(Clone, Copy, Default)]
    struct Slot {
        /// No word has the key 0.
        key: u64,
        place: (u32, u32),
        left: u32,
    }
    if hypothesis.len() > LONG {
        let pair = WordPair::between_whitespace(hypothesis, reference);
        let (given, expected) = (pair.hypothesis.len(), pair.reference.len());
        let [common] = common_ngrams(pair);
        return [common as usize, given, expected];
    }
    let [mut common, mut given, mut expected] = [0; 3];
    // Behind a word comes whitespace or the end, so there is always a free slot.
    let mut slots = vec![Slot::default(); (hypothesis.len() / 2 + 3).next_power_of_two()];
    let find = |slots: &[Slot], word: &Word| {
        let mut index = first_slot(word.key, slots.len());
        loop {
            let Slot { key, place: (start, end), .. } = slots[index];
            // One branch for "free" and for "the same", since nobody can foretell which it is.
            let is_free_or_same = key.min(key ^ word.key) == 0;
            if is_free_or_same
                && (key & HASHED == 0 || hypothesis.as_bytes()[start as usize..end as usize] == *word.bytes)
            {
                return index;
            }
            index = (index + 1) & (slots.len() - 1);
        }
    };
    for word in Words::of(hypothesis) {
        let slot = find(&slots, &word);
        let end = word.end as u32;
        slots[slot] = Slot { key: word.key, place: (end - word.bytes.len() as u32, end), left: slots[slot].left + 1 };
        given += 1;
    }
    for word in Words::of(reference) {
        let slot = find(&slots, &word);
        // Without a branch, for the same reason.
        let is_common = slots[slot].left > 0;
        slots[slot].left -= u32::from(is_common);
        common += usize::from(is_common);
        expected += 1;
    }
    [common, given, expected]
}

/// Returns what `str.split()` of Python gives: the texts between whitespace.
pub(super) fn words(text: &str) -> impl Iterator<Item = &[u8]> {
    Words::of(text).map(|word| word.bytes)
}

/// Returns what `str.lower()` of Python gives.
pub(super) fn lowered(text: &str) -> Cow<'_, str> {
    // Most answers are in lower case already, and to look at all bytes is quicker than to stop at the first.
    let is_other = |byte: u8| !byte.is_ascii() | byte.is_ascii_uppercase();
    if text.bytes().fold(false, |any, byte| any | is_other(byte)) {
        Cow::Owned(text.to_lowercase())
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns what `str.isspace()` of Python says of a character: the four separators of ASCII are whitespace too.
pub(super) fn is_whitespace(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// A word and a number that is the same for the same word.
#[derive(Clone, Copy)]
struct Word<'a> {
    bytes: &'a [u8],
    /// Where it ends in its text, if it is one that is cut at whitespace.
    end: usize,
    /// The bytes themselves where they fit, so that one comparison decides. Else a hash, with [`HASHED`] set.
    key: u64,
}

/// Bytes of ASCII, seven of which are a key, never set this bit.
const HASHED: u64 = 1 << 63;

/// Bytes of a text past which a slot for every word that it may have is too much memory.
const LONG: usize = 1 << 12;

/// A byte, eight times.
const EACH: u64 = 0x0101_0101_0101_0101;

/// An odd number near 2^64 divided by the golden ratio: its multiples differ in their high bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl<'a> Word<'a> {
    fn hashed(bytes: &'a [u8]) -> Self {
        Self { bytes, end: 0, key: FxBuildHasher.hash_one(bytes) | HASHED }
    }
}

/// Words in the order in which they come up: an open table of slots that is never full.
struct Numbers<'a> {
    words: Vec<&'a [u8]>,
    /// Keys and numbers plus one, or 0; as many as a power of two.
    slots: Vec<(u64, u32)>,
}

impl<'a> Numbers<'a> {
    /// With room for two sentences.
    fn new() -> Self {
        Self { words: Vec::with_capacity(32), slots: vec![(0, 0); 128] }
    }

    fn of(&mut self, words: impl Iterator<Item = Word<'a>>) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(32);
        words.for_each(|word| numbers.push(self.number(word)));
        numbers
    }

    #[inline]
    fn number(&mut self, word: Word<'a>) -> u32 {
        match self.find(word) {
            Ok(number) => number,
            Err(slot) => {
                self.words.push(word.bytes);
                self.slots[slot] = (word.key, self.words.len() as u32);
                if self.words.len() * 2 > self.slots.len() {
                    self.grow();
                }
                self.words.len() as u32 - 1
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![(0, 0); self.slots.len() * 4];
        for &(key, number) in self.slots.iter().filter(|(_, number)| *number > 0) {
            let mut slot = first_slot(key, slots.len());
            while slots[slot].1 > 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = (key, number);
        }
        self.slots = slots;
    }

    /// The number of a word, or the slot that it would have.
    #[inline]
    fn find(&self, word: Word<'a>) -> Result<u32, usize> {
        let mut slot = first_slot(word.key, self.slots.len());
        loop {
            let (key, number) = self.slots[slot];
            let Some(number) = number.checked_sub(1) else { return Err(slot) };
            if key == word.key && (key & HASHED == 0 || self.words[number as usize] == word.bytes) {
                return Ok(number);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Where to look for a key first, in a number of slots that is a power of two.
fn first_slot(key: u64, slots: usize) -> usize {
    // The high bits of a product depend on all bits of what was multiplied.
    (key.wrapping_mul(SPREAD) >> (slots.leading_zeros() + 1)) as usize & (slots - 1)
}

/// Words between whitespace, from a place on.
struct Words<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call a word costs a tenth of the whole")]
    fn next(&mut self) -> Option<Word<'a>> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.place) == Some(&b' ') {
            self.place += 1;
        }
        let chunk = eight_bytes(bytes, self.place);
        let plain = plain_bytes(chunk);
        let (start, end) = (self.place, self.place + plain);
        // Most words are short and stand before a space.
        if 0 < plain && plain < 8 && bytes.get(end).is_none_or(|&byte| byte == b' ') {
            self.place = end + 1;
            return Some(Word { bytes: &bytes[start..end], end, key: lowest_bytes(chunk, plain) });
        }
        self.next_of_any_kind()
    }
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, place: 0 }
    }

    #[inline(never)]
    fn next_of_any_kind(&mut self) -> Option<Word<'a>> {
        loop {
            let start = self.place;
            let (end, key) = word_at(self.text, start);
            if end > start {
                self.place = end;
                return Some(Word { bytes: &self.text.as_bytes()[start..end], end, key });
            }
            self.place += self.text.get(start..)?.chars().next()?.len_utf8();
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
        key ^= lowest_bytes(chunk, plain);
        end += plain;
        match bytes.get(end) {
            Some(&byte) if byte.is_ascii() && is_whitespace(char::from(byte)) => break,
            None => break,
            Some(_) => {}
        }
        // A control character, or one beyond ASCII.
        let Some(character) = text[end..].chars().next().filter(|character| !is_whitespace(*character)) else { break };
        key = (key ^ u64::from(character)).wrapping_mul(SPREAD).rotate_left(29) | HASHED;
        end += character.len_utf8();
    }
    (end, key)
}

fn lowest_bytes(chunk: u64, number: usize) -> u64 {
    chunk & ((1 << (8 * number)) - 1)
}

/// Bytes from a place on, the first lowest; past the end there are spaces.
fn eight_bytes(bytes: &[u8], start: usize) -> u64 {
    let rest = bytes.get(start..).unwrap_or_default();
    if let Some(chunk) = rest.first_chunk() {
        return u64::from_le_bytes(*chunk);
    }
    let spaces = (EACH * u64::from(b' ')) << (8 * rest.len());
    match bytes.last_chunk() {
        // Shifting the last eight is quicker than copying fewer.
        Some(chunk) if !rest.is_empty() => u64::from_le_bytes(*chunk) >> (64 - 8 * rest.len()) | spaces,
        _ => rest.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte)) | spaces,
    }
}

/// Returns how many bytes there are before the first that is a space, a control character or not of ASCII.
fn plain_bytes(chunk: u64) -> usize {
    // Subtracting borrows from the top bit of bytes up to that of the space. A borrow spoils bytes behind the first alone.
    let special = (chunk.wrapping_sub(EACH * u64::from(b' ' + 1)) | chunk) & (EACH << 7);
    special.trailing_zeros() as usize / 8
}
