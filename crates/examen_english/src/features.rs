//! What the network sees of a word: a vector known from much text, and learned vectors of the word, its ends and its shape.

use crate::matrix::Matrix;
use crate::network::{INPUT, LEARNED, PRETRAINED};
use crate::packed;

/// Rows of the table of learned vectors, shared by all features through a hash.
pub(crate) const TABLE_ROWS: usize = 1 << 15;

/// No such row.
const NONE: u32 = u32::MAX;

/// A table of vectors in sixteen levels, each with its scale.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Bytes {
    pub(crate) columns: usize,
    pub(crate) scales: Vec<f32>,
    pub(crate) data: Vec<i8>,
}

impl Bytes {
    /// Rounds every row to the levels of the data file.
    pub(crate) fn rounded(matrix: &Matrix) -> Self {
        let mut out = Self { columns: matrix.columns, ..Self::default() };
        for row in 0..matrix.rows {
            out.scales.push(packed::rounded(matrix.row(row), &mut out.data));
        }
        out
    }

    pub(crate) fn add(&self, row: usize, share: f32, out: &mut [f32]) {
        let scale = self.scales[row] * share;
        for (out, value) in out.iter_mut().zip(&self.data[row * self.columns..(row + 1) * self.columns]) {
            *out += scale * f32::from(*value);
        }
    }
}

/// The words the network knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Words {
    /// Hashes of the words that have a vector, rising.
    pub(crate) hashes: Vec<u32>,
    pub(crate) vectors: Bytes,
    /// Hashes of the words seen often enough in training, rising.
    pub(crate) seen: Vec<u32>,
}

/// The rows that make up one word's input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct WordRows {
    /// The word's vector, or those of the two words it is made of.
    pub(crate) vectors: [u32; 2],
    /// The word itself, or the row of unseen words; then its ends and shape.
    pub(crate) learned: [u32; 8],
}

impl Words {
    /// The rows of a word.
    pub(crate) fn rows(&self, word: &str) -> WordRows {
        let lower = word.to_lowercase();
        let hash = short_hash(&lower);
        let mut learned = [unseen_row(); 8];
        if self.seen.binary_search(&hash).is_ok() {
            learned[0] = row_of(0, &lower);
        }
        let ends = CharEnds::new(&lower);
        learned[1] = row_of(1, ends.last(1));
        learned[2] = row_of(2, ends.last(2));
        learned[3] = row_of(3, ends.last(3));
        learned[4] = row_of(4, ends.last(4));
        learned[5] = row_of(5, ends.first(2));
        learned[6] = row_of(6, ends.first(3));
        learned[7] = row_of(7, &shape(word));
        WordRows { vectors: self.vector_rows(&lower, hash), learned }
    }

    fn vector_rows(&self, lower: &str, hash: u32) -> [u32; 2] {
        let find = |hash: u32| self.hashes.binary_search(&hash).map_or(NONE, |row| row as u32);
        let own = find(hash);
        if own != NONE || lower.len() > 40 || !lower.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return [own, NONE];
        }
        // A word such as "classloader" takes after the two words it is made of.
        for split in 3..lower.len().saturating_sub(2) {
            let tail = find(short_hash(&lower[split..]));
            if tail != NONE {
                let head = find(short_hash(&lower[..split]));
                if head != NONE {
                    return [tail, head];
                }
            }
        }
        [NONE, NONE]
    }

    /// Adds the fixed vector of a word to the first part of `input`.
    pub(crate) fn add_vector(&self, rows: &WordRows, input: &mut [f32]) {
        let shares = if rows.vectors[1] == NONE { [1.0, 0.0] } else { [0.75, 0.25] };
        for (row, share) in rows.vectors.iter().zip(shares) {
            if *row != NONE {
                self.vectors.add(*row as usize, share, &mut input[..PRETRAINED]);
            }
        }
    }

    /// Writes the network's input of a word.
    pub(crate) fn input(&self, table: &Bytes, word: &str, input: &mut [f32]) {
        debug_assert_eq!(input.len(), INPUT);
        let rows = self.rows(word);
        self.add_vector(&rows, input);
        for row in rows.learned {
            table.add(row as usize, 1.0, &mut input[PRETRAINED..PRETRAINED + LEARNED]);
        }
    }
}

/// The row of words that were too rare in training.
pub(crate) fn unseen_row() -> u32 {
    row_of(8, "")
}

fn row_of(kind: u8, text: &str) -> u32 {
    (hash(kind, text) % TABLE_ROWS as u64) as u32
}

/// A word's hash as the lists of words hold it.
pub(crate) fn short_hash(lower: &str) -> u32 {
    (hash(9, lower) >> 32) as u32
}

/// FNV-1a with a final mix.
pub(crate) fn hash(kind: u8, text: &str) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325u64 ^ u64::from(kind);
    state = state.wrapping_mul(0x0000_0100_0000_01b3);
    for byte in text.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    state ^= state >> 32;
    state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    state ^ (state >> 29)
}

struct CharEnds<'a> {
    text: &'a str,
}

impl<'a> CharEnds<'a> {
    fn new(text: &'a str) -> Self {
        Self { text }
    }

    fn last(&self, count: usize) -> &'a str {
        let from = self.text.char_indices().rev().nth(count - 1).map_or(0, |(at, _)| at);
        &self.text[from..]
    }

    fn first(&self, count: usize) -> &'a str {
        let to = self.text.char_indices().nth(count).map_or(self.text.len(), |(at, _)| at);
        &self.text[..to]
    }
}

/// The kinds of characters of a word, runs shortened, at most eight.
fn shape(word: &str) -> String {
    let mut out = String::new();
    let mut last = '\0';
    for character in word.chars() {
        let kind = match character {
            'a'..='z' => 'x',
            'A'..='Z' => 'X',
            '0'..='9' => '0',
            _ if character.is_lowercase() => 'y',
            _ if character.is_alphabetic() => 'Y',
            _ if character.is_alphanumeric() => '1',
            _ if character.is_ascii() => character,
            _ => '~',
        };
        if kind != last {
            out.push(kind);
            last = kind;
        }
        if out.len() == 8 {
            break;
        }
    }
    if word.len() == 1 {
        out.push('.');
    }
    out
}
