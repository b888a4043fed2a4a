//! Attention, and what belongs to it: heads, masks, rotary positions.

use std::sync::Arc;

use super::kernels::Scores;
use super::tensor::Tensor;
use crate::error::TensorError;

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
        if Some(closed.len()) != length.checked_mul(length).and_then(|pairs| pairs.checked_mul(rows)) {
            return Err(TensorError::Shape { values: closed.len(), shape: vec![rows, length, length] });
        }
        Ok(Self { closed: closed.into() })
    }
}

/// What changes the scores of attention.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attention<'t> {
    /// Pairs that are closed. A query all of whose keys are closed gets zeros.
    pub mask: Option<&'t Mask>,
    /// A number to be added to each score, after scaling: row, head, query, key; a size of 1 stands for all rows or heads.
    pub bias: Option<&'t Tensor<4>>,
    /// Whether a query sees no later keys.
    pub causal: bool,
    /// The factor of the scores; one over the root of a head's width where none is given.
    pub scale: Option<f64>,
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

/// Row, position, width to row, head, position, width of a head.
pub fn split_heads(x: Tensor<3>, heads: usize) -> Tensor<4> {
    let [rows, length, width] = x.shape();
    x.reshape([rows, length, heads, width / heads]).transpose(1, 2)
}

/// Row, head, position, width of a head to row, position, width.
pub fn join_heads(x: Tensor<4>) -> Tensor<3> {
    let [rows, heads, length, width] = x.shape();
    x.transpose(1, 2).reshape([rows, length, heads * width])
}

/// Angles by which pairs of elements are turned, for each position.
#[derive(Clone, Debug)]
pub struct Rotary {
    cosines: Tensor<4>,
    sines: Tensor<4>,
    pairs: usize,
    interleaved: bool,
}

impl Rotary {
    /// Positions from 0 to `length`, pair `p` turned by the position times `frequencies[p]`.
    ///
    /// Pairs are neighbouring elements if `interleaved`, else one of the first half of what is turned and one of the second.
    /// What comes after the pairs is left as it is.
    pub fn new(length: usize, frequencies: &[f64], interleaved: bool) -> Self {
        let pairs = frequencies.len();
        let angles = |function: fn(f64) -> f64| {
            // As the original implementations do it: the angle is a product of two f32.
            let angle = |position: usize, frequency: f64| f64::from(position as f32 * frequency as f32);
            let values = (0..length)
                .flat_map(|position| {
                    frequencies.iter().map(move |&frequency| function(angle(position, frequency)) as f32)
                })
                .collect();
            Tensor::filled(values, [1, 1, length, pairs])
        };
        Self { cosines: angles(f64::cos), sines: angles(f64::sin), pairs, interleaved }
    }
}

/// Turns the pairs of each head by the angles of its position.
pub fn rotate(x: Tensor<4>, rotary: &Rotary) -> Tensor<4> {
    let [rows, heads, length, width] = x.shape();
    let pairs = rotary.pairs;
    let turned = x.clone().slice(3, 0..2 * pairs);
    let (first, second) = if rotary.interleaved {
        let paired = turned.reshape([rows, heads, length * pairs, 2]);
        let part = |at: usize| paired.clone().slice(3, at..at + 1).reshape([rows, heads, length, pairs]);
        (part(0), part(1))
    } else {
        (turned.clone().slice(3, 0..pairs), turned.slice(3, pairs..2 * pairs))
    };
    let (cosines, sines) = (rotary.cosines.clone().slice(2, 0..length), rotary.sines.clone().slice(2, 0..length));
    let new_first = first.clone() * cosines.clone() + (second.clone() * sines.clone()).scale(-1.0);
    let new_second = second * cosines + first * sines;
    let joined = if rotary.interleaved {
        let column = |part: Tensor<4>| part.reshape([rows, heads, length * pairs, 1]);
        Tensor::concat(vec![column(new_first), column(new_second)], 3).reshape([rows, heads, length, 2 * pairs])
    } else {
        Tensor::concat(vec![new_first, new_second], 3)
    };
    if 2 * pairs == width { joined } else { Tensor::concat(vec![joined, x.slice(3, 2 * pairs..width)], 3) }
}
