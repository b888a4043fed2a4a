//! The network: encoder, decoder, one distribution over words to be written and words to be copied.

use examen_tensor::{
    Labels, Mode, Parameters, Rotary, Tensor, cross_entropy, dropout, embedding, linear, masked_fill, scatter_add,
    softmax,
};

use super::config::{GeneratedKind, GeneratorConfig};
use super::decoder::{DecoderLayer, LayerMemory, rows_of};
use super::input::{GeneratorInput, GeneratorTokens};
use crate::beam_search::{BeamSettings, Finished, Unfinished, beam_search};
use crate::encoders::parts::{Norm, frequencies};
use crate::encoders::{CodeHead, CodeNetwork};
use crate::error::ModelError;
use crate::vocabulary::Vocabulary;
use crate::weights::Weights;

/// A score that leaves nothing of a probability.
const MASKED: f32 = -1e9;

/// A generator.
#[derive(Debug)]
pub struct GeneratorNetwork {
    config: GeneratorConfig,
    encoder: CodeNetwork,
    rotary: Rotary,
    /// Words of the vocabulary, the end and the start: what goes in, and what scores are taken with.
    targets: Tensor<2>,
    embedding_norm: Norm,
    layers: Vec<DecoderLayer>,
    norm: Norm,
    copy_query: Tensor<2>,
    copy_key: Tensor<2>,
}

/// A text that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Its words, by number.
    pub words: Vec<u32>,
    /// The logarithm of its probability.
    pub log_probability: f32,
}

/// What a decoder attends to, and what it may copy.
#[derive(Clone, Debug)]
struct Memory {
    layers: Vec<LayerMemory>,
    /// Added to attention scores: 0 for tokens, hardly anything is left of padding; row, 1, 1, token.
    padding: Tensor<4>,
    /// Keys of the words that may be copied: row, width, place.
    copies: Tensor<3>,
    /// The number of the word at each place, row after row; that of padding is the start, which is never written.
    words: Vec<u32>,
    /// The greatest number of a word in any row, and one more.
    numbers: usize,
}

impl GeneratorNetwork {
    /// The network of parameters in training. It has to be made anew after each step of an optimizer.
    pub fn tracked(config: &GeneratorConfig, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, &mut Weights::of(parameters, true))
    }

    /// The network of the present values of parameters, without gradients.
    pub fn detached(config: &GeneratorConfig, parameters: &Parameters) -> Result<Self, ModelError> {
        Self::load(config, &mut Weights::of(parameters, false))
    }

    fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let encoder = &config.encoder;
        let (width, epsilon) = (encoder.hidden_size, encoder.rms_norm_eps);
        let longest = GeneratedKind::ALL.map(|kind| config.longest(kind)).into_iter().max().unwrap_or(0) + 1;
        let angles = frequencies(width / encoder.num_attention_heads, encoder.rope_theta);
        // One table for both: the encoder takes the angles of its own places.
        let rotary = Rotary::new(longest.max(encoder.max_position_embeddings), &angles, false)?;
        let layers = (0..config.decoder_layers).map(|layer| DecoderLayer::load(config, weights, layer));
        let layers = layers.collect::<Result<_, _>>()?;
        let network = Self {
            layers,
            rotary,
            targets: weights.take("targets.weight", [config.words + 2, width])?,
            embedding_norm: Norm::rms(weights, "decoder_embedding_norm", width, epsilon)?,
            norm: Norm::rms(weights, "decoder_norm", width, epsilon)?,
            copy_query: weights.take("copy_query.weight", [width, width])?,
            copy_key: weights.take("copy_key.weight", [width, width])?,
            encoder: CodeNetwork::load_part(encoder, CodeHead::States, weights)?,
            config: config.clone(),
        };
        weights.finish()?;
        Ok(network)
    }

    /// The rows of a vocabulary's vectors that words are read by: those of the input alone are unknown ones.
    fn read_as(&self, word: u32) -> u32 {
        if word > self.config.start() { Vocabulary::UNKNOWN } else { word }
    }

    fn encode(&self, inputs: &[&GeneratorInput], mode: Mode<'_>) -> Result<Memory, ModelError> {
        let states = self.encoder.states(&GeneratorInput::packed(inputs), &self.rotary, mode)?;
        let [_, width] = states.shape();
        let (rows, longest) = (inputs.len(), inputs.iter().map(|input| input.len()).max().unwrap_or(0));
        let most_copies = inputs.iter().map(|input| input.copies.len()).max().unwrap_or(0).max(1);
        let (mut tokens, mut padding) = (Vec::new(), Vec::new());
        let (mut copied, mut words, mut numbers) = (Vec::new(), Vec::new(), self.config.start() as usize + 1);
        let mut first = 0;
        for input in inputs {
            tokens.extend(first..first + input.len() as u32);
            tokens.resize(tokens.len() + longest - input.len(), first);
            padding.resize(tokens.len() - longest + input.len(), 0.0);
            padding.resize(tokens.len(), MASKED);
            copied.extend(input.copies.iter().map(|(token, _)| first + token));
            copied.resize(copied.len() + most_copies - input.copies.len(), first);
            words.extend(input.copies.iter().map(|(_, word)| *word));
            words.resize(copied.len(), self.config.start());
            numbers = numbers.max(GeneratorTokens::first_unknown(&self.config) as usize + input.unknown.len());
            first += input.len() as u32;
        }
        let memory = embedding(&states, &tokens).reshape([rows, longest, width]);
        let padding = Tensor::from_values(padding, [rows, 1, 1, longest])?.beside(&states);
        let read: Vec<u32> = words.iter().map(|&word| self.read_as(word)).collect();
        let of_words = embedding(&states, &copied) + embedding(&self.targets, &read);
        let keys = linear(of_words, &self.copy_key, None).reshape([rows, most_copies, width]).transpose(1, 2);
        let layers = self.layers.iter().map(|layer| layer.memory(&memory)).collect();
        Ok(Memory { layers, padding, copies: keys, words, numbers })
    }

    /// Scores of the vocabulary and the end, and behind them of the places that may be copied: row and word, score. `before` has the
    /// words before each, row after row, as many in each row.
    fn scores(&self, memory: &Memory, before: &[u32], length: usize, mode: Mode<'_>) -> Tensor<2> {
        let [rows, width, room] = memory.copies.shape();
        let read: Vec<u32> = before.iter().map(|&word| self.read_as(word)).collect();
        let x = self.embedding_norm.apply(embedding(&self.targets, &read).reshape([rows, length, width]));
        let mut x = dropout(x, self.config.encoder.hidden_dropout_prob, mode);
        for (layer, of_layer) in self.layers.iter().zip(&memory.layers) {
            x = layer.apply(x, of_layer, &memory.padding, &self.rotary, mode);
        }
        let x = self.norm.apply(x);
        let query = linear(x.clone(), &self.copy_query, None).mul_scalar(1.0 / (width as f32).sqrt());
        let scores = query.matmul(memory.copies.clone());
        let is_padding: Vec<bool> = (0..rows)
            .flat_map(|row| {
                let of_row = &memory.words[row * room..][..room];
                (0..length).flat_map(|_| of_row.iter().map(|&word| word == self.config.start()))
            })
            .collect();
        let copied = masked_fill(scores, &is_padding, MASKED).reshape([rows * length, room]);
        let written = linear(x.reshape([rows * length, width]), &self.targets, None);
        // The start is never written.
        let written = written.slice(1, 0..self.config.words + 1);
        Tensor::concat(vec![written, copied], 1)
    }

    /// The negative logarithm of the probability of the words to be written and the end behind them, the sum over an example and the
    /// mean over examples. Words that are neither known nor in the input are passed over.
    pub fn loss(&self, inputs: &[&GeneratorInput], mode: Mode<'_>) -> Result<Tensor<1>, ModelError> {
        let memory = self.encode(inputs, mode)?;
        let length = inputs.iter().map(|input| input.target.len() + 1).max().unwrap_or(1);
        let (mut before, mut wanted) = (Vec::new(), Vec::new());
        for input in inputs {
            before.push(self.config.start());
            before.extend(&input.target);
            before.resize(before.len() + length - 1 - input.target.len(), self.config.end());
            let known = |&word: &u32| (word != Vocabulary::UNKNOWN).then_some(word);
            wanted.extend(input.target.iter().map(known));
            wanted.push(Some(self.config.end()));
            wanted.resize(before.len(), None);
        }
        let scores = self.scores(&memory, &before, length, mode);
        let [_, all] = scores.shape();
        let (vocabulary, copies) = (self.config.words + 1, all - self.config.words - 1);
        // The probability of a word is the sum over its places: what is left of all when the others are masked.
        let mut is_other = vec![true; scores.shape()[0] * all];
        let mut labels = Vec::with_capacity(wanted.len());
        for (at, wanted) in wanted.into_iter().enumerate() {
            let row = &mut is_other[at * all..][..all];
            let words = &memory.words[at / length * copies..][..copies];
            let mut label = None;
            for place in wanted.into_iter().flat_map(|word| places(word, vocabulary, words)) {
                row[place] = false;
                label = label.or(Some(place));
            }
            labels.push(label);
        }
        let count = labels.iter().flatten().count() as f32 / inputs.len().max(1) as f32;
        let labels = Labels::new(labels);
        let of_all = cross_entropy(&scores, &labels);
        let of_word = cross_entropy(&masked_fill(scores, &is_other, MASKED), &labels);
        Ok((of_all - of_word).mul_scalar(count))
    }

    /// The best texts that beam search finds for inputs of one kind, the best first.
    pub fn write(
        &self,
        kind: GeneratedKind,
        inputs: &[&GeneratorInput],
        beam_width: usize,
    ) -> Result<Vec<Vec<Written>>, ModelError> {
        if inputs.is_empty() {
            return Ok(Vec::new());
        }
        let memory = self.encode(inputs, Mode::Eval)?;
        let settings = BeamSettings {
            width: beam_width,
            shortest: 1,
            longest: self.config.longest(kind),
            length_exponent: self.config.length_exponent,
            no_repeat: if kind == GeneratedKind::Name { 0 } else { self.config.no_repeat },
            end: self.config.end(),
        };
        let found = beam_search(vec![(); inputs.len()], &settings, |beams| self.search_step(&memory, beams))?;
        let written = |Finished { tokens, log_probability, .. }| Written { words: tokens, log_probability };
        Ok(found.into_iter().map(|of| of.into_iter().map(written).collect()).collect())
    }

    fn search_step(&self, memory: &Memory, beams: &[Unfinished<()>]) -> Result<Vec<((), Vec<f32>)>, ModelError> {
        let rows: Vec<u32> = beams.iter().map(|beam| beam.example as u32).collect();
        let [_, _, copies] = memory.copies.shape();
        let words = rows.iter().flat_map(|&row| &memory.words[row as usize * copies..][..copies]);
        let own = Memory {
            layers: memory.layers.iter().map(|layer| layer.rows(&rows)).collect(),
            padding: rows_of(&memory.padding, &rows),
            copies: rows_of(&memory.copies, &rows),
            words: words.copied().collect(),
            numbers: memory.numbers,
        };
        // All are of one length: each has got a word in every step.
        let length = beams.first().map_or(0, |beam| beam.tokens.len()) + 1;
        let before: Vec<u32> = beams
            .iter()
            .flat_map(|beam| std::iter::once(self.config.start()).chain(beam.tokens.iter().copied()))
            .collect();
        let scores = self.scores(&own, &before, length, Mode::Eval);
        let last: Vec<u32> = (1..=beams.len()).map(|row| (row * length) as u32 - 1).collect();
        let probabilities = softmax(embedding(&scores, &last));
        // The probability of a word is the sum over its places.
        let vocabulary = 0..self.config.words as u32 + 1;
        let numbers: Vec<u32> =
            own.words.chunks_exact(copies).flat_map(|words| vocabulary.clone().chain(words.iter().copied())).collect();
        let sums = scatter_add(&probabilities, &numbers, memory.numbers).into_values()?;
        let logarithms = |row: &[f32]| {
            let mut row: Vec<f32> = row.iter().map(|probability| probability.ln()).collect();
            row[Vocabulary::UNKNOWN as usize] = f32::NEG_INFINITY;
            row[self.config.start() as usize] = f32::NEG_INFINITY;
            ((), row)
        };
        Ok(sums.chunks_exact(memory.numbers).map(logarithms).collect())
    }
}

/// The scores that a word has: its own in the vocabulary, and those of its places in the input.
fn places(word: u32, vocabulary: usize, copies: &[u32]) -> impl Iterator<Item = usize> {
    let own = Some(word as usize).filter(|&word| word < vocabulary);
    let places = copies.iter().enumerate().filter(move |(_, copy)| **copy == word).map(move |(at, _)| vocabulary + at);
    own.into_iter().chain(places)
}
