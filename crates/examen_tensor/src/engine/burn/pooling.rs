//! One vector for each row of a batch.

use super::indexing::embedding;
use super::record::record;
use super::tensor::{Tensor, with_values};

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
            let values = x.values();
            let mut means = Vec::with_capacity(rows * width);
            for (states, &open) in values.as_slice().chunks_exact((length * width).max(1)).zip(lengths) {
                let mut sums = vec![0.0f32; width];
                for state in states.chunks_exact(width).take(open) {
                    for (sum, value) in sums.iter_mut().zip(state) {
                        *sum += value;
                    }
                }
                means.extend(sums.into_iter().map(|sum| sum / open as f32));
            }
            let made = with_values(means, [rows, width]);
            if !x.is_recorded() {
                return made;
            }
            let lengths = lengths.clone();
            record(made, [x.input()], move |given, _| {
                let given = Tensor::<2>::from_plain(given).values();
                let mut passed = Vec::with_capacity(rows * length * width);
                for (given, &open) in given.as_slice().chunks_exact(width.max(1)).zip(&lengths) {
                    for _ in 0..open {
                        passed.extend(given.iter().map(|given| given / open as f32));
                    }
                    passed.resize(passed.len() + (length - open) * width, 0.0);
                }
                [Some(with_values(passed, [rows, length, width]).into_plain())]
            })
        }
    }
}
