//! Attention and its masks.

use std::cell::OnceCell;

use tch::Kind;

use super::packed;
use super::tensor::{Tensor, sent, size};
use crate::engine::{Attention, Packing};
use crate::error::{TensorError, check_shape};

/// Fused attention reads masks in pieces of so many values. Rows that begin at such a piece it need not copy first.
const PIECE: usize = 16;

/// Pairs of query and key that attention leaves out.
#[derive(Debug)]
pub struct Mask {
    /// Row, one for all heads, query or one for all queries, key; keys are filled up to whole pieces.
    masked: tch::Tensor,
    keys: usize,
    /// The bias of scores at the place of the first queries that the mask met, and of their type.
    added: OnceCell<tch::Tensor>,
}

impl Mask {
    /// A mask for `rows` sequences of one length, all heads alike: row, query, key; true is masked.
    pub fn new(masked: Vec<bool>, rows: usize, length: usize) -> Result<Self, TensorError> {
        check_shape(masked.len(), &[rows, length, length])?;
        Ok(Self::of(masked.chunks(length.max(1)).map(<[bool]>::to_vec), [rows, length], length))
    }

    /// A mask for one sequence of each of these lengths, all padded to `length`: padding is masked as a key.
    pub fn padding(lengths: &[usize], length: usize) -> Self {
        let keys = |&used: &usize| (0..length).map(|key| key >= used).collect();
        Self::of(lengths.iter().map(keys), [lengths.len(), 1], length)
    }

    /// A mask of the keys of each row and query.
    fn of(masked: impl Iterator<Item = Vec<bool>>, [rows, queries]: [usize; 2], keys: usize) -> Self {
        let whole = keys.next_multiple_of(PIECE);
        let mut filled = Vec::with_capacity(rows * queries * whole);
        for keys in masked {
            filled.extend(&keys);
            filled.resize(filled.len() + whole - keys.len(), true);
        }
        let shape = [rows, 1, queries, whole].map(size);
        Self { masked: tch::Tensor::from_slice(&filled).reshape(shape), keys, added: OnceCell::new() }
    }

    fn added(&self, query: &tch::Tensor) -> &tch::Tensor {
        self.added.get_or_init(|| {
            let masked = sent(&self.masked, query, Kind::Bool);
            minus_infinity(&masked, query.kind()).narrow(3, 0, size(self.keys))
        })
    }
}

/// Scaled dot-product attention over row, head, position, width of a head.
///
/// There may be fewer heads of keys and values than of queries, if their number divides the other: each is then shared by
/// neighbouring heads of queries.
pub fn attention(query: &Tensor<4>, key: &Tensor<4>, value: &Tensor<4>, options: &Attention<'_>) -> Tensor<4> {
    if let Some(packing) = options.packing {
        return packed_attention(query, key, value, options, packing);
    }
    let [_, heads, length, _] = query.shape();
    let [_, shared, keys, _] = key.shape();
    let mut added = options.mask.map(|mask| mask.added(&query.0).shallow_clone());
    let mut add = |more: tch::Tensor| {
        added = Some(match added.take() {
            Some(added) => added + more,
            None => more,
        });
    };
    if let Some(bias) = options.bias {
        add(bias.0.shallow_clone());
    }
    // libtorch takes a mask or a flag, and by the flag the first query would see one key, whatever their numbers.
    let is_plainly_causal = options.causal && options.mask.is_none() && options.bias.is_none() && length == keys;
    if options.causal && !is_plainly_causal {
        let pairs = tch::Tensor::ones([size(length), size(keys)], (Kind::Bool, query.0.device()));
        add(minus_infinity(&pairs.triu(size(keys) - size(length) + 1), query.0.kind()));
    }
    let attended = |dropout: f64| {
        tch::Tensor::scaled_dot_product_attention(
            &query.0,
            &key.0,
            &value.0,
            added.as_ref(),
            dropout,
            is_plainly_causal,
            options.scale,
            heads != shared,
        )
    };
    Tensor(match options.mode.dropout_mask(options.dropout) {
        Some(mask) => mask.seeded(|| attended(mask.probability)),
        None => attended(0.0),
    })
}

/// Attention of each packed sequence to itself: one kernel for all of them on a device, one sequence after the other elsewhere.
fn packed_attention(
    query: &Tensor<4>,
    key: &Tensor<4>,
    value: &Tensor<4>,
    options: &Attention<'_>,
    packing: &Packing,
) -> Tensor<4> {
    let [_, heads, length, width] = query.shape();
    assert_eq!(packing.positions(), length, "the sequences fill the row");
    let is_plain = key.shape()[1] == heads && options.mode.dropout_mask(options.dropout).is_none();
    if query.0.device().is_cuda() && is_plain && length > 0 {
        let scale = options.scale.unwrap_or_else(|| 1.0 / (width as f64).sqrt());
        let parts = [query, key, value].map(|part| part.0.squeeze_dim(0).transpose(0, 1));
        let output = packed::attention(&parts, packing, options.causal, scale);
        return Tensor(output.transpose(0, 1).unsqueeze(0));
    }
    let alone = Attention { packing: None, ..*options };
    let of = |range: std::ops::Range<usize>| {
        let [query, key, value] = [query, key, value].map(|part| part.clone().slice(2, range.clone()));
        attention(&query, &key, &value, &alone)
    };
    let outputs: Vec<Tensor<4>> = packing.ranges().map(of).collect();
    if outputs.is_empty() { value.clone() } else { Tensor::concat(outputs, 2) }
}

/// Minus infinity where something is masked, else 0.
fn minus_infinity(masked: &tch::Tensor, kind: Kind) -> tch::Tensor {
    masked.zeros_like().to_kind(kind).masked_fill(masked, f64::NEG_INFINITY)
}
