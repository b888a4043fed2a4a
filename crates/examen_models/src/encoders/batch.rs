//! Sequences, and batches of them: padding on the right, and masks.

use std::ops::Range;

use examen_tensor::Mask;

use crate::error::ModelError;
use examen_tokenizers::Tokens;

/// One input of a network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequence {
    /// Ids of tokens, with special tokens.
    pub ids: Vec<u32>,
    /// Variables of the text and where their values come from, which GraphCodeBERT is shown behind the text.
    pub flow: Vec<FlowNode>,
}

impl Sequence {
    /// The number of positions that the network gives states for: those of the tokens, then those of the variables.
    pub fn length(&self) -> usize {
        self.ids.len() + self.flow.len()
    }
}

impl From<&Tokens> for Sequence {
    fn from(tokens: &Tokens) -> Self {
        Self { ids: tokens.ids.clone(), flow: Vec::new() }
    }
}

/// A variable at one place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowNode {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The nodes that its value comes from.
    pub sources: Vec<usize>,
}

/// Sequences of one length: shorter ones are padded on the right.
#[derive(Debug)]
pub(super) struct Batch<'s> {
    pub(super) sequences: &'s [Sequence],
    pub(super) rows: usize,
    pub(super) length: usize,
}

impl<'s> Batch<'s> {
    /// Sequences that a network can take, at least one.
    pub(super) fn new(sequences: &'s [Sequence], vocabulary: usize, limit: usize) -> Result<Self, ModelError> {
        for sequence in sequences {
            if !(1..=limit).contains(&sequence.ids.len()) {
                return Err(ModelError::SequenceLength { length: sequence.ids.len(), limit });
            }
            if let Some(&id) = sequence.ids.iter().find(|&&id| id as usize >= vocabulary) {
                return Err(ModelError::TokenId { id, vocabulary });
            }
            for node in &sequence.flow {
                if node.tokens.is_empty() || node.tokens.end > sequence.ids.len() {
                    return Err(ModelError::DataFlow("a node must stand for tokens of the sequence"));
                }
                if node.sources.iter().any(|&source| source >= sequence.flow.len()) {
                    return Err(ModelError::DataFlow("a node comes from one that is not there"));
                }
            }
        }
        let length = sequences.iter().map(Sequence::length).max().unwrap_or(0);
        Ok(Self { sequences, rows: sequences.len(), length })
    }

    /// A number for each position of each row: for tokens by place, for variables and for padding always the same.
    pub(super) fn numbers(&self, token: impl Fn(&Sequence, usize) -> u32, node: u32, padding: u32) -> Vec<u32> {
        let mut numbers = Vec::with_capacity(self.rows * self.length);
        for sequence in self.sequences {
            numbers.extend((0..sequence.ids.len()).map(|at| token(sequence, at)));
            numbers.extend(sequence.flow.iter().map(|_| node));
            numbers.resize(numbers.len() + self.length - sequence.length(), padding);
        }
        numbers
    }

    /// The ids. What is padded gets the first, which is always there: nobody sees it.
    pub(super) fn ids(&self) -> Vec<u32> {
        self.numbers(|sequence, at| sequence.ids[at], 0, 0)
    }

    /// Places from 0 on; what is padded gets the first, since nobody sees it.
    pub(super) fn places(&self, offset: u32) -> Vec<u32> {
        self.numbers(|_, at| at as u32 + offset, offset, offset)
    }

    /// Masks the keys that are padding; none if there is no padding.
    pub(super) fn mask(&self) -> Option<Mask> {
        let lengths: Vec<usize> = self.sequences.iter().map(Sequence::length).collect();
        lengths.iter().any(|&length| length < self.length).then(|| Mask::padding(&lengths, self.length))
    }

    /// Masks the keys that are padding, and the pairs of query and key that are not open.
    pub(super) fn mask_by(&self, open: impl Fn(&Sequence, usize, usize) -> bool) -> Result<Mask, ModelError> {
        let mut masked = Vec::with_capacity(self.rows * self.length * self.length);
        for sequence in self.sequences {
            let used = sequence.length();
            for query in 0..self.length {
                // What is padded may see everything: nobody looks at what it makes of it.
                let is_open = |key: usize| key < used && (query >= used || open(sequence, query, key));
                masked.extend((0..self.length).map(|key| !is_open(key)));
            }
        }
        Ok(Mask::new(masked, self.rows, self.length)?)
    }
}

/// The indices of texts in batches of similar length, the longest first, so that little is padded.
///
/// A batch has at most `rows` texts and, if it has several, at most `positions` positions with its padding.
pub fn batches_by_length(lengths: &[usize], rows: usize, positions: usize) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(lengths[at]));
    let mut batches: Vec<Vec<usize>> = Vec::new();
    for at in order {
        match batches.last_mut() {
            Some(batch) if batch.len() < rows && (batch.len() + 1) * lengths[batch[0]] <= positions => batch.push(at),
            _ => batches.push(vec![at]),
        }
    }
    batches
}
