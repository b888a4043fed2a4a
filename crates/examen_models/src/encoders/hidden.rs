//! Hidden states, and their pooling to one vector for each text.

use examen_tensor::Pool;

use super::batch::Sequence;
use crate::error::ModelError;

/// How the states of a text's positions become one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// The state of the first position.
    First,
    /// The mean over all tokens, with special tokens and without the variables behind them.
    Mean,
    /// The state of the last token.
    Last,
    /// The state of a chosen position, one for each text.
    Position(Vec<usize>),
}

impl Pooling {
    /// The pool of these sequences, all of which have a position.
    pub(super) fn of(&self, sequences: &[Sequence]) -> Result<Pool, ModelError> {
        // Variables are not counted, so that the same positions stand for a text whether it is shown with them or without.
        let tokens = sequences.iter().map(|sequence| sequence.ids.len());
        Ok(match self {
            Self::First => Pool::positions(vec![0; sequences.len()]),
            Self::Mean => Pool::means(tokens.collect()),
            Self::Last => Pool::positions(tokens.map(|tokens| tokens - 1).collect()),
            Self::Position(positions) => {
                let lengths = sequences.iter().map(Sequence::length);
                let chosen = lengths.enumerate().map(|(row, length)| match positions.get(row).copied() {
                    Some(position) if position < length => Ok(position),
                    position => Err(ModelError::Position { row, position, length }),
                });
                Pool::positions(chosen.collect::<Result<_, _>>()?)
            }
        })
    }
}

/// The states of all layers for a batch.
#[derive(Debug)]
pub struct HiddenStates {
    pub(super) width: usize,
    /// The number of positions of each row, and of those that it is padded to.
    pub(super) lengths: Vec<usize>,
    pub(super) padded: usize,
    /// Row, position, width, for each layer.
    pub(super) layers: Vec<Vec<f32>>,
}

impl HiddenStates {
    /// The number of layers, with that of the embeddings, which is the first.
    pub fn layers(&self) -> usize {
        self.layers.len()
    }

    /// The states of a text in a layer: `width` values for each position. None past the last layer or text.
    pub fn text(&self, layer: usize, row: usize) -> Option<&[f32]> {
        let start = row * self.padded * self.width;
        self.layers.get(layer)?.get(start..start + self.lengths.get(row)? * self.width)
    }

    /// The state of one position of a text in a layer.
    pub fn position(&self, layer: usize, row: usize, position: usize) -> Option<&[f32]> {
        self.text(layer, row)?.chunks_exact(self.width).nth(position)
    }
}
