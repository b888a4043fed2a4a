//! The longest common subsequence of two sequences, 64 cells of the table at a time.

use super::words::WordPair;

/// Steps, of 64 cells each, that a pair may take: as many as two texts of 262,144 words that differ from end to end.
const MOST_STEPS: usize = 1 << 30;

/// Returns how long the longest common subsequence of both sides is; nothing where that is too much work.
///
/// A column of the usual table grows by 0 or 1 from row to row, so it is a row of bits, and the next column is some
/// arithmetic away (Crochemore et al. 2001, Hyyrö 2004). Time is the product of the lengths by 64, memory the sum of lengths.
/// Words that both begin or end with belong to a longest one and cost nothing.
pub(super) fn longest_common_subsequence(pair: &WordPair) -> Option<usize> {
    let (hypothesis, reference) = (&pair.hypothesis[..], &pair.reference[..]);
    let front = hypothesis.iter().zip(reference).take_while(|(one, other)| one == other).count();
    let (hypothesis, reference) = (&hypothesis[front..], &reference[front..]);
    let back = hypothesis.iter().rev().zip(reference.iter().rev()).take_while(|(one, other)| one == other).count();
    let (hypothesis, reference) = (&hypothesis[..hypothesis.len() - back], &reference[..reference.len() - back]);
    let (rows, columns) =
        if hypothesis.len() <= reference.len() { (hypothesis, reference) } else { (reference, hypothesis) };
    if rows.len().div_ceil(64).saturating_mul(columns.len()) > MOST_STEPS {
        return None;
    }
    let middle = if rows.len() <= 64 {
        in_one_word(rows, columns, pair.distinct)
    } else {
        in_many_words(rows, columns, pair.distinct)
    };
    Some(front + middle + back)
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

#[cfg(test)]
mod tests {
    use super::longest_common_subsequence;
    use crate::text::words::WordPair;

    fn common(hypothesis: &[u32], reference: &[u32]) -> Option<usize> {
        let (hypothesis, reference) = (hypothesis.to_vec(), reference.to_vec());
        longest_common_subsequence(&WordPair { hypothesis, reference, distinct: 4 })
    }

    #[test]
    fn what_both_begin_and_end_with_costs_nothing_and_the_rest_is_bounded() {
        let same = vec![1; 1 << 20];
        assert_eq!(common(&same, &same), Some(same.len()));
        let mut other = same.clone();
        other[same.len() / 2] = 2;
        assert_eq!(common(&same, &other), Some(same.len() - 1));
        // Nothing in common, and more to compare than is allowed.
        let turned: Vec<u32> = (0..1 << 19).map(|word| word % 2).collect();
        let front: Vec<u32> = turned.iter().map(|word| word + 2).collect();
        assert_eq!(common(&turned, &front), None);
        assert_eq!(common(&turned[..40_000], &front[..64]), Some(0));
    }
}
