//! LSTMs that read an input, and an LSTM that writes: the Seq2seq and the Dual Encoder of `CodeQA` (Liu and Wan 2021).
//!
//! Layers read in both directions; the decoder starts from their last states and attends over all of them (Luong et al. 2015). With two
//! encoders the first reads the question and the second the code, and their last states are joined by a linear map.

use std::ops::Range;

use examen_tensor::{
    Attention, LstmState, Mode, NamedValues, Tensor, attention, bilstm, dropout, embedding, linear, lstm, tanh,
};

use super::config::{GeneratorConfig, GeneratorKind};
use super::decoder::LayerMemory;
use super::input::GeneratorInput;
use crate::direction::Direction;
use crate::error::ModelError;
use crate::weights::{Weights, random_values};

/// Reads the embeddings of inputs.
#[derive(Debug)]
pub(super) struct LstmReader {
    /// Layers of each encoder, in both directions.
    encoders: Vec<Vec<[Direction; 2]>>,
    /// How the last hidden and cell states of two encoders become one.
    joins: Option<[Tensor<2>; 2]>,
    dropout: f64,
}

/// Writes.
#[derive(Debug)]
pub(super) struct LstmDecoder {
    layers: Vec<Direction>,
    /// Keys of what is attended to.
    keys: Tensor<2>,
    /// What makes one state of that of the last layer and of what it attended to.
    combined: Tensor<2>,
    dropout: f64,
}

/// The names of the encoders of a kind.
const fn encoders(kind: GeneratorKind) -> &'static [&'static str] {
    match kind {
        GeneratorKind::DualEncoder => &["question", "code"],
        _ => &["input"],
    }
}

/// The names of the joined states.
const JOINS: [&str; 2] = ["joins.hidden.weight", "joins.cell.weight"];

const DIRECTIONS: [&str; 2] = ["forward", "backward"];

fn direction_name(encoder: &str, layer: usize, direction: &str) -> String {
    format!("layers.{encoder}.{layer}.{direction}")
}

fn decoder_name(layer: usize) -> String {
    format!("decoder.{layer}")
}

/// The parameters of reader and decoder before training.
pub(super) fn initial_lstms(config: &GeneratorConfig, seed: u64) -> Vec<NamedValues> {
    let (width, layers) = (config.encoder.hidden_size, config.encoder.num_hidden_layers);
    let mut parameters = Vec::new();
    for encoder in encoders(config.kind) {
        for layer in 0..layers {
            for direction in DIRECTIONS {
                parameters.extend(Direction::initial(
                    &direction_name(encoder, layer, direction),
                    [width / 2, width],
                    seed,
                ));
            }
        }
    }
    for layer in 0..config.decoder_layers {
        parameters.extend(Direction::initial(&decoder_name(layer), [width, width], seed));
    }
    let joins = JOINS.iter().filter(|_| config.kind == GeneratorKind::DualEncoder).map(|name| (*name, 2 * width));
    for (name, inputs) in
        [("decoder.keys.weight", width), ("decoder.combined.weight", 2 * width)].into_iter().chain(joins)
    {
        let values = random_values(seed, name, width * inputs, 1.0 / (inputs as f64).sqrt());
        parameters.push(NamedValues { name: name.to_owned(), shape: vec![width, inputs], values });
    }
    parameters
}

impl LstmReader {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let (width, layers) = (config.encoder.hidden_size, config.encoder.num_hidden_layers);
        let mut load = |encoder: &str, layer: usize| -> Result<[Direction; 2], ModelError> {
            let mut one =
                |direction| Direction::load(weights, &direction_name(encoder, layer, direction), [width / 2, width]);
            let [forward, backward] = DIRECTIONS;
            Ok([one(forward)?, one(backward)?])
        };
        let encoders = encoders(config.kind);
        let mut loaded = Vec::with_capacity(encoders.len());
        for encoder in encoders {
            loaded.push((0..layers).map(|layer| load(encoder, layer)).collect::<Result<_, _>>()?);
        }
        let mut join = |name| weights.take(name, [width, 2 * width]);
        let [hidden, cell] = JOINS;
        let joins = if encoders.len() > 1 { Some([join(hidden)?, join(cell)?]) } else { None };
        Ok(Self { encoders: loaded, joins, dropout: config.encoder.hidden_dropout_prob })
    }

    /// The states of the embeddings of all inputs, one behind the other, and the last states of each layer.
    pub(super) fn read(
        &self,
        x: &Tensor<2>,
        inputs: &[&GeneratorInput],
        mode: Mode<'_>,
    ) -> (Tensor<2>, Vec<LstmState>) {
        let ends = inputs.iter().scan(0, |end, input| {
            let start = *end;
            *end += input.len();
            Some(start..*end)
        });
        let whole: Vec<Range<usize>> = ends.collect();
        let [layers] = self.encoders.as_slice() else {
            let split = |(range, input): (&Range<usize>, &&GeneratorInput)| range.start + input.code_start();
            let middles: Vec<usize> = whole.iter().zip(inputs).map(split).collect();
            let parts = [0, 1].map(|part| {
                let of =
                    |(range, &middle): (&Range<usize>, &usize)| [range.start..middle, middle..range.end][part].clone();
                whole.iter().zip(&middles).map(of).collect::<Vec<Range<usize>>>()
            });
            let [(questions, first), (codes, second)] =
                [0, 1].map(|part| self.read_ranges(&self.encoders[part], x, &parts[part], mode));
            // States of code lie behind those of all questions, and go back to where their tokens are.
            let (mut question, mut code) = (0, questions.shape()[0] as u32);
            let mut places = Vec::with_capacity(x.shape()[0]);
            for (range, &middle) in whole.iter().zip(&middles) {
                for (next, count) in [(&mut question, middle - range.start), (&mut code, range.end - middle)] {
                    places.extend(*next..*next + count as u32);
                    *next += count as u32;
                }
            }
            let states = embedding(&Tensor::concat(vec![questions, codes], 0), &places);
            let join = |one: Tensor<2>, other: Tensor<2>, at: usize| match &self.joins {
                Some(joins) => linear(Tensor::concat(vec![one, other], 1), &joins[at], None),
                None => one + other,
            };
            let both = first.into_iter().zip(second).map(|(one, other)| LstmState {
                hidden: join(one.hidden, other.hidden, 0),
                cell: join(one.cell, other.cell, 1),
            });
            return (states, both.collect());
        };
        self.read_ranges(layers, x, &whole, mode)
    }

    /// What one encoder makes of ranges of rows, none of which is empty.
    fn read_ranges(
        &self,
        layers: &[[Direction; 2]],
        x: &Tensor<2>,
        ranges: &[Range<usize>],
        mode: Mode<'_>,
    ) -> (Tensor<2>, Vec<LstmState>) {
        let [_, width] = x.shape();
        let lengths: Vec<usize> = ranges.iter().map(ExactSizeIterator::len).collect();
        let (rows, longest) = (ranges.len(), lengths.iter().copied().max().unwrap_or(0));
        // Behind the end of a row stands its first token, which nothing looks at.
        let place = |range: &Range<usize>, at: usize| (range.start + if at < range.len() { at } else { 0 }) as u32;
        let numbers: Vec<u32> = ranges.iter().flat_map(|range| (0..longest).map(move |at| place(range, at))).collect();
        let mut x = embedding(x, &numbers).reshape([rows, longest, width]);
        let mut last = Vec::with_capacity(layers.len());
        for (layer, [forward, backward]) in layers.iter().enumerate() {
            if layer > 0 {
                x = dropout(x, self.dropout, mode);
            }
            let (states, [one, other]) = bilstm(&x, &lengths, [forward.weights(), backward.weights()]);
            x = states;
            let both = |one, other| Tensor::concat(vec![one, other], 1);
            last.push(LstmState { hidden: both(one.hidden, other.hidden), cell: both(one.cell, other.cell) });
        }
        let of_row = |(row, &length): (usize, &usize)| (row * longest) as u32..(row * longest + length) as u32;
        let places: Vec<u32> = lengths.iter().enumerate().flat_map(of_row).collect();
        (embedding(&x.reshape([rows * longest, width]), &places), last)
    }
}

impl LstmDecoder {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let width = config.encoder.hidden_size;
        let layers =
            (0..config.decoder_layers).map(|layer| Direction::load(weights, &decoder_name(layer), [width, width]));
        Ok(Self {
            layers: layers.collect::<Result<_, _>>()?,
            keys: weights.take("decoder.keys.weight", [width, width])?,
            combined: weights.take("decoder.combined.weight", [width, 2 * width])?,
            dropout: config.encoder.hidden_dropout_prob,
        })
    }

    /// What is attended to of the states of tokens, of which each of the rows has as many, by their numbers.
    pub(super) fn memory(&self, states: &Tensor<2>, tokens: &[u32], rows: usize) -> LayerMemory {
        let [_, width] = states.shape();
        let of_rows = |x: &Tensor<2>| embedding(x, tokens).reshape([rows, 1, tokens.len() / rows.max(1), width]);
        LayerMemory { keys: of_rows(&linear(states.clone(), &self.keys, None)), values: of_rows(states) }
    }

    /// The states behind words: row, word, width. It starts from the last states of the layers that have read, the last one where there
    /// are fewer of them.
    pub(super) fn apply(
        &self,
        mut x: Tensor<3>,
        memory: &LayerMemory,
        start: &[LstmState],
        padding: &Tensor<4>,
        mode: Mode<'_>,
    ) -> Tensor<3> {
        let [rows, length, width] = x.shape();
        for (layer, direction) in self.layers.iter().enumerate() {
            let (states, _) = lstm(&x, &vec![length; rows], direction.weights(), start.get(layer).or(start.last()));
            x = dropout(states, self.dropout, mode);
        }
        let options = Attention { bias: Some(padding), mode, ..Attention::default() };
        let query = x.clone().reshape([rows, 1, length, width]);
        let attended = attention(&query, &memory.keys, &memory.values, &options).reshape([rows, length, width]);
        tanh(linear(Tensor::concat(vec![x, attended], 2), &self.combined, None))
    }
}
