//! Packed inputs.

use examen_tensor::Packing;

/// One sequence of a packed input.
#[derive(Clone, Copy, Debug)]
pub struct PackedSequence<'s> {
    /// Token ids.
    pub ids: &'s [u32],
    /// For each token, how often its word occurs.
    pub occurrences: &'s [u8],
    /// The number of the query, the same for all tokens.
    pub query: u32,
}

/// Sequences one behind the other.
#[derive(Clone, Debug)]
pub struct PackedInput {
    pub(super) ids: Vec<u32>,
    pub(super) occurrences: Vec<u32>,
    pub(super) queries: Vec<u32>,
    pub(super) packing: Packing,
}

/// Tokens to be predicted: their positions in a packed input, and what they were.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MaskedTokens {
    /// Positions among those of all sequences.
    pub positions: Vec<u32>,
    /// The ids that were there.
    pub ids: Vec<u32>,
}

impl PackedInput {
    /// Packs sequences.
    pub fn new<'s>(sequences: impl IntoIterator<Item = PackedSequence<'s>>) -> Self {
        let (mut ids, mut occurrences, mut queries, mut lengths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for sequence in sequences {
            ids.extend_from_slice(sequence.ids);
            occurrences.extend(sequence.occurrences.iter().map(|&class| u32::from(class)));
            occurrences.resize(ids.len(), 0);
            queries.resize(ids.len(), sequence.query);
            lengths.push(sequence.ids.len());
        }
        Self { ids, occurrences, queries, packing: Packing::new(lengths) }
    }

    /// The ids, which a masking objective changes.
    pub fn ids_mut(&mut self) -> &mut [u32] {
        &mut self.ids
    }

    /// The number of tokens of all sequences.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there is no token.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }
}
