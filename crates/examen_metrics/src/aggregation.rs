//! How the value of a metric over many examples is computed.

/// Computes a value from counts summed over examples and the number of examples.
pub type ValueOfSums = fn(&[f64], u64) -> f64;

/// How the value of a metric over many examples is computed.
#[derive(Clone, Copy, Debug)]
pub enum Aggregation {
    /// The mean of the scores of single examples.
    Mean,
    /// A value of counts that are summed over examples: a ratio of sums, corpus BLEU, a mean in percent. The value of one
    /// example is that of its own counts and 1. No examples have the lowest value of the range.
    Sums {
        /// How many numbers are counted in an example.
        counts: usize,
        /// Computes the value.
        value: ValueOfSums,
    },
    /// Computed from all examples at once: there are no counts of single examples.
    Corpus,
}

impl Aggregation {
    /// The precision of summed counts of an [`Overlap`](crate::Overlap).
    pub const PRECISION: Self = Self::Sums { counts: 3, value: precision_of_sums };

    /// The recall of summed counts of an [`Overlap`](crate::Overlap).
    pub const RECALL: Self = Self::Sums { counts: 3, value: recall_of_sums };

    /// The F1 of summed counts of an [`Overlap`](crate::Overlap).
    pub const F1: Self = Self::Sums { counts: 3, value: f1_of_sums };

    /// Returns how many numbers are counted in an example, and the value of their sums; nothing where there are no such
    /// numbers.
    pub const fn sums(self) -> Option<(usize, ValueOfSums)> {
        match self {
            Self::Mean => Some((1, mean)),
            Self::Sums { counts, value } => Some((counts, value)),
            Self::Corpus => None,
        }
    }
}

/// Returns the mean of single scores, given their sum; 0 of none.
pub fn mean(sums: &[f64], n: u64) -> f64 {
    if n == 0 { 0.0 } else { sums.first().copied().unwrap_or_default() / n as f64 }
}

/// Returns the precision of summed [`Overlap::numbers`](crate::Overlap::numbers); 0 where nothing was given.
fn precision_of_sums(sums: &[f64], _: u64) -> f64 {
    if let &[right, wrong, _] = sums { ratio(right, right + wrong) } else { 0.0 }
}

/// Returns the recall of summed counts; 0 where there was nothing to give.
fn recall_of_sums(sums: &[f64], _: u64) -> f64 {
    if let &[right, _, missed] = sums { ratio(right, right + missed) } else { 0.0 }
}

/// Returns the F1 of summed counts; 0 where nothing is right.
fn f1_of_sums(sums: &[f64], _: u64) -> f64 {
    if let &[right, wrong, missed] = sums { ratio(2.0 * right, 2.0 * right + wrong + missed) } else { 0.0 }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
