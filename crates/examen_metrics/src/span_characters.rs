//! Characters of spans: credit for a place that is nearly right, in proportion to what it covers.

use crate::aggregation::Aggregation;
use crate::metric::Metric;
use crate::overlap::Overlap;

/// The harmonic mean of the precision and recall of the characters in spans, over the corpus.
pub static CHAR_F1: Metric = Metric {
    name: "char_f1",
    signature: "spans:both|average:micro",
    about: "harmonic mean of the precision and recall of the characters that spans cover, by kind, of all examples together",
    source: "ours, beside the exact match of CodeQueries, section 4.3",
    aggregation: Aggregation::F1,
    ..Metric::FRACTION
};

/// Characters of one line, from a column to the one behind the last. Line ends are no characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Characters {
    /// The line.
    pub line: u32,
    /// The first column.
    pub start: u32,
    /// The column behind the last.
    pub end: u32,
}

impl Overlap {
    /// Counts the characters of one example that are of one kind; those that several spans cover count once.
    pub fn of_characters(truth: Vec<Characters>, given: Vec<Characters>) -> Self {
        let (truth, given) = (joined(truth), joined(given));
        let mut right = 0;
        let mut rest = &given[..];
        for of_truth in &truth {
            while let [first, after @ ..] = rest {
                right += in_both(of_truth, first);
                // What goes on behind this part may touch the next.
                if (first.line, first.end) > (of_truth.line, of_truth.end) {
                    break;
                }
                rest = after;
            }
        }
        Self { right, wrong: count(&given) - right, missed: count(&truth) - right }
    }
}

/// The parts in order, those that touch as one.
fn joined(mut parts: Vec<Characters>) -> Vec<Characters> {
    parts.sort_unstable();
    let mut joined: Vec<Characters> = Vec::with_capacity(parts.len());
    for part in parts {
        match joined.last_mut() {
            Some(last) if last.line == part.line && part.start <= last.end => last.end = last.end.max(part.end),
            _ => joined.push(part),
        }
    }
    joined
}

fn count(parts: &[Characters]) -> u64 {
    parts.iter().map(|part| u64::from(part.end.saturating_sub(part.start))).sum()
}

fn in_both(one: &Characters, other: &Characters) -> u64 {
    let (start, end) = (one.start.max(other.start), one.end.min(other.end));
    if one.line == other.line { u64::from(end.saturating_sub(start)) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(parts: &[(u32, u32, u32)]) -> Vec<Characters> {
        parts.iter().map(|&(line, start, end)| Characters { line, start, end }).collect()
    }

    #[test]
    fn characters_count_once_and_by_line() {
        let of = |truth: &[_], given: &[_]| Overlap::of_characters(parts(truth), parts(given));
        let overlap = |right, wrong, missed| Overlap { right, wrong, missed };
        assert_eq!(of(&[(1, 0, 10)], &[(1, 0, 10)]), overlap(10, 0, 0));
        assert_eq!(of(&[(1, 0, 10)], &[(2, 0, 10)]), overlap(0, 10, 10));
        assert_eq!(of(&[(1, 0, 10)], &[]), overlap(0, 0, 10));
        // Two parts that touch each other, and one that lies in them.
        assert_eq!(of(&[(1, 4, 8)], &[(1, 0, 5), (1, 5, 9), (1, 6, 7)]), overlap(4, 5, 0));
        // One part over several true ones, over two lines.
        assert_eq!(of(&[(1, 0, 2), (1, 4, 6), (2, 0, 3)], &[(1, 1, 5), (2, 2, 9)]), overlap(3, 8, 4));
        assert_eq!(of(&[(3, 2, 4)], &[(1, 0, 9), (3, 0, 3), (4, 0, 1)]), overlap(1, 12, 1));
    }
}
