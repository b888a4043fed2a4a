//! Rows without repetitions, in as few dimensions as they need.
//!
//! A probe is fitted over and over to the same rows. Rows that are there many times (a task may have a few words and thousands
//! of examples) count as often and are worked on once. And few rows lie in a space of as few dimensions: the optimum of a
//! penalised fit lies there as well, since a weight that no row meets only costs. Coordinates in that space, along axes
//! that are orthogonal and of length one, have the same products, and weights in them the same sum of squares.

use faer::{Mat, MatRef};
use rustc_hash::FxHashMap;

/// Distinct rows, and how often each is there.
#[derive(Debug)]
pub(crate) struct DistinctRows {
    /// How many features a row has here.
    pub(crate) width: usize,
    /// Row by row, in the order in which they were first met.
    pub(crate) rows: Vec<f32>,
    /// How often each is there.
    pub(crate) counts: Vec<f32>,
    /// For each row that was given, its place among those here.
    pub(crate) places: Vec<usize>,
    /// The axes, one a column, where there are fewer than features.
    axes: Option<Mat<f64>>,
}

impl DistinctRows {
    pub(crate) fn of(rows: Vec<f32>, width: usize) -> Self {
        let (mut places, mut firsts, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        {
            // Zero has two signs, which are the same number.
            let bits: Vec<u32> = rows.iter().map(|value| (value + 0.0).to_bits()).collect();
            let mut known = FxHashMap::default();
            for (at, row) in bits.chunks_exact(width).enumerate() {
                let place = *known.entry(row).or_insert_with(|| {
                    firsts.push(at);
                    counts.push(0.0);
                    firsts.len() - 1
                });
                counts[place] += 1.0;
                places.push(place);
            }
        }
        let rows = if firsts.len() == places.len() {
            rows
        } else {
            firsts.iter().flat_map(|&at| &rows[at * width..(at + 1) * width]).copied().collect()
        };
        if firsts.len() >= width {
            return Self { width, rows, counts, places, axes: None };
        }
        let columns = Mat::from_fn(width, firsts.len(), |feature, row| f64::from(rows[row * width + feature]));
        let factors = columns.qr();
        let coordinates = factors.thin_R();
        let width = firsts.len();
        let rows = (0..width * width).map(|at| coordinates[(at % width, at / width)] as f32).collect();
        Self { width, rows, counts, places, axes: Some(factors.compute_thin_Q()) }
    }

    /// Each row times the root of how often it is there: products of all of these are products of all rows that were given.
    pub(crate) fn weighted(&self) -> Vec<f32> {
        let weighted = self.rows.chunks_exact(self.width).zip(&self.counts);
        weighted.flat_map(|(row, count)| row.iter().map(|value| value * count.sqrt())).collect()
    }

    /// Weights for the features as they were given, from weights of one class for the features here.
    pub(crate) fn weights(&self, weights: &[f64]) -> Vec<f32> {
        let Some(axes) = &self.axes else { return weights.iter().map(|&weight| weight as f32).collect() };
        let given = axes * MatRef::from_column_major_slice(weights, self.width, 1);
        given.col(0).iter().map(|&weight| weight as f32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::DistinctRows;

    #[test]
    fn repeated_rows_are_counted_and_products_stay() {
        let [a, b] = [[1.0, 2.0, 0.0, -1.0], [0.5, -0.0, 3.0, 2.0]];
        let rows = DistinctRows::of([a, b, a, [0.5, 0.0, 3.0, 2.0], a].concat(), 4);
        assert_eq!((rows.counts.as_slice(), rows.places.as_slice()), (&[3.0, 2.0][..], &[0, 1, 0, 1, 0][..]));
        assert_eq!((rows.width, rows.rows.len()), (2, 4));
        let product = |left: &[f32], right: &[f32]| left.iter().zip(right).map(|(a, b)| a * b).sum::<f32>();
        assert!((product(&rows.rows[..2], &rows.rows[2..]) - product(&a, &b)).abs() < 1e-5);
        // A weight vector here and the one it stands for give the same score to every row.
        let given = rows.weights(&[0.3, -0.7]);
        for (row, here) in [a, b].iter().zip(rows.rows.chunks_exact(2)) {
            assert!((product(row, &given) - product(here, &[0.3, -0.7])).abs() < 1e-5);
        }
    }

    #[test]
    fn as_many_rows_as_features_are_left_as_they_are() {
        let given = vec![1.0, 2.0, 3.0, 4.0];
        let rows = DistinctRows::of(given.clone(), 2);
        assert_eq!((rows.width, rows.rows.clone(), rows.weights(&[1.0, 2.0])), (2, given, vec![1.0, 2.0]));
    }
}
