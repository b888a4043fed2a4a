//! Attention and its masks.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::array::Array;
use super::dropout::dropped;
use super::kernels::{Scores, rows_beside};
use super::product::matmul;
use super::softmax::softmax_gradient;
use super::tape::track_all;
use super::tensor::Tensor;
use crate::engine::{Attention, Packing};
use crate::error::{TensorError, check_shape};
use crate::random::DropoutMask;

/// The number of scores that are computed at a time: few enough to stay in the cache.
const SCORES: usize = 1 << 20;

/// Pairs of query and key that attention leaves out.
#[derive(Clone, Debug)]
pub struct Mask {
    /// Row, query, key.
    masked: Arc<[bool]>,
}

impl Mask {
    /// A mask for `rows` sequences of one length, all heads alike: row, query, key; true is masked.
    pub fn new(masked: Vec<bool>, rows: usize, length: usize) -> Result<Self, TensorError> {
        check_shape(masked.len(), &[rows, length, length])?;
        Ok(Self { masked: masked.into() })
    }

    /// A mask for one sequence of each of these lengths, all padded to `length`: padding is masked as a key.
    pub fn padding(lengths: &[usize], length: usize) -> Self {
        let row = |&used: &usize| (0..length * length).map(move |at| at % length >= used);
        Self { masked: lengths.iter().flat_map(row).collect() }
    }
}

/// Scaled dot-product attention over row, head, position, width of a head.
///
/// There may be fewer heads of keys and values than of queries, if their number divides the other: each is then shared by
/// neighbouring heads of queries.
///
/// Attention weights are not kept for the backward pass but computed again: they are as many as the pairs of positions.
pub fn attention(query: &Tensor<4>, key: &Tensor<4>, value: &Tensor<4>, options: &Attention<'_>) -> Tensor<4> {
    if let Some(packing) = options.packing {
        return packed_attention(query, key, value, options, packing);
    }
    let [_, heads, length, width] = query.shape();
    let [_, shared_heads, keys, _] = key.shape();
    let inputs = Inputs {
        parts: [query, key, value].map(|part| part.array().clone()),
        bias: options.bias.map(|bias| bias.array().clone()),
        masked: options.mask.map(|mask| Arc::clone(&mask.masked)),
        causal: options.causal,
        scale: options.scale.unwrap_or_else(|| 1.0 / (width as f64).sqrt()) as f32,
        dropout: options.mode.dropout_mask(options.dropout),
        heads,
        shared_heads,
        length,
        keys,
    };
    let output = inputs.output();
    let wants_bias = options.bias.is_some_and(Tensor::is_tracked);
    let nodes = vec![query.node(), key.node(), value.node(), options.bias.and_then(Tensor::node)];
    track_all(output, nodes, move |gradient| inputs.gradients(&gradient, wants_bias))
}

/// Attention of each packed sequence to itself: sequences are computed apart, so that each has the bits that it has alone.
fn packed_attention(
    query: &Tensor<4>,
    key: &Tensor<4>,
    value: &Tensor<4>,
    options: &Attention<'_>,
    packing: &Packing,
) -> Tensor<4> {
    let [_, heads, length, width] = query.shape();
    let [_, shared_heads, _, _] = key.shape();
    assert_eq!(packing.positions(), length, "the sequences fill the row");
    let dropout = options.mode.dropout_mask(options.dropout);
    let inputs = packing.ranges().map(|range| Inputs {
        parts: [query, key, value].map(|part| part.array().clone().slice(2, range.clone())),
        bias: None,
        masked: None,
        causal: options.causal,
        scale: options.scale.unwrap_or_else(|| 1.0 / (width as f64).sqrt()) as f32,
        dropout: dropout.map(|mask| mask.of_part(range.start)),
        heads,
        shared_heads,
        length: range.len(),
        keys: range.len(),
    });
    let inputs: Vec<Inputs> = inputs.collect();
    if inputs.is_empty() {
        return value.clone();
    }
    let outputs: Vec<Array> = inputs.par_iter().map(Inputs::output).collect();
    let nodes = vec![query.node(), key.node(), value.node()];
    track_all(Array::concat(&outputs, 2), nodes, move |gradient| {
        let ranges = inputs.iter().scan(0, |end, inputs| {
            let start = *end;
            *end += inputs.length;
            Some(start..*end)
        });
        let work: Vec<(&Inputs, Array)> =
            inputs.iter().zip(ranges).map(|(inputs, range)| (inputs, gradient.clone().slice(2, range))).collect();
        let parts: Vec<Vec<Option<Array>>> =
            work.into_par_iter().map(|(inputs, gradient)| inputs.gradients(&gradient, false)).collect();
        let of_input = |at: usize| {
            let parts: Option<Vec<Array>> = parts.iter().map(|part| part[at].clone()).collect();
            parts.map(|parts| Array::concat(&parts, 2))
        };
        (0..3).map(of_input).collect()
    })
}

/// What attention is computed from.
struct Inputs {
    /// Queries, keys and values.
    parts: [Array; 3],
    bias: Option<Array>,
    masked: Option<Arc<[bool]>>,
    causal: bool,
    scale: f32,
    dropout: Option<DropoutMask>,
    /// Heads of the queries, and of keys and values.
    heads: usize,
    shared_heads: usize,
    /// Queries and keys of a row.
    length: usize,
    keys: usize,
}

impl Inputs {
    /// Ranges of rows that are computed at a time.
    fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let rows = self.parts[0].shape()[0];
        let group = (SCORES / (self.heads * self.length * self.keys).max(1)).clamp(1, rows.max(1));
        (0..rows).step_by(group).map(move |start| start..rows.min(start + group))
    }

    /// Queries, keys and values of some rows, grouped.
    fn of(&self, rows: &Range<usize>) -> [Array; 3] {
        let [query, key, value] = self.parts.each_ref().map(|part| part.clone().slice(0, rows.clone()));
        [self.grouped(query), key, value]
    }

    /// An array with a head for each query: heads that share a key stand one below the other, for one product of all of them.
    fn grouped(&self, x: Array) -> Array {
        if self.heads == self.shared_heads {
            return x;
        }
        let &[rows, heads, length, width] = x.shape() else { return x };
        x.reshape(&[rows, self.shared_heads, heads / self.shared_heads.max(1) * length, width])
    }

    /// The inverse of [`Self::grouped`].
    fn ungrouped(&self, x: Array) -> Array {
        let &[rows, _, _, width] = x.shape() else { return x };
        x.reshape(&[rows, self.heads, self.length, width])
    }

    fn output(&self) -> Array {
        joined(self.groups().map(|rows| self.forward(&rows)).collect())
    }

    fn forward(&self, rows: &Range<usize>) -> Array {
        let [query, key, value] = self.of(rows);
        let weights = self.weights(rows, matmul(&query, &key.transpose(2, 3)));
        self.ungrouped(matmul(&self.grouped(self.dropped(rows, weights)), &value))
    }

    /// The attention weights of products of queries and keys.
    fn weights(&self, rows: &Range<usize>, products: Array) -> Array {
        let (mut scores, mut scale) = (self.ungrouped(products), self.scale);
        if let Some(bias) = &self.bias {
            let bias = if bias.shape()[0] == 1 { bias.clone() } else { bias.clone().slice(0, rows.clone()) };
            scores = scores.zip(bias, move |score, bias| score * scale + bias);
            scale = 1.0;
        }
        let &Self { heads, length, keys, causal, .. } = self;
        let masked = self.masked.as_ref().and_then(|masked| masked.get(rows.start * length * keys..));
        Scores { heads, length, keys, scale, masked, causal }.apply(scores)
    }

    fn dropped(&self, rows: &Range<usize>, weights: Array) -> Array {
        match self.dropout {
            Some(mask) => dropped(weights, mask.of_part(rows.start)),
            None => weights,
        }
    }

    /// The gradients of queries, keys, values and, if wanted, of the bias.
    fn gradients(&self, gradient: &Array, wants_bias: bool) -> Vec<Option<Array>> {
        let (keys, scale) = (self.keys, self.scale);
        let mut gradients = [const { Vec::new() }; 4];
        for rows in self.groups() {
            let [query, key, value] = self.of(&rows);
            let gradient = self.grouped(gradient.clone().slice(0, rows.clone()));
            let weights = self.weights(&rows, matmul(&query, &key.clone().transpose(2, 3)));
            let used = self.grouped(self.dropped(&rows, weights.clone()));
            let of_value = matmul(&used.transpose(2, 3), &gradient);
            let of_weights = self.ungrouped(matmul(&gradient, &value.transpose(2, 3)));
            let of_weights = self.dropped(&rows, of_weights);
            let of_scores = rows_beside(of_weights, keys, &weights, move |piece, weights| {
                for (gradient, weights) in piece.chunks_exact_mut(keys).zip(weights.chunks_exact(keys)) {
                    softmax_gradient(gradient, weights);
                }
            });
            let of_bias = wants_bias.then(|| of_scores.clone());
            let of_products = self.grouped(of_scores.map(move |gradient| gradient * scale));
            let of_query = self.ungrouped(matmul(&of_products, &key));
            let of_key = matmul(&of_products.transpose(2, 3), &query);
            for (all, part) in gradients.iter_mut().zip([Some(of_query), Some(of_key), Some(of_value), of_bias]) {
                all.extend(part);
            }
        }
        let [query, key, value, bias] = gradients.map(|parts| (!parts.is_empty()).then(|| joined(parts)));
        let bias = bias.zip(self.bias.as_ref()).map(|(gradient, bias)| gradient.sum_to(bias.shape()));
        vec![query, key, value, bias]
    }
}

fn joined(mut parts: Vec<Array>) -> Array {
    if parts.len() == 1 { parts.remove(0) } else { Array::concat(&parts, 0) }
}

/// The two halves of the last axis, each pair of them rotated by its angle.
pub(crate) fn rotate_halves(x: Tensor<4>, cosines: &Tensor<4>, sines: &Tensor<4>) -> Tensor<4> {
    let pairs = x.shape()[3] / 2;
    let (first, second) = (x.clone().slice(3, 0..pairs), x.slice(3, pairs..2 * pairs));
    let [cosines, sines] = [cosines, sines].map(Tensor::clone);
    let new_first = first.clone() * cosines.clone() + (second.clone() * sines.clone()).mul_scalar(-1.0);
    Tensor::concat(vec![new_first, second * cosines + first * sines], 3)
}
