//! Nearest neighbours: vectors of weighted features, and those that are most like another.
//!
//! What is rare weighs more: weights are the logarithms of how seldom each feature was met in training, which is all that is
//! trained.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// Features of more vectors than this say little and cost much.
const MOST_VECTORS: usize = 1 << 12;

/// The features of something, by hash, each with how much of it there is.
pub(crate) type Vector = BTreeMap<u64, f32>;

/// Vectors that were met in training.
#[derive(Debug)]
pub(crate) struct Neighbours {
    count: usize,
    /// By feature, the vectors that have it, with their lengths divided out.
    vectors: FxHashMap<u64, Vec<(u32, f32)>>,
    /// By feature, how much it weighs.
    weights: FxHashMap<u64, f32>,
}

impl Neighbours {
    /// Counts what the vectors have in common. The result depends on the vectors and their order alone.
    pub(crate) fn of(training: &[Vector]) -> Self {
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for &feature in training.iter().flat_map(BTreeMap::keys) {
            *counts.entry(feature).or_default() += 1;
        }
        let n = training.len() as f64;
        let weight = |count: usize| (1.0 + n / count as f64).ln() as f32;
        let weights: FxHashMap<u64, f32> = counts.iter().map(|(&feature, &count)| (feature, weight(count))).collect();
        let mut vectors: FxHashMap<u64, Vec<(u32, f32)>> = FxHashMap::default();
        for (number, vector) in training.iter().enumerate() {
            let length = length(vector, &weights, 0.0);
            for (feature, frequency) in vector {
                let count = counts.get(feature).copied().unwrap_or_default();
                if count <= MOST_VECTORS {
                    let weight = weights.get(feature).copied().unwrap_or_default();
                    vectors.entry(*feature).or_default().push((number as u32, frequency * weight / length));
                }
            }
        }
        // Growing lists keep something in reserve.
        vectors.values_mut().for_each(Vec::shrink_to_fit);
        Self { count: training.len(), vectors, weights }
    }

    /// The vectors that are most like another, by number, with the cosine between the two; of equal ones the first.
    pub(crate) fn nearest(&self, vector: &Vector, most: usize) -> Vec<(u32, f32)> {
        let unknown = (1.0 + self.count as f64).ln() as f32;
        let length = length(vector, &self.weights, unknown);
        let mut likeness: FxHashMap<u32, f32> = FxHashMap::default();
        for (feature, frequency) in vector {
            let weight = self.weights.get(feature).copied().unwrap_or_default();
            for &(number, of_other) in self.vectors.get(feature).map(Vec::as_slice).unwrap_or_default() {
                *likeness.entry(number).or_default() += frequency * weight * of_other / length;
            }
        }
        let mut nearest: Vec<(u32, f32)> = likeness.into_iter().collect();
        nearest.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        nearest.truncate(most);
        nearest
    }
}

fn length(vector: &Vector, weights: &FxHashMap<u64, f32>, unknown: f32) -> f32 {
    let squares = vector.iter().map(|(feature, frequency)| {
        let weight = weights.get(feature).copied().unwrap_or(unknown);
        (frequency * weight).powi(2)
    });
    squares.sum::<f32>().sqrt().max(f32::MIN_POSITIVE)
}
