//! The longest common subsequence of two sequences, 64 cells of the table at a time.

use super::words::WordPair;

/// Returns how long the longest common subsequence of both sides is.
///
/// A column of the usual table grows by 0 or 1 from row to row, so it is a row of bits, and the next column is some
/// arithmetic away (Crochemore et al. 2001, Hyyrö 2004). Time is the product of the lengths by 64, memory the sum of lengths.
pub(super) fn longest_common_subsequence(pair: &WordPair) -> usize {
    let WordPair { hypothesis, reference, distinct } = pair;
    let (rows, columns) =
        if hypothesis.len() <= reference.len() { (hypothesis, reference) } else { (reference, hypothesis) };
    if rows.len() <= 64 { in_one_word(rows, columns, *distinct) } else { in_many_words(rows, columns, *distinct) }
}

fn in_one_word(rows: &[u32], columns: &[u32], distinct: usize) -> usize {
    let mut places = vec![0_u64; distinct];
    for (row, &number) in rows.iter().enumerate() {
        places[number as usize] |= 1 << row;
    }
    // A bit that is not set is a row in which the column grows. Rows past the last never match, so their bits stay set.
    let mut column = u64::MAX;
    for &number in columns {
        let matches = column & places[number as usize];
        column = column.wrapping_add(matches) | (column - matches);
    }
    column.count_zeros() as usize
}

fn in_many_words(rows: &[u32], columns: &[u32], distinct: usize) -> usize {
    let width = rows.len().div_ceil(64);
    let places = Places::new(rows, distinct, width);
    let mut column = vec![u64::MAX; width];
    let mut rare = vec![0_u64; width];
    for &number in columns {
        match places.of(number) {
            Place::Nowhere => {}
            Place::Often(bits) => advance(&mut column, bits),
            Place::Seldom(rows) => {
                for &row in rows {
                    rare[row as usize / 64] |= 1 << (row % 64);
                }
                advance(&mut column, &rare);
                for &row in rows {
                    rare[row as usize / 64] = 0;
                }
            }
        }
    }
    column.iter().map(|bits| bits.count_zeros() as usize).sum()
}

fn advance(column: &mut [u64], places: &[u64]) {
    let mut carry = false;
    for (bits, places) in column.iter_mut().zip(places) {
        let matches = *bits & places;
        let (sum, first) = bits.overflowing_add(matches);
        let (sum, second) = sum.overflowing_add(u64::from(carry));
        carry = first || second;
        *bits = sum | (*bits - matches);
    }
}

/// In which rows each number is. A bit a row for each number would need the square of the length where all are different, so
/// only numbers that fill at least one row in 64 have them: of those there are at most 64.
struct Places {
    /// Rows, sorted by their number.
    rows: Vec<u32>,
    /// Where in `rows` those of a number begin; one more than there are numbers.
    starts: Vec<usize>,
    /// The bits of frequent numbers.
    bits: Vec<Option<Vec<u64>>>,
}

enum Place<'a> {
    Nowhere,
    Seldom(&'a [u32]),
    Often(&'a [u64]),
}

impl Places {
    fn new(numbers: &[u32], distinct: usize, width: usize) -> Self {
        let mut starts = vec![0; distinct + 1];
        for &number in numbers {
            starts[number as usize + 1] += 1;
        }
        for index in 0..distinct {
            starts[index + 1] += starts[index];
        }
        let mut rows = vec![0; numbers.len()];
        let mut next = starts.clone();
        for (row, &number) in numbers.iter().enumerate() {
            let place = &mut next[number as usize];
            rows[*place] = row as u32;
            *place += 1;
        }
        let bits = starts
            .windows(2)
            .map(|ends| &rows[ends[0]..ends[1]])
            .map(|rows| {
                (rows.len() >= width).then(|| {
                    let mut bits = vec![0; width];
                    for &row in rows {
                        bits[row as usize / 64] |= 1_u64 << (row % 64);
                    }
                    bits
                })
            })
            .collect();
        Self { rows, starts, bits }
    }

    fn of(&self, number: u32) -> Place<'_> {
        let number = number as usize;
        let rows = &self.rows[self.starts[number]..self.starts[number + 1]];
        match &self.bits[number] {
            Some(bits) => Place::Often(bits),
            None if rows.is_empty() => Place::Nowhere,
            None => Place::Seldom(rows),
        }
    }
}
