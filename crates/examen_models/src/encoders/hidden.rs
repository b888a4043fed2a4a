//! What comes out of an encoder, and how it is pooled to one vector for each text.

use examen_tensor::Tensor;

use super::batch::Sequence;
use crate::error::ModelError;

/// How the states of a text's positions become one vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// The state of the first position.
    First,
    /// The mean over all positions of the text, with the tokens that frame it.
    Mean,
    /// The state of the last position.
    Last,
    /// The state of a chosen position, one for each text.
    Position(Vec<usize>),
}

/// The states of all layers for a batch.
#[derive(Debug)]
pub struct HiddenStates {
    pub(super) width: usize,
    /// How many positions each row has, and how many it is padded to.
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

    /// The states of a text in a layer: `width` numbers for each position. None past the last layer or text.
    pub fn text(&self, layer: usize, row: usize) -> Option<&[f32]> {
        let start = row * self.padded * self.width;
        self.layers.get(layer)?.get(start..start + self.lengths.get(row)? * self.width)
    }

    /// The state of one position of a text in a layer.
    pub fn position(&self, layer: usize, row: usize, position: usize) -> Option<&[f32]> {
        self.text(layer, row)?.chunks_exact(self.width).nth(position)
    }
}

/// One vector for each row: row, width.
pub(super) fn pooled(states: Tensor<3>, sequences: &[Sequence], pooling: &Pooling) -> Result<Vec<f32>, ModelError> {
    let [rows, padded, width] = states.shape();
    let values = states.into_values()?;
    let mut vectors = Vec::with_capacity(rows * width);
    for (row, (sequence, states)) in sequences.iter().zip(values.chunks_exact(padded * width)).enumerate() {
        let length = sequence.length();
        let state = |position: usize| &states[position * width..(position + 1) * width];
        match pooling {
            Pooling::First => vectors.extend_from_slice(state(0)),
            Pooling::Last => vectors.extend_from_slice(state(length - 1)),
            Pooling::Position(positions) => match positions.get(row).copied() {
                Some(position) if position < length => vectors.extend_from_slice(state(position)),
                position => return Err(ModelError::Position { row, position, length }),
            },
            Pooling::Mean => {
                let mut sums = vec![0.0f32; width];
                for position in 0..length {
                    for (sum, value) in sums.iter_mut().zip(state(position)) {
                        *sum += value;
                    }
                }
                vectors.extend(sums.into_iter().map(|sum| sum / length as f32));
            }
        }
    }
    Ok(vectors)
}
