//! One vector for each row of a batch.

use burn_tensor::TensorData;

use super::layers::embedding;
use super::tensor::{Tensor, device};

/// What becomes of the positions of each row.
#[derive(Clone, Debug)]
pub struct Pool(Rule);

#[derive(Clone, Debug)]
enum Rule {
    Positions(Vec<usize>),
    Means(Vec<usize>),
}

impl Pool {
    /// One position of each row.
    pub fn positions(positions: Vec<usize>) -> Self {
        Self(Rule::Positions(positions))
    }

    /// The mean over the first positions of each row, of which there must be one at least.
    pub fn means(lengths: Vec<usize>) -> Self {
        Self(Rule::Means(lengths))
    }
}

/// Row, position, width to row, width.
pub fn pool(x: &Tensor<3>, pool: &Pool) -> Tensor<2> {
    let [rows, length, width] = x.shape();
    match &pool.0 {
        Rule::Positions(positions) => {
            let places: Vec<u32> = positions.iter().enumerate().map(|(row, at)| (row * length + at) as u32).collect();
            embedding(&x.clone().reshape([rows * length, width]), &places)
        }
        Rule::Means(lengths) => {
            let data = x.0.to_data();
            let values: &[f32] = data.as_slice().unwrap_or_default();
            let mut means = Vec::with_capacity(rows * width);
            for (states, &open) in values.chunks_exact((length * width).max(1)).zip(lengths) {
                let mut sums = vec![0.0f32; width];
                for state in states.chunks_exact(width).take(open) {
                    for (sum, value) in sums.iter_mut().zip(state) {
                        *sum += value;
                    }
                }
                means.extend(sums.into_iter().map(|sum| sum / open as f32));
            }
            Tensor(burn_tensor::Tensor::from_data(TensorData::new(means, [rows, width]), &device()))
        }
    }
}
