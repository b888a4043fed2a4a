//! The parts that both namers have: vectors of contexts, and attention over those of a function.

use examen_tensor::{Mode, Tensor, bilstm, dropout, embedding, linear, masked_fill, range_means, softmax, tanh};

use super::config::{NamerConfig, NamerKind};
use super::contexts::NamerInput;
use crate::direction::Direction;
use crate::error::ModelError;
use crate::weights::Weights;

/// A score that leaves nothing of a probability.
const MASKED: f32 = -1e9;

/// Turns contexts into vectors.
#[derive(Debug)]
pub(super) struct ContextEncoder {
    words: Tensor<2>,
    paths: PathEncoder,
    transform: Tensor<2>,
    dropout: f64,
}

#[derive(Debug)]
enum PathEncoder {
    /// A vector for each path.
    Whole(Tensor<2>),
    /// A vector for each node, and LSTMs over the nodes in both directions.
    Nodes { nodes: Tensor<2>, directions: Box<[Direction; 2]> },
}

impl ContextEncoder {
    pub(super) fn load(config: &NamerConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let width = config.width;
        let paths = match config.model_type {
            NamerKind::Code2vec => PathEncoder::Whole(weights.take("paths.weight", [config.paths, width])?),
            NamerKind::Code2seq => PathEncoder::Nodes {
                nodes: weights.take("nodes.weight", [config.paths, width])?,
                directions: Box::new([
                    Direction::load(weights, "path_lstm.forward", [width, width])?,
                    Direction::load(weights, "path_lstm.backward", [width, width])?,
                ]),
            },
        };
        Ok(Self {
            words: weights.take("words.weight", [config.words, width])?,
            paths,
            transform: weights.take("transform.weight", [config.vector_width(), 2 * width + config.path_width()])?,
            dropout: config.context_dropout,
        })
    }

    /// A vector for each context of all functions, one behind the other.
    pub(super) fn vectors(&self, input: &NamerInput, mode: Mode<'_>) -> Result<Tensor<2>, ModelError> {
        let tokens = sums(&embedding(&self.words, &input.token_words), &input.token_lengths)?;
        let paths = match &self.paths {
            // Each path is one entry.
            PathEncoder::Whole(paths) => embedding(paths, &input.path_nodes),
            PathEncoder::Nodes { nodes, directions } => of_nodes(nodes, directions, input),
        };
        let [starts, ends] = input.ends.each_ref().map(|ends| embedding(&tokens, ends));
        let contexts = Tensor::concat(vec![starts, embedding(&paths, &input.paths), ends], 1);
        Ok(tanh(linear(dropout(contexts, self.dropout, mode), &self.transform, None)))
    }
}

/// The last states of LSTMs over the nodes of each path, in both directions.
fn of_nodes(nodes: &Tensor<2>, [forward, backward]: &[Direction; 2], input: &NamerInput) -> Tensor<2> {
    let [_, width] = nodes.shape();
    let longest = input.path_lengths.iter().copied().max().unwrap_or(0);
    let mut padded = Vec::with_capacity(longest * input.path_lengths.len());
    let mut rest = input.path_nodes.as_slice();
    for &length in &input.path_lengths {
        let (own, others) = rest.split_at(length);
        padded.extend_from_slice(own);
        padded.resize(padded.len() + longest - length, 0);
        rest = others;
    }
    let x = embedding(nodes, &padded).reshape([input.path_lengths.len(), longest, width]);
    let (_, [first, second]) = bilstm(&x, &input.path_lengths, [forward.weights(), backward.weights()]);
    Tensor::concat(vec![first.hidden, second.hidden], 1)
}

/// The sums of rows that follow each other, so many at a time.
pub(super) fn sums(rows: &Tensor<2>, lengths: &[usize]) -> Result<Tensor<2>, ModelError> {
    if lengths.iter().all(|&length| length == 1) {
        return Ok(rows.clone());
    }
    let ends = lengths.iter().scan(0, |end, length| {
        let start = *end;
        *end += length;
        Some(start..*end)
    });
    let ranges: Vec<std::ops::Range<usize>> = ends.collect();
    let counts = lengths.iter().map(|&length| length as f32).collect();
    Ok(range_means(rows, &ranges) * Tensor::from_values(counts, [lengths.len(), 1])?.beside(rows))
}

/// Scores of places as probabilities for each row of the last axis; places of padding get none.
pub(super) fn attention_weights<const RANK: usize>(scores: Tensor<RANK>, is_padding: &[bool]) -> Tensor<RANK> {
    softmax(masked_fill(scores, is_padding, MASKED))
}
