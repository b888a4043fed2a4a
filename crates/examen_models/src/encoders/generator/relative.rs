//! Attention with learned vectors for how far two tokens are apart (Shaw et al. 2018), without direction and clipped, as the Transformer
//! of `CodeQA` has it (Liu and Wan 2021, after Ahmad et al. 2020).
//!
//! The score of a query and a key is their product and that of the query with the vector of their distance; to the values that a token
//! attends to, other vectors of distances are added.

use examen_tensor::{Mode, NamedValues, Tensor, dropout, embedding, join_heads, linear, softmax, split_heads};

use super::config::GeneratorConfig;
use super::input::GeneratorInput;
use crate::encoders::parts::SelfAttention;
use crate::error::ModelError;
use crate::weights::{Weights, random_values};

/// The greatest distance that has a vector of its own.
const FARTHEST: usize = 32;

/// The spread of vectors of distances.
const SMALL: f64 = 0.02;

/// A score that leaves nothing of a probability.
const MASKED: f32 = -1e9;

/// The vectors of distances of all layers.
#[derive(Debug)]
pub(super) struct RelativePositions {
    /// For keys and for values: distance, width of a head.
    layers: Vec<[Tensor<2>; 2]>,
    dropout: f64,
}

/// Packed inputs as rows.
pub(super) struct Rows {
    count: usize,
    longest: usize,
    /// The token of each place of all rows; the first of a row behind its end.
    tokens: Vec<u32>,
    /// The place of each token.
    places: Vec<u32>,
    /// Added to scores: row, 1, 1, token.
    padding: Tensor<4>,
    /// Distances from the last token of the longest row to the first and on to itself, clipped.
    distances: Vec<u32>,
}

fn names(layer: usize) -> [String; 2] {
    ["keys", "values"].map(|part| format!("distances.{layer}.{part}.weight"))
}

/// The vectors of distances before training.
pub(super) fn initial_distances(config: &GeneratorConfig, seed: u64) -> impl Iterator<Item = NamedValues> {
    let width = config.encoder.hidden_size / config.encoder.num_attention_heads;
    (0..config.encoder.num_hidden_layers).flat_map(names).map(move |name| {
        let values = random_values(seed, &name, (FARTHEST + 1) * width, SMALL);
        NamedValues { name, shape: vec![FARTHEST + 1, width], values }
    })
}

impl Rows {
    /// Those of inputs, beside a tensor that is computed with.
    pub(super) fn new(inputs: &[&GeneratorInput], beside: &Tensor<2>) -> Result<Self, ModelError> {
        let (count, longest) = (inputs.len(), inputs.iter().map(|input| input.len()).max().unwrap_or(0));
        let (mut tokens, mut places, mut padding) = (Vec::new(), Vec::new(), Vec::new());
        for (row, input) in inputs.iter().enumerate() {
            let first = places.len() as u32;
            places.extend((0..input.len()).map(|at| (row * longest + at) as u32));
            tokens.extend(first..first + input.len() as u32);
            tokens.resize((row + 1) * longest, first);
            padding.resize(row * longest + input.len(), 0.0);
            padding.resize((row + 1) * longest, MASKED);
        }
        let padding = Tensor::from_values(padding, [count, 1, 1, longest])?.beside(beside);
        let distance = |place: usize| (place + 1).abs_diff(longest).min(FARTHEST) as u32;
        let distances = (0..(2 * longest).saturating_sub(1)).map(distance).collect();
        Ok(Self { count, longest, tokens, places, padding, distances })
    }
}

impl RelativePositions {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let width = config.encoder.hidden_size / config.encoder.num_attention_heads;
        let mut load = |layer: usize| -> Result<[Tensor<2>; 2], ModelError> {
            let [keys, values] = names(layer);
            let shape = [FARTHEST + 1, width];
            Ok([weights.take(&keys, shape)?, weights.take(&values, shape)?])
        };
        let layers = (0..config.encoder.num_hidden_layers).map(&mut load).collect::<Result<_, _>>()?;
        Ok(Self { layers, dropout: config.encoder.hidden_dropout_prob })
    }

    /// What a layer attends to: packed tokens, 1, token, width.
    pub(super) fn attend(
        &self,
        layer: usize,
        own: &SelfAttention,
        x: &Tensor<3>,
        of: &Rows,
        mode: Mode<'_>,
    ) -> Result<Tensor<3>, ModelError> {
        let [_, count, width] = x.shape();
        let [queries, keys, values] = [&own.query, &own.key, &own.value].map(|map| {
            let flat = embedding(&map.apply(x.clone()).reshape([count, width]), &of.tokens);
            split_heads(flat.reshape([of.count, of.longest, width]), own.heads)
        });
        let [of_keys, of_values] = self.layers[layer].each_ref().map(|vectors| embedding(vectors, &of.distances));
        let by_distance = by_key(linear(queries.clone(), &of_keys, None))?;
        let [_, _, _, head] = queries.shape();
        let scores = (queries.matmul(keys.transpose(2, 3)) + by_distance).mul_scalar(1.0 / (head as f32).sqrt());
        let weights = dropout(softmax(scores + of.padding.clone()), self.dropout, mode);
        let by_distance = linear(by_place(&weights)?, &of_values.transpose(0, 1), None);
        let flat = join_heads(weights.matmul(values) + by_distance).reshape([of.count * of.longest, width]);
        Ok(own.output.apply(embedding(&flat, &of.places).reshape([1, count, width])))
    }
}

/// Of numbers by query and distance, from the farthest before to the farthest behind, those by query and key.
///
/// In rows that are one place longer than there are distances, each query's begin one place earlier than those of the one before.
fn by_key(x: Tensor<4>) -> Result<Tensor<4>, ModelError> {
    let [rows, heads, length, distances] = x.shape();
    let all = rows * heads;
    let column = Tensor::from_values(vec![0.0; all * length], [all, length, 1])?.beside(&x);
    let filled =
        Tensor::concat(vec![x.reshape([all, length, distances]), column], 2).reshape([all, length * (distances + 1)]);
    let shifted = filled.slice(1, length - 1..length - 1 + length * distances).reshape([all, length, distances]);
    Ok(shifted.slice(2, 0..length).reshape([rows, heads, length, length]))
}

/// The inverse: of numbers by query and key those by query and distance, 0 where no key is so far.
fn by_place(x: &Tensor<4>) -> Result<Tensor<4>, ModelError> {
    let [rows, heads, length, _] = x.shape();
    let (all, distances) = (rows * heads, 2 * length - 1);
    let zeros = |count: usize| -> Result<Tensor<2>, ModelError> {
        Ok(Tensor::from_values(vec![0.0; all * count], [all, count])?.beside(x))
    };
    let before = zeros(length * (length - 1))?.reshape([all, length, length - 1]);
    let filled =
        Tensor::concat(vec![x.clone().reshape([all, length, length]), before], 2).reshape([all, length * distances]);
    let shifted = Tensor::concat(vec![zeros(length - 1)?, filled, zeros(1)?], 1);
    let shifted = shifted.reshape([all, length, distances + 1]).slice(2, 0..distances);
    Ok(shifted.reshape([rows, heads, length, distances]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_by_distance_come_to_their_keys_and_back() {
        let length = 4;
        let number = |query: usize, place: usize| (10 * query + place) as f32;
        let values = (0..length).flat_map(|query| (0..2 * length - 1).map(move |place| number(query, place))).collect();
        let x = Tensor::from_values(values, [1, 1, length, 2 * length - 1]).expect("a tensor");
        let keys = by_key(x).expect("a tensor");
        // A key at the query's own place has the distance in the middle.
        let wanted: Vec<f32> =
            (0..length).flat_map(|query| (0..length).map(move |key| number(query, key + length - 1 - query))).collect();
        assert_eq!(keys.clone().into_values().expect("values"), wanted);
        let back = by_place(&keys).expect("a tensor").into_values().expect("values");
        for query in 0..length {
            for place in 0..2 * length - 1 {
                let has_key = (length - 1 - query..2 * length - 1 - query).contains(&place);
                let wanted = if has_key { number(query, place) } else { 0.0 };
                assert!((back[query * (2 * length - 1) + place] - wanted).abs() < 1e-6, "{query} {place}");
            }
        }
    }
}
