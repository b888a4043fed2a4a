//! One vector for each row of a batch.

use std::cell::OnceCell;

use tch::Kind;

use super::tensor::{Tensor, sent, size};

/// What becomes of the positions of each row.
#[derive(Debug)]
pub struct Pool {
    rule: Rule,
    /// The rule where the first tensor lay that it met: batches pool all their layers alike.
    placed: OnceCell<Placed>,
}

#[derive(Debug)]
enum Rule {
    Positions(Vec<usize>),
    Means(Vec<usize>),
}

#[derive(Debug)]
enum Placed {
    /// Places among the positions of all rows.
    Places(tch::Tensor),
    /// What each position counts, none if all do; how many do in each row.
    Means { counted: Option<tch::Tensor>, lengths: tch::Tensor },
}

impl Pool {
    /// One position of each row.
    pub fn positions(positions: Vec<usize>) -> Self {
        Self { rule: Rule::Positions(positions), placed: OnceCell::new() }
    }

    /// The mean over the first positions of each row, of which there must be one at least.
    pub fn means(lengths: Vec<usize>) -> Self {
        Self { rule: Rule::Means(lengths), placed: OnceCell::new() }
    }

    fn beside(&self, x: &Tensor<3>) -> &Placed {
        let [rows, length, _] = x.shape();
        self.placed.get_or_init(|| match &self.rule {
            Rule::Positions(positions) => {
                let places: Vec<i64> = positions.iter().enumerate().map(|(row, at)| size(row * length + at)).collect();
                Placed::Places(sent(&tch::Tensor::from_slice(&places), &x.0, Kind::Int64))
            }
            Rule::Means(lengths) => {
                let counted: Vec<bool> =
                    lengths.iter().flat_map(|&open| (0..length).map(move |at| at < open)).collect();
                let counted = counted.contains(&false).then(|| {
                    let counted = tch::Tensor::from_slice(&counted).reshape([size(rows), size(length), 1]);
                    sent(&counted, &x.0, x.0.kind())
                });
                let lengths: Vec<f32> = lengths.iter().map(|&open| open as f32).collect();
                let lengths = tch::Tensor::from_slice(&lengths).reshape([size(rows), 1]);
                Placed::Means { counted, lengths: sent(&lengths, &x.0, Kind::Float) }
            }
        })
    }
}

/// Row, position, width to row, width. The vectors are f32, and stay on the device.
pub fn pool(x: &Tensor<3>, pool: &Pool) -> Tensor<2> {
    let [rows, length, width] = x.shape();
    Tensor(match pool.beside(x) {
        Placed::Places(places) => {
            let states = x.0.reshape([size(rows * length), size(width)]);
            states.index_select(0, places).to_kind(Kind::Float)
        }
        Placed::Means { counted, lengths } => {
            let sums = |states: &tch::Tensor| states.sum_dim_intlist([1i64].as_slice(), false, Kind::Float);
            match counted {
                Some(counted) => sums(&(&x.0 * counted)) / lengths,
                None => sums(&x.0) / lengths,
            }
        }
    })
}
