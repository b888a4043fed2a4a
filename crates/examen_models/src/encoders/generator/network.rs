//! The network: encoder, decoder, one distribution over words to be written and words to be copied.

use examen_tensor::{
    Labels, Mode, Parameters, Rotary, Tensor, cross_entropy, dropout, embedding, gather, linear, masked_fill,
    scatter_add, softmax,
};

use super::config::{GeneratedKind, GeneratorConfig};
use super::decoder::rows_of;
use super::input::{GeneratorInput, GeneratorTokens};
use super::sides::{Reader, Writer, WriterMemory};
use crate::beam_search::{BeamSettings, Finished, Unfinished, beam_search};
use crate::encoders::parts::{Norm, frequencies};
use crate::error::ModelError;
use crate::vocabulary::Vocabulary;
use crate::weights::Weights;

/// A score that leaves nothing of a probability.
const MASKED: f32 = -1e9;

/// A generator.
#[derive(Debug)]
pub struct GeneratorNetwork {
    config: GeneratorConfig,
    reader: Reader,
    writer: Writer,
    rotary: Rotary,
    /// Words of the vocabulary, the end and the start: what goes in, and what scores are taken with.
    targets: Tensor<2>,
    embedding_norm: Norm,
    norm: Norm,
    /// What gives queries and keys of copies; nothing where none are made.
    copies: Option<[Tensor<2>; 2]>,
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
    attended: WriterMemory,
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
        let mut copy = |part: &str| weights.take(&format!("copy_{part}.weight"), [width, width]);
        let copies = if config.no_copy { None } else { Some([copy("query")?, copy("key")?]) };
        let network = Self {
            reader: Reader::load(config, weights)?,
            writer: Writer::load(config, weights)?,
            copies,
            rotary,
            targets: weights.take("targets.weight", [config.words + 2, width])?,
            embedding_norm: Norm::rms(weights, "decoder_embedding_norm", width, epsilon)?,
            norm: Norm::rms(weights, "decoder_norm", width, epsilon)?,
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
        let (states, last) = self.reader.read(inputs, &self.rotary, mode)?;
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
        let padding = Tensor::from_values(padding, [rows, 1, 1, longest])?.beside(&states);
        let read: Vec<u32> = words.iter().map(|&word| self.read_as(word)).collect();
        let of_words = embedding(&states, &copied) + embedding(&self.targets, &read);
        let keys = match &self.copies {
            Some([_, key]) => linear(of_words, key, None),
            None => of_words,
        };
        let keys = keys.reshape([rows, most_copies, width]).transpose(1, 2);
        let attended = self.writer.memory(&states, last, &tokens, rows);
        Ok(Memory { attended, padding, copies: keys, words, numbers })
    }

    /// The states of words that have others before them: row, word, width. `before` has those, row after row, as many in each row.
    fn states(&self, memory: &Memory, before: &[u32], length: usize, mode: Mode<'_>) -> Tensor<3> {
        let [rows, width, _] = memory.copies.shape();
        let read: Vec<u32> = before.iter().map(|&word| self.read_as(word)).collect();
        let x = self.embedding_norm.apply(embedding(&self.targets, &read).reshape([rows, length, width]));
        let x = dropout(x, self.config.encoder.hidden_dropout_prob, mode);
        self.norm.apply(self.writer.apply(x, &memory.attended, &memory.padding, &self.rotary, mode))
    }

    /// Scores of the vocabulary and the end, and behind them of the places that may be copied, at some of the words of all rows, by
    /// their numbers.
    fn scores(&self, memory: &Memory, x: Tensor<3>, chosen: &[u32]) -> Tensor<2> {
        let [rows, length, width] = x.shape();
        let [_, _, room] = memory.copies.shape();
        let query = match &self.copies {
            Some([query, _]) => linear(x.clone(), query, None),
            None => x.clone(),
        };
        let query = query.mul_scalar(1.0 / (width as f32).sqrt());
        let copied = query.matmul(memory.copies.clone()).reshape([rows * length, room]);
        let of_row = |&word: &u32| &memory.words[word as usize / length * room..][..room];
        let is_padding: Vec<bool> = chosen.iter().flat_map(of_row).map(|&word| word == self.config.start()).collect();
        let copied = masked_fill(embedding(&copied, chosen), &is_padding, MASKED);
        let written = linear(embedding(&x.reshape([rows * length, width]), chosen), &self.targets, None);
        // The start is never written.
        let written = written.slice(1, 0..self.config.words + 1);
        Tensor::concat(vec![written, copied], 1)
    }

    /// The negative logarithm of the probability of the words to be written and the end behind them, the sum over an example and the
    /// mean over examples. Words that are neither known nor in the input are passed over.
    pub fn loss(&self, inputs: &[&GeneratorInput], mode: Mode<'_>) -> Result<Tensor<1>, ModelError> {
        // Beside a long text a name would be mostly padding.
        let is_short = |input: &&GeneratorInput| input.target.len() <= self.config.longest_name;
        let (short, long): (Vec<_>, Vec<_>) = inputs.iter().copied().partition(is_short);
        let groups = [short, long].into_iter().filter(|group| !group.is_empty());
        let sums: Result<Vec<Tensor<1>>, ModelError> = groups.map(|group| self.loss_sum(&group, mode)).collect();
        let Some(sum) = sums?.into_iter().reduce(|one, other| one + other) else {
            return Ok(Tensor::from_values(vec![0.0], [1])?);
        };
        Ok(sum.mul_scalar(1.0 / inputs.len().max(1) as f32))
    }

    /// The same, summed over examples.
    fn loss_sum(&self, inputs: &[&GeneratorInput], mode: Mode<'_>) -> Result<Tensor<1>, ModelError> {
        let memory = self.encode(inputs, mode)?;
        let [_, _, room] = memory.copies.shape();
        let length = inputs.iter().map(|input| input.target.len() + 1).max().unwrap_or(1);
        let vocabulary = self.config.words + 1;
        let (mut before, mut chosen, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (row, input) in inputs.iter().enumerate() {
            before.push(self.config.start());
            before.extend(&input.target);
            before.resize((row + 1) * length, self.config.end());
            let copies = &memory.words[row * room..][..room];
            let words = input.target.iter().copied().chain(std::iter::once(self.config.end())).zip(row * length..);
            for (word, at) in words.filter(|(word, _)| *word != Vocabulary::UNKNOWN) {
                chosen.push(at as u32);
                places.push(places_of(word, vocabulary, copies).collect::<Vec<u32>>());
            }
        }
        let scores = self.scores(&memory, self.states(&memory, &before, length, mode), &chosen);
        // The probability of a word is the sum over its places.
        let most = places.iter().map(Vec::len).max().unwrap_or(0);
        let (mut padded, mut is_padding) = (Vec::new(), Vec::new());
        for of_word in &places {
            padded.extend(of_word);
            is_padding.resize(padded.len(), false);
            padded.resize(padded.len() + most - of_word.len(), 0);
            is_padding.resize(padded.len(), true);
        }
        let first = |of_word: &Vec<u32>| of_word.first().map(|&place| place as usize);
        let of_all = cross_entropy(&scores, &Labels::new(places.iter().map(first).collect()));
        let own = masked_fill(gather(&scores, &padded), &is_padding, MASKED);
        let of_word = cross_entropy(&own, &Labels::new(vec![Some(0); places.len()]));
        Ok((of_all - of_word).mul_scalar(places.len() as f32))
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
            attended: memory.attended.rows(&rows),
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
        let states = self.states(&own, &before, length, Mode::Eval).slice(1, length - 1..length);
        let all: Vec<u32> = (0..).take(beams.len()).collect();
        let probabilities = softmax(self.scores(&own, states, &all));
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

/// The numbers of the scores that a word has: its own in the vocabulary, and those of its places in the input.
fn places_of(word: u32, vocabulary: usize, copies: &[u32]) -> impl Iterator<Item = u32> {
    let own = Some(word).filter(|&word| (word as usize) < vocabulary);
    let places = (vocabulary as u32..).zip(copies).filter(move |(_, copy)| **copy == word).map(|(at, _)| at);
    own.into_iter().chain(places)
}
