//! Attention and its masks.

use std::sync::Arc;

use super::kernels::Scores;
use super::tensor::Tensor;
use crate::error::{TensorError, fills};
use crate::heads::Attention;

/// How many scores are worked on at a time: few enough to stay near the processor.
const SCORES: usize = 1 << 20;

/// Which keys a query must not see.
#[derive(Clone, Debug)]
pub struct Mask {
    /// Row, query, key.
    closed: Arc<[bool]>,
}

impl Mask {
    /// A mask for `rows` sequences of one length, all heads alike: row, query, key; true is closed.
    pub fn closed(closed: Vec<bool>, rows: usize, length: usize) -> Result<Self, TensorError> {
        fills(closed.len(), &[rows, length, length])?;
        Ok(Self { closed: closed.into() })
    }

    /// A mask for one sequence of each of these lengths, all padded to `length`: what is padding is closed as a key.
    pub fn padding(lengths: &[usize], length: usize) -> Self {
        let row = |&open: &usize| (0..length * length).map(move |at| at % length >= open);
        Self { closed: lengths.iter().flat_map(row).collect() }
    }
}

/// Scaled dot-product attention over row, head, position, width of a head.
///
/// There may be fewer heads of keys and values than of queries, if their number divides the other: each is then shared by
/// neighbouring heads of queries.
///
/// burn has attention of its own, but takes exponentials one by one, which costs as much as its products where heads are
/// narrow. Here burn multiplies, and the rest is a kernel of ours.
pub fn attention(query: &Tensor<4>, key: &Tensor<4>, value: &Tensor<4>, options: &Attention<'_>) -> Tensor<4> {
    let [rows, heads, length, _] = query.shape();
    let [_, _, keys, _] = key.shape();
    let group = (SCORES / (heads * length * keys).max(1)).clamp(1, rows.max(1));
    let mut parts = Vec::with_capacity(rows.div_ceil(group));
    for start in (0..rows).step_by(group) {
        let range = start..rows.min(start + group);
        let part = |x: &Tensor<4>| x.clone().slice(0, range.clone());
        let closed = options.mask.and_then(|mask| mask.closed.get(start * length * keys..));
        parts.push(attended(part(query), part(key), part(value), options, closed));
    }
    if parts.len() == 1 { parts.remove(0) } else { Tensor::concat(parts, 0) }
}

/// Attention of some rows, with the mask from the first of them on.
fn attended(
    query: Tensor<4>,
    key: Tensor<4>,
    value: Tensor<4>,
    options: &Attention<'_>,
    closed: Option<&[bool]>,
) -> Tensor<4> {
    let [rows, heads, length, width] = query.shape();
    let [_, shared, keys, _] = key.shape();
    let [_, _, _, value_width] = value.shape();
    // Queries whose heads share a key stand one below the other, so that there is one product for all of them.
    let together = heads / shared * length;
    let query = if heads == shared { query } else { query.reshape([rows, shared, together, width]) };
    let mut scores = query.matmul(key.transpose(2, 3)).reshape([rows, heads, length, keys]);
    let mut scale = options.scale.unwrap_or_else(|| 1.0 / (width as f64).sqrt()) as f32;
    if let Some(bias) = options.bias {
        scores = scores.scale(scale) + bias.clone();
        scale = 1.0;
    }
    let scores = Scores { heads, length, keys, scale, closed, causal: options.causal }.apply(scores);
    let mixed = scores.reshape([rows, shared, together, keys]).matmul(value);
    mixed.reshape([rows, heads, length, value_width])
}
