//! code2seq: an LSTM that writes a name part by part and attends over the contexts of the function.

use examen_tensor::{
    Labels, LstmState, Mode, Tensor, cross_entropy, dropout, embedding, linear, log_softmax, lstm, range_means,
};

use super::config::NamerConfig;
use super::contexts::{EncodedName, NamerInput};
use super::network::{Answered, NameGuess};
use super::parts::{ContextEncoder, attention_weights};
use crate::beam_search::{BeamSettings, Finished, Unfinished, beam_search};
use crate::direction::Direction;
use crate::error::ModelError;
use crate::vocabulary::Vocabulary;
use crate::weights::Weights;

#[derive(Debug)]
pub(super) struct Code2seq {
    contexts: ContextEncoder,
    /// Parts of names, and two more: the end, and what stands before the first.
    targets: Tensor<2>,
    decoder: Direction,
    memory: Tensor<2>,
    attention: Tensor<2>,
    output: Tensor<2>,
    end: u32,
    longest: usize,
    dropout: f64,
    beam_width: usize,
}

/// What a decoder attends over.
struct Memory {
    /// Function, place, width.
    values: Tensor<3>,
    /// Function, width, place.
    keys: Tensor<3>,
    is_padding: Vec<bool>,
}

/// Where a decoder stands in each row.
#[derive(Clone)]
struct State {
    lstm: LstmState,
    /// What it attended to, which is part of the next input.
    attended: Tensor<2>,
}

/// The same of one row.
#[derive(Clone, Debug)]
struct RowState {
    hidden: Vec<f32>,
    cell: Vec<f32>,
    attended: Vec<f32>,
}

impl Code2seq {
    pub(super) fn load(config: &NamerConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let (width, vector) = (config.width, config.vector_width());
        Ok(Self {
            contexts: ContextEncoder::load(config, weights)?,
            targets: weights.take("targets.weight", [config.names + 2, width])?,
            decoder: Direction::load(weights, "decoder", [vector, width + vector])?,
            memory: weights.take("memory.weight", [vector, vector])?,
            attention: weights.take("attention.weight", [vector, 2 * vector])?,
            output: weights.take("output.weight", [config.names + 1, vector])?,
            end: config.names as u32,
            longest: config.longest_name,
            dropout: config.decoder_dropout,
            beam_width: config.beam_width,
        })
    }

    /// What stands before the first part.
    const fn start(&self) -> u32 {
        self.end + 1
    }

    /// What is attended over, and the state before the first part.
    fn encode(&self, input: &NamerInput, mode: Mode<'_>) -> Result<(Memory, State), ModelError> {
        let vectors = self.contexts.vectors(input, mode)?;
        let [_, width] = vectors.shape();
        let mean = range_means(&vectors, &input.ranges());
        let (rows, longest) = (input.len(), input.longest());
        let (numbers, is_padding) = input.padded();
        let padded = |flat: &Tensor<2>| embedding(flat, &numbers).reshape([rows, longest, width]);
        let keys = padded(&linear(vectors.clone(), &self.memory, None)).transpose(1, 2);
        let attended = Tensor::from_values(vec![0.0; rows * width], [rows, width])?.beside(&mean);
        let state = State { lstm: LstmState { hidden: mean.clone(), cell: mean }, attended };
        Ok((Memory { values: padded(&vectors), keys, is_padding }, state))
    }

    /// One step: the scores of the next part, the state behind it, and the attention weights.
    fn step(&self, memory: &Memory, before: &[u32], state: &State, mode: Mode<'_>) -> (Tensor<2>, State, Tensor<3>) {
        let rows = before.len();
        let [_, width] = state.attended.shape();
        let x = Tensor::concat(vec![embedding(&self.targets, before), state.attended.clone()], 1);
        let [_, inputs] = x.shape();
        let (output, next) =
            lstm(&x.reshape([rows, 1, inputs]), &vec![1; rows], self.decoder.weights(), Some(&state.lstm));
        let output = dropout(output, self.dropout, mode);
        let weights = attention_weights(output.clone().matmul(memory.keys.clone()), &memory.is_padding);
        let context = weights.clone().matmul(memory.values.clone());
        let both = Tensor::concat(vec![output, context], 2).reshape([rows, 2 * width]);
        let attended = linear(both, &self.attention, None);
        let scores = linear(attended.clone(), &self.output, None);
        (scores, State { lstm: next, attended }, weights)
    }

    /// The cross entropy of the parts of names and their end, summed over a name.
    pub(super) fn loss(
        &self,
        input: &NamerInput,
        examples: &[&EncodedName],
        mode: Mode<'_>,
    ) -> Result<Tensor<1>, ModelError> {
        let (memory, mut state) = self.encode(input, mode)?;
        let longest = examples.iter().map(|example| example.name.len()).max().unwrap_or(0);
        let mut before = vec![self.start(); examples.len()];
        let (mut scores, mut labels) = (Vec::new(), Vec::new());
        for place in 0..=longest {
            let (of_step, next, _) = self.step(&memory, &before, &state, mode);
            scores.push(of_step);
            state = next;
            for (before, example) in before.iter_mut().zip(examples) {
                let part = match place.cmp(&example.name.len()) {
                    std::cmp::Ordering::Less => Some(example.name[place]),
                    std::cmp::Ordering::Equal => Some(self.end),
                    std::cmp::Ordering::Greater => None,
                };
                labels.push(part.map(|part| part as usize));
                *before = part.unwrap_or(self.end);
            }
        }
        let count = labels.iter().flatten().count() as f32;
        let mean = cross_entropy(&Tensor::concat(scores, 0), &Labels::new(labels));
        Ok(mean.mul_scalar(count / examples.len().max(1) as f32))
    }

    /// The names that beam search finds. Unknown parts are never written, and a name has one part at least.
    pub(super) fn answer(&self, input: &NamerInput, count: usize) -> Result<Vec<Answered>, ModelError> {
        let (memory, state) = self.encode(input, Mode::Eval)?;
        let vectors = state.lstm.hidden.clone();
        let settings = BeamSettings {
            width: self.beam_width,
            shortest: 1,
            longest: self.longest,
            length_exponent: 0.0,
            no_repeat: 0,
            end: self.end,
        };
        let starts = rows_of(state)?;
        let found = beam_search(starts, &settings, |beams| self.search_step(&memory, beams))?;
        let best: Vec<Vec<u32>> =
            found.iter().map(|of| of.first().map(|it| it.tokens.clone()).unwrap_or_default()).collect();
        let attention = self.attention_over(input, &best)?;
        let [_, width] = vectors.shape();
        let vectors = vectors.into_values()?;
        let answers = found.into_iter().zip(attention).zip(vectors.chunks_exact(width.max(1)));
        let guess = |Finished { tokens, log_probability, .. }| NameGuess { words: tokens, log_probability };
        Ok(answers
            .map(|((found, attention), vector)| Answered {
                guesses: found.into_iter().take(count).map(guess).collect(),
                attention,
                vector: vector.to_vec(),
            })
            .collect())
    }

    fn search_step(
        &self,
        memory: &Memory,
        beams: &[Unfinished<RowState>],
    ) -> Result<Vec<(RowState, Vec<f32>)>, ModelError> {
        let before: Vec<u32> = beams.iter().map(|beam| beam.tokens.last().copied().unwrap_or(self.start())).collect();
        let examples: Vec<u32> = beams.iter().map(|beam| beam.example as u32).collect();
        let [_, width, longest] = memory.keys.shape();
        let of = |part: &Tensor<3>, shape: [usize; 3]| {
            let rows = part.shape()[0];
            embedding(&part.clone().reshape([rows, width * longest]), &examples).reshape(shape)
        };
        let is_padding =
            examples.iter().flat_map(|&example| &memory.is_padding[example as usize * longest..][..longest]);
        let own = Memory {
            values: of(&memory.values, [beams.len(), longest, width]),
            keys: of(&memory.keys, [beams.len(), width, longest]),
            is_padding: is_padding.copied().collect(),
        };
        let joined = |part: fn(&RowState) -> &Vec<f32>| -> Result<Tensor<2>, ModelError> {
            let values = beams.iter().flat_map(|beam| part(&beam.state)).copied().collect();
            Ok(Tensor::from_values(values, [beams.len(), width])?.beside(&memory.values))
        };
        let lstm = LstmState { hidden: joined(|row| &row.hidden)?, cell: joined(|row| &row.cell)? };
        let state = State { lstm, attended: joined(|row| &row.attended)? };
        let (scores, next, _) = self.step(&own, &before, &state, Mode::Eval);
        let [_, outputs] = scores.shape();
        let mut scores = log_softmax(scores).into_values()?;
        for row in scores.chunks_exact_mut(outputs) {
            row[Vocabulary::UNKNOWN as usize] = f32::NEG_INFINITY;
        }
        let states = rows_of(next)?;
        Ok(states.into_iter().zip(scores.chunks_exact(outputs).map(<[f32]>::to_vec)).collect())
    }

    /// For each function the attention weight of each context, the mean over the parts of a name.
    fn attention_over(&self, input: &NamerInput, names: &[Vec<u32>]) -> Result<Vec<Vec<f32>>, ModelError> {
        let (memory, mut state) = self.encode(input, Mode::Eval)?;
        let longest = names.iter().map(Vec::len).max().unwrap_or(0);
        let mut before = vec![self.start(); names.len()];
        let mut sums: Vec<Vec<f32>> = input.counts.iter().map(|&count| vec![0.0; count]).collect();
        for place in 0..longest {
            let (_, next, weights) = self.step(&memory, &before, &state, Mode::Eval);
            state = next;
            let [_, _, places] = weights.shape();
            let weights = weights.into_values()?;
            for (row, (sums, name)) in sums.iter_mut().zip(names).enumerate() {
                let Some(&part) = name.get(place) else { continue };
                before[row] = part;
                let fraction = 1.0 / name.len() as f32;
                sums.iter_mut().zip(&weights[row * places..]).for_each(|(sum, weight)| *sum += weight * fraction);
            }
        }
        Ok(sums)
    }
}

/// The states of single rows.
fn rows_of(State { lstm: LstmState { hidden, cell }, attended }: State) -> Result<Vec<RowState>, ModelError> {
    let [_, width] = hidden.shape();
    let [hidden, cell, attended] = [hidden, cell, attended].map(Tensor::into_values);
    let (hidden, cell, attended) = (hidden?, cell?, attended?);
    let row = |values: &[f32], at: usize| values[at * width..][..width].to_vec();
    let count = hidden.len() / width.max(1);
    Ok((0..count)
        .map(|at| RowState { hidden: row(&hidden, at), cell: row(&cell, at), attended: row(&attended, at) })
        .collect())
}
