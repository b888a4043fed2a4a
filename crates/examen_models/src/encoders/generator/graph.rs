//! A gated graph network over the tokens of an input (Li et al. 2016): Structured Neural Summarization (Fernandes et al. 2019), which
//! `CodeCaption` compares with.
//!
//! LSTMs read the tokens first. Then each token is sent messages by those that syntax, data flow and earlier places of its word lead to,
//! a few times over, and a gated unit says what it makes of them. A gated mean over all tokens is what the decoder starts from. A node of
//! the syntax tree stands with its first token, so that there are no other nodes than tokens.

use std::ops::Range;

use examen_tensor::{NamedValues, Tensor, embedding, linear, range_means, sigmoid, tanh};

use super::config::GeneratorConfig;
use super::input::GeneratorInput;
use crate::error::ModelError;
use crate::weights::{Weights, random_values};

/// How often messages are sent.
const STEPS: usize = 4;

/// What leads from one place of code to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// From a node of the syntax tree to a part of it.
    Syntax,
    /// From what a value comes from to the variable that has it.
    DataFlow,
    /// From a word to the next place of the same word.
    SameWord,
}

/// An edge between two places of code, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodeEdge {
    /// What leads from one to the other.
    pub kind: EdgeKind,
    /// Where it begins.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
}

impl EdgeKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Self; 3] = [Self::Syntax, Self::DataFlow, Self::SameWord];
}

/// Kinds of messages: those along each kind of edge, those to the next token, and the same the other way round.
const MESSAGES: usize = 2 * (EdgeKind::ALL.len() + 1);

/// The layers of a gated graph network, the same in each step.
#[derive(Debug)]
pub(super) struct GraphLayers {
    messages: Vec<Tensor<2>>,
    /// How much of a state is new, how much of the old one is looked at for that, and what is new.
    update: [Tensor<2>; 3],
    /// How much of each token is in the mean, and what.
    pooled: [Tensor<2>; 2],
}

const UPDATES: [&str; 3] = ["layers.graph.update.weight", "layers.graph.reset.weight", "layers.graph.candidate.weight"];
const POOLED: [&str; 2] = ["layers.graph.gate.weight", "layers.graph.pooled.weight"];

fn message_name(kind: usize) -> String {
    format!("layers.graph.messages.{kind}.weight")
}

/// The parameters before training.
pub(super) fn initial_graph(config: &GeneratorConfig, seed: u64) -> impl Iterator<Item = NamedValues> {
    let width = config.encoder.hidden_size;
    let messages = (0..MESSAGES).map(move |kind| (message_name(kind), width));
    let updates = UPDATES.map(|name| (name.to_owned(), 2 * width));
    let pooled = POOLED.map(|name| (name.to_owned(), width));
    messages.chain(updates).chain(pooled).map(move |(name, inputs)| {
        let values = random_values(seed, &name, width * inputs, 1.0 / (inputs as f64).sqrt());
        NamedValues { name, shape: vec![width, inputs], values }
    })
}

/// Messages of one kind in a batch: who sends them, in the order of those that they are for.
struct Messages {
    senders: Vec<u32>,
    /// The messages of each receiver.
    ranges: Vec<Range<usize>>,
    /// For each token its number among receivers, from 1; 0 for those without a message.
    receivers: Vec<u32>,
}

impl Messages {
    fn new(mut edges: Vec<(u32, u32)>, tokens: usize) -> Self {
        edges.sort_unstable();
        edges.dedup();
        let (mut ranges, mut receivers): (Vec<Range<usize>>, _) = (Vec::new(), vec![0; tokens]);
        for (at, &(to, _)) in edges.iter().enumerate() {
            if receivers[to as usize] == 0 {
                ranges.push(at..at);
                receivers[to as usize] = ranges.len() as u32;
            }
            if let Some(range) = ranges.last_mut() {
                range.end = at + 1;
            }
        }
        Self { senders: edges.into_iter().map(|(_, from)| from).collect(), ranges, receivers }
    }

    /// Those of all inputs by kind: forwards along edges, to the next token, and the same backwards.
    fn of(inputs: &[&GeneratorInput]) -> Vec<Self> {
        let mut edges: Vec<Vec<(u32, u32)>> = vec![Vec::new(); MESSAGES];
        let mut first = 0;
        for input in inputs {
            let mut add = |kind: usize, from: u32, to: u32| {
                edges[kind].push((first + to, first + from));
                edges[kind + MESSAGES / 2].push((first + from, first + to));
            };
            for &(kind, from, to) in &input.edges {
                add(kind as usize, from, to);
            }
            for next in 1..input.len() as u32 {
                add(EdgeKind::ALL.len(), next - 1, next);
            }
            first += input.len() as u32;
        }
        edges.into_iter().map(|edges| Self::new(edges, first as usize)).collect()
    }
}

impl GraphLayers {
    pub(super) fn load(config: &GeneratorConfig, weights: &mut Weights<'_>) -> Result<Self, ModelError> {
        let width = config.encoder.hidden_size;
        let mut take = |name: &str, inputs: usize| weights.take(name, [width, inputs]);
        let messages = (0..MESSAGES).map(|kind| take(&message_name(kind), width)).collect::<Result<_, _>>()?;
        let [update, reset, candidate] = UPDATES;
        let [gate, pooled] = POOLED;
        Ok(Self {
            messages,
            update: [take(update, 2 * width)?, take(reset, 2 * width)?, take(candidate, 2 * width)?],
            pooled: [take(gate, width)?, take(pooled, width)?],
        })
    }

    /// The states of all tokens after the messages, and a vector of each input.
    pub(super) fn apply(
        &self,
        mut x: Tensor<2>,
        inputs: &[&GeneratorInput],
    ) -> Result<(Tensor<2>, Tensor<2>), ModelError> {
        let [_, width] = x.shape();
        let messages = Messages::of(inputs);
        let nothing = Tensor::from_values(vec![0.0; width], [1, width])?.beside(&x);
        for _ in 0..STEPS {
            let received = messages.iter().zip(&self.messages).filter(|(of_kind, _)| !of_kind.ranges.is_empty());
            let received = received.map(|(Messages { senders, ranges, receivers }, map)| {
                let means = range_means(&embedding(&linear(x.clone(), map, None), senders), ranges);
                embedding(&Tensor::concat(vec![nothing.clone(), means], 0), receivers)
            });
            let Some(received) = received.reduce(|one, other| one + other) else { break };
            let gate =
                |own: Tensor<2>, map: &Tensor<2>| linear(Tensor::concat(vec![received.clone(), own], 1), map, None);
            let [update, reset, candidate] = &self.update;
            let looked_at = sigmoid(gate(x.clone(), reset)) * x.clone();
            let new = tanh(gate(looked_at, candidate));
            x = x.clone() + sigmoid(gate(x.clone(), update)) * (new - x);
        }
        let [gate, pooled] = &self.pooled;
        let weighed = sigmoid(linear(x.clone(), gate, None)) * tanh(linear(x.clone(), pooled, None));
        let ranges = inputs.iter().scan(0, |end, input| {
            let start = *end;
            *end += input.len();
            Some(start..*end)
        });
        let vectors = range_means(&weighed, &ranges.collect::<Vec<Range<usize>>>());
        Ok((x, vectors))
    }
}
