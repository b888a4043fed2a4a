//! Pooling: one vector for each row of a batch, or for each range of rows.

use std::cell::OnceCell;
use std::ops::Range;

use tch::Kind;

use super::tensor::{Tensor, sent, size};

/// How the positions of each row become one vector.
#[derive(Debug)]
pub struct Pool {
    kind: PoolKind,
    /// The indices or weights at the place of the first tensor that it met: batches pool all their layers alike.
    placed: OnceCell<Placed>,
}

#[derive(Debug)]
enum PoolKind {
    Positions(Vec<usize>),
    Means(Vec<usize>),
}

#[derive(Debug)]
enum Placed {
    /// Indices among the positions of all rows.
    Indices(tch::Tensor),
    /// The weight of each position, none if all count; how many count in each row.
    Means { counted: Option<tch::Tensor>, lengths: tch::Tensor },
}

impl Pool {
    /// One position of each row.
    pub fn positions(positions: Vec<usize>) -> Self {
        Self { kind: PoolKind::Positions(positions), placed: OnceCell::new() }
    }

    /// The mean over the first positions of each row, of which there must be one at least.
    pub fn means(lengths: Vec<usize>) -> Self {
        Self { kind: PoolKind::Means(lengths), placed: OnceCell::new() }
    }

    fn beside(&self, x: &Tensor<3>) -> &Placed {
        let [rows, length, _] = x.shape();
        self.placed.get_or_init(|| match &self.kind {
            PoolKind::Positions(positions) => {
                let indices: Vec<i64> = positions.iter().enumerate().map(|(row, at)| size(row * length + at)).collect();
                Placed::Indices(sent(&tch::Tensor::from_slice(&indices), &x.0, Kind::Int64))
            }
            PoolKind::Means(lengths) => {
                let counted: Vec<bool> =
                    lengths.iter().flat_map(|&used| (0..length).map(move |at| at < used)).collect();
                let counted = counted.contains(&false).then(|| {
                    let counted = tch::Tensor::from_slice(&counted).reshape([size(rows), size(length), 1]);
                    sent(&counted, &x.0, x.0.kind())
                });
                let lengths: Vec<f32> = lengths.iter().map(|&used| used as f32).collect();
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
        Placed::Indices(indices) => {
            let states = x.0.reshape([size(rows * length), size(width)]);
            states.index_select(0, indices).to_kind(Kind::Float)
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

/// The mean of each of these ranges of rows, none of which may be empty.
pub fn range_means(x: &Tensor<2>, ranges: &[Range<usize>]) -> Tensor<2> {
    let [_, width] = x.shape();
    let numbered = || ranges.iter().enumerate().flat_map(|(number, range)| range.clone().map(move |row| (number, row)));
    let beside = |indices: Vec<i64>| sent(&tch::Tensor::from_slice(&indices), &x.0, Kind::Int64);
    let rows = beside(numbered().map(|(_, row)| size(row)).collect());
    let numbers = beside(numbered().map(|(number, _)| size(number)).collect());
    let counts: Vec<f32> = numbered().map(|(number, _)| ranges[number].len() as f32).collect();
    let counts = sent(&tch::Tensor::from_slice(&counts).reshape([-1, 1]), &x.0, x.0.kind());
    let zeros = tch::Tensor::zeros([size(ranges.len()), size(width)], (x.0.kind(), x.0.device()));
    Tensor(zeros.index_add(0, &numbers, &(x.0.index_select(0, &rows) / counts)))
}
