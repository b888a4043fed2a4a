//! Attention and its masks.

use std::ops::Range;
use std::sync::Arc;

use super::dropout::thinned;
use super::kernels::{Scores, rows_beside};
use super::record::record;
use super::softmax::slopes_of_shares;
use super::tensor::Tensor;
use crate::error::{TensorError, fills};
use crate::heads::Attention;
use crate::noise::{Draw, Dropout};

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
/// narrow. Here burn multiplies, and the rest is a kernel of ours. Shares are not kept for the way back but made again: they
/// are as many as the pairs of positions.
pub fn attention(query: &Tensor<4>, key: &Tensor<4>, value: &Tensor<4>, options: &Attention<'_>) -> Tensor<4> {
    let bias = options.bias;
    let work = Work {
        parts: [query, key, value].map(Tensor::unrecorded),
        bias: bias.map(Tensor::unrecorded),
        closed: options.mask.map(|mask| Arc::clone(&mask.closed)),
        causal: options.causal,
        scale: options.scale.unwrap_or_else(|| 1.0 / (query.shape()[3] as f64).sqrt()) as f32,
        draw: options.dropout.and_then(Dropout::draw),
    };
    let made = joined(work.groups().map(|group| work.mixed(&group)).collect());
    let inputs = [query, key, value].map(Tensor::is_recorded);
    if !inputs.contains(&true) && !bias.is_some_and(Tensor::is_recorded) {
        return made;
    }
    let inputs = [query, key, value].map(Tensor::input);
    match bias {
        Some(bias) => {
            let [query, key, value] = inputs;
            record(made, [query, key, value, bias.input()], move |given, [.., wants_bias]| {
                let (parts, bias) = work.slopes(&Tensor::from_plain(given), wants_bias);
                let [query, key, value] = parts.map(|part| Some(part.into_plain()));
                [query, key, value, bias.map(Tensor::into_plain)]
            })
        }
        None => record(made, inputs, move |given, _| {
            let (parts, _) = work.slopes(&Tensor::from_plain(given), false);
            parts.map(|part| Some(part.into_plain()))
        }),
    }
}

/// What attention is computed from.
struct Work {
    /// Queries, keys and values.
    parts: [Tensor<4>; 3],
    bias: Option<Tensor<4>>,
    closed: Option<Arc<[bool]>>,
    causal: bool,
    scale: f32,
    draw: Option<Draw>,
}

impl Work {
    /// Rows that are worked on at a time.
    fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let [rows, heads, length, _] = self.parts[0].shape();
        let [_, _, keys, _] = self.parts[1].shape();
        let group = (SCORES / (heads * length * keys).max(1)).clamp(1, rows.max(1));
        (0..rows).step_by(group).map(move |start| start..rows.min(start + group))
    }

    /// Queries, keys and values of some rows. Queries whose heads share a key stand one below the other, so that there is one
    /// product for all of them.
    fn of(&self, rows: &Range<usize>) -> [Tensor<4>; 3] {
        let [query, key, value] = self.parts.each_ref().map(|part| part.clone().slice(0, rows.clone()));
        [self.together(query), key, value]
    }

    /// What has a head for each query, with those one below the other that share a key.
    fn together(&self, x: Tensor<4>) -> Tensor<4> {
        let [rows, heads, length, width] = x.shape();
        let [_, shared, _, _] = self.parts[1].shape();
        if heads == shared { x } else { x.reshape([rows, shared, heads / shared.max(1) * length, width]) }
    }

    /// What becomes of values for some rows.
    fn mixed(&self, rows: &Range<usize>) -> Tensor<4> {
        let [_, heads, length, _] = self.parts[0].shape();
        let [query, key, value] = self.of(rows);
        let [_, _, _, width] = value.shape();
        let shares = self.shares(rows, query.matmul(key.transpose(2, 3)));
        let mixed = self.together(self.thinned(rows, shares)).matmul(value);
        mixed.reshape([rows.len(), heads, length, width])
    }

    /// Products of queries and keys as shares.
    fn shares(&self, rows: &Range<usize>, products: Tensor<4>) -> Tensor<4> {
        let [_, heads, length, _] = self.parts[0].shape();
        let [_, _, keys, _] = self.parts[1].shape();
        let (mut scores, mut scale) = (products.reshape([rows.len(), heads, length, keys]), self.scale);
        if let Some(bias) = &self.bias {
            let [biases, ..] = bias.shape();
            let bias = if biases == 1 { bias.clone() } else { bias.clone().slice(0, rows.clone()) };
            scores = scores.scale(scale) + bias;
            scale = 1.0;
        }
        let closed = self.closed.as_ref().and_then(|closed| closed.get(rows.start * length * keys..));
        Scores { heads, length, keys, scale, closed, causal: self.causal }.apply(scores)
    }

    /// Shares of which some are left out, or all of them.
    fn thinned(&self, rows: &Range<usize>, shares: Tensor<4>) -> Tensor<4> {
        match self.draw {
            Some(draw) => thinned(shares, draw.of_part(rows.start)),
            None => shares,
        }
    }

    /// The slopes of queries, keys and values, and of the bias if they are wanted.
    fn slopes(&self, given: &Tensor<4>, wants_bias: bool) -> ([Tensor<4>; 3], Option<Tensor<4>>) {
        let [_, heads, length, width] = self.parts[0].shape();
        let [_, _, keys, _] = self.parts[1].shape();
        let (mut parts, mut biases) = ([Vec::new(), Vec::new(), Vec::new()], Vec::new());
        for rows in self.groups() {
            let [query, key, value] = self.of(&rows);
            let given = self.together(given.clone().slice(0, rows.clone()));
            let shares = self.shares(&rows, query.clone().matmul(key.clone().transpose(2, 3)));
            let used = self.together(self.thinned(&rows, shares.clone()));
            let of_value = used.transpose(2, 3).matmul(given.clone());
            let of_shares = given.matmul(value.transpose(2, 3)).reshape([rows.len(), heads, length, keys]);
            let of_shares = self.thinned(&rows, of_shares);
            let of_scores = rows_beside(of_shares, keys, &shares.values(), move |piece, shares| {
                for (given, shares) in piece.chunks_exact_mut(keys).zip(shares.chunks_exact(keys)) {
                    slopes_of_shares(given, shares);
                }
            });
            if wants_bias {
                biases.push(of_scores.clone());
            }
            let of_products = self.together(of_scores).scale(self.scale);
            let of_query = of_products.clone().matmul(key).reshape([rows.len(), heads, length, width]);
            let of_key = of_products.transpose(2, 3).matmul(query);
            parts.iter_mut().zip([of_query, of_key, of_value]).for_each(|(parts, part)| parts.push(part));
        }
        let biases = self.bias.as_ref().filter(|_| wants_bias).map(|bias| {
            let mut slopes = joined(biases);
            for (axis, (&size, full)) in bias.shape().iter().zip(slopes.shape()).enumerate() {
                slopes = if size < full { slopes.sum(axis) } else { slopes };
            }
            slopes
        });
        (parts.map(joined), biases)
    }
}

fn joined(mut parts: Vec<Tensor<4>>) -> Tensor<4> {
    if parts.len() == 1 { parts.remove(0) } else { Tensor::concat(parts, 0) }
}
