//! Pooling: one vector for each row of a batch, or for each range of rows.

use std::ops::Range;

use super::array::{Array, add_to};
use super::indexing::embedding;
use super::tape::track_one;
use super::tensor::Tensor;

/// How the positions of each row become one vector.
#[derive(Clone, Debug)]
pub struct Pool(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Positions(Vec<usize>),
    Means(Vec<usize>),
}

impl Pool {
    /// One position of each row.
    pub fn positions(positions: Vec<usize>) -> Self {
        Self(Kind::Positions(positions))
    }

    /// The mean over the first positions of each row, of which there must be one at least.
    pub fn means(lengths: Vec<usize>) -> Self {
        Self(Kind::Means(lengths))
    }
}

/// Row, position, width to row, width.
pub fn pool(x: &Tensor<3>, pool: &Pool) -> Tensor<2> {
    let [rows, length, width] = x.shape();
    match &pool.0 {
        Kind::Positions(positions) => {
            let indices: Vec<u32> = positions.iter().enumerate().map(|(row, at)| (row * length + at) as u32).collect();
            embedding(&x.clone().reshape([rows * length, width]), &indices)
        }
        Kind::Means(lengths) => {
            let states = x.array().to_slice();
            let mut means = Vec::with_capacity(rows * width);
            for (states, &used) in states.chunks_exact((length * width).max(1)).zip(lengths) {
                let mut sums = vec![0.0; width];
                states.chunks_exact(width).take(used).for_each(|state| add_to(&mut sums, state));
                means.extend(sums.into_iter().map(|sum| sum / used as f32));
            }
            let lengths = lengths.clone();
            track_one(Array::new(means, &[rows, width]), x.node(), move |gradient| {
                let mut gradients = Vec::with_capacity(rows * length * width);
                for (gradient, &used) in gradient.to_slice().chunks_exact(width.max(1)).zip(&lengths) {
                    for _ in 0..used {
                        gradients.extend(gradient.iter().map(|gradient| gradient / used as f32));
                    }
                    gradients.resize(gradients.len() + (length - used) * width, 0.0);
                }
                Array::new(gradients, &[rows, length, width])
            })
        }
    }
}

/// The mean of each of these ranges of rows, none of which may be empty.
pub fn range_means(x: &Tensor<2>, ranges: &[Range<usize>]) -> Tensor<2> {
    let [rows, width] = x.shape();
    let values = x.array().to_slice();
    let mut means = vec![0.0; ranges.len() * width];
    for (mean, range) in means.chunks_exact_mut(width.max(1)).zip(ranges) {
        for row in values[range.start * width..range.end * width].chunks_exact(width.max(1)) {
            mean.iter_mut().zip(row).for_each(|(sum, value)| *sum += value / range.len() as f32);
        }
    }
    let ranges = ranges.to_vec();
    track_one(Array::new(means, &[ranges.len(), width]), x.node(), move |gradient| {
        let mut gradients = vec![0.0; rows * width];
        for (gradient, range) in gradient.to_slice().chunks_exact(width.max(1)).zip(&ranges) {
            for row in gradients[range.start * width..range.end * width].chunks_exact_mut(width.max(1)) {
                row.iter_mut().zip(gradient).for_each(|(sum, gradient)| *sum += gradient / range.len() as f32);
            }
        }
        Array::new(gradients, &[rows, width])
    })
}
