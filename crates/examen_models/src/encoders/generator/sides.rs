//! The two sides of a generator, by its kind: what reads the input, and what has words before it and writes the next.

use examen_tensor::{LstmState, Mode, Rotary, Tensor};

use super::config::{GeneratorConfig, GeneratorKind};
use super::decoder::{DecoderLayer, LayerMemory, rows_of};
use super::graph::GraphLayers;
use super::input::GeneratorInput;
use super::recurrent::{LstmDecoder, LstmReader};
use super::relative::{RelativePositions, Rows};
use crate::encoders::parts::SelfAttention;
use crate::encoders::{CodeHead, CodeNetwork};
use crate::error::ModelError;
use crate::weights::Weights;

/// Reads inputs.
#[derive(Debug)]
pub(super) struct Reader {
    /// Embeddings, and the layers of an encoder of our own unless LSTMs take their place.
    encoder: CodeNetwork,
    positions: Positions,
}

/// What knows the order of tokens.
#[derive(Debug)]
enum Positions {
    Rotary,
    Relative(RelativePositions),
    Recurrent(Box<LstmReader>, Option<Box<GraphLayers>>),
}

/// Writes words.
#[derive(Debug)]
pub(super) enum Writer {
    Attentive(Vec<DecoderLayer>),
    Recurrent(Box<LstmDecoder>),
}

/// What is attended to, and what LSTMs start from.
#[derive(Clone, Debug)]
pub(super) struct WriterMemory {
    layers: Vec<LayerMemory>,
    start: Vec<LstmState>,
}

impl Reader {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        Ok(Self {
            encoder: CodeNetwork::load_part(&config.attentive(), CodeHead::States, weights)?,
            positions: match config.kind {
                GeneratorKind::Generator => Positions::Rotary,
                GeneratorKind::Transformer => Positions::Relative(RelativePositions::load(config, weights)?),
                GeneratorKind::Seq2seq | GeneratorKind::DualEncoder => {
                    Positions::Recurrent(Box::new(LstmReader::load(config, weights)?), None)
                }
                GeneratorKind::Sns => {
                    let lstms = Box::new(LstmReader::load(config, weights)?);
                    Positions::Recurrent(lstms, Some(Box::new(GraphLayers::load(config, weights)?)))
                }
            },
        })
    }

    /// The states of all tokens, one input behind the other, and the last states of LSTMs.
    pub(super) fn read(
        &self,
        inputs: &[&GeneratorInput],
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Result<(Tensor<2>, Vec<LstmState>), ModelError> {
        let packed = GeneratorInput::packed(inputs);
        match &self.positions {
            Positions::Rotary => Ok((self.encoder.states(&packed, rotary, mode)?, Vec::new())),
            Positions::Relative(relative) => {
                let rows = Rows::new(inputs, self.encoder.embeddings())?;
                let attend = |layer, own: &SelfAttention, x: Tensor<3>| relative.attend(layer, own, &x, &rows, mode);
                Ok((self.encoder.states_by(&packed, mode, &attend)?, Vec::new()))
            }
            Positions::Recurrent(lstms, graph) => {
                let (states, mut last) = lstms.read(&self.encoder.states(&packed, rotary, mode)?, inputs, mode);
                let Some(graph) = graph else { return Ok((states, last)) };
                let (states, hidden) = graph.apply(states, inputs)?;
                for state in &mut last {
                    state.hidden = hidden.clone();
                }
                Ok((states, last))
            }
        }
    }
}

impl Writer {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        if config.kind.is_recurrent() {
            return Ok(Self::Recurrent(Box::new(LstmDecoder::load(config, weights)?)));
        }
        let layers = (0..config.decoder_layers).map(|layer| DecoderLayer::load(config, weights, layer));
        Ok(Self::Attentive(layers.collect::<Result<_, _>>()?))
    }

    /// What is attended to of the states of tokens, of which each of the rows has as many, by their numbers; LSTMs start from the last
    /// states of those that have read.
    pub(super) fn memory(
        &self,
        states: &Tensor<2>,
        start: Vec<LstmState>,
        tokens: &[u32],
        rows: usize,
    ) -> WriterMemory {
        let layers = match self {
            Self::Attentive(layers) => layers.iter().map(|layer| layer.memory(states, tokens, rows)).collect(),
            Self::Recurrent(lstm) => vec![lstm.memory(states, tokens, rows)],
        };
        WriterMemory { layers, start }
    }

    /// The states behind words: row, word, width. The bias leaves out tokens of padding.
    pub(super) fn apply(
        &self,
        mut x: Tensor<3>,
        memory: &WriterMemory,
        padding: &Tensor<4>,
        rotary: &Rotary,
        mode: Mode<'_>,
    ) -> Tensor<3> {
        match self {
            Self::Attentive(layers) => {
                for (layer, of_layer) in layers.iter().zip(&memory.layers) {
                    x = layer.apply(x, of_layer, padding, rotary, mode);
                }
            }
            Self::Recurrent(lstm) => {
                for of_layer in &memory.layers {
                    x = lstm.apply(x, of_layer, &memory.start, padding, mode);
                }
            }
        }
        x
    }
}

impl WriterMemory {
    /// Some of the rows, by their numbers.
    pub(super) fn rows(&self, rows: &[u32]) -> Self {
        let of = |x: &Tensor<2>| rows_of(x, rows);
        Self {
            layers: self.layers.iter().map(|layer| layer.rows(rows)).collect(),
            start: self
                .start
                .iter()
                .map(|state| LstmState { hidden: of(&state.hidden), cell: of(&state.cell) })
                .collect(),
        }
    }
}
