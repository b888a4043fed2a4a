//! From the data flow of a text to what GraphCodeBERT is shown: its tokens, and a position for each variable behind them.
//!
//! As in the scripts of its authors, tokens of the language are cut into the vocabulary's one by one, each as if it stood behind a
//! space, and tokens may use the room that variables leave. Variables never have more than [`MAX_NODES`] positions, and those whose
//! tokens were cut off have none; there they use the room that tokens leave, and are shown without tokens.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Range;

use super::batch::FlowNode;
use crate::error::ModelError;
use examen_tokenizers::{Tokenizer, TokenizerError, Tokens};

/// The most variables of a text that are shown, as CodeQueries has it.
pub const MAX_NODES: usize = 128;

/// The tokens of a text in its language, and the flow of data between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFlow {
    /// The bytes of each token; one over several lines may have several places, and is read as one.
    pub tokens: Vec<Vec<Range<usize>>>,
    /// The variables in order of their tokens. A token may have several.
    pub nodes: Vec<TextNode>,
}

/// A variable at one place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextNode {
    /// Its token.
    pub token: usize,
    /// The tokens that its value comes from.
    pub sources: Vec<usize>,
}

/// A tokenizer of texts with data flow, for many threads at once.
#[derive(Clone, Copy, Debug)]
pub struct FlowTokenizer<'e> {
    pub(super) tokenizer: &'e Tokenizer,
    /// The special tokens before and behind a text.
    pub(super) special: [u32; 2],
    /// The number of tokens that the network has positions for.
    pub(super) positions: usize,
}

/// A part of a token in the vocabulary, and the bytes of the token that it stands for.
type Piece = (u32, Range<usize>);

impl FlowTokenizer<'_> {
    /// The tokens of a text, with special tokens and cut, and its variables.
    pub fn tokenize(&self, text: &str, flow: &TextFlow) -> Result<(Tokens, Vec<FlowNode>), ModelError> {
        let [first, last] = self.special;
        let shared = self.tokenizer.limit() + MAX_NODES - flow.nodes.len().min(MAX_NODES);
        let room = shared.min(self.positions).saturating_sub(self.special.len());
        let nothing = 0..0;
        let mut tokens = Tokens { ids: vec![first], offsets: vec![nothing.clone()], dropped: 0, unknown: 0 };
        // For each token of the language that is shown whole: its tokens in the vocabulary.
        let mut ranges: Vec<Option<Range<usize>>> = Vec::with_capacity(flow.tokens.len());
        // What was cut already; the first token is cut otherwise than the same one behind a space.
        let mut known: BTreeMap<(bool, String), Vec<Piece>> = BTreeMap::new();
        for (at, places) in flow.tokens.iter().enumerate() {
            let own: String = places.iter().map(|place| text.get(place.clone()).unwrap_or_default()).collect();
            let start = tokens.ids.len();
            let pieces = match known.entry((at == 0, own)) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    let pieces = self.pieces(&new.key().1, at == 0)?;
                    new.insert(pieces)
                }
            };
            for (id, part) in &*pieces {
                if tokens.ids.len() > room {
                    tokens.dropped += 1;
                } else {
                    tokens.ids.push(*id);
                    tokens.offsets.push(place_of(part, places));
                }
            }
            let range = start..start + pieces.len();
            ranges.push((!range.is_empty() && range.end <= tokens.ids.len()).then_some(range));
        }
        tokens.ids.push(last);
        tokens.offsets.push(nothing);
        tokens.unknown = self.tokenizer.unknown_among(&tokens.ids);
        Ok((tokens, nodes(flow, &ranges)))
    }

    /// The pieces of a token, as if it stood behind a space unless it is the first.
    fn pieces(&self, token: &str, is_first: bool) -> Result<Vec<Piece>, TokenizerError> {
        if is_first {
            return self.tokenizer.pieces(token);
        }
        let mut pieces = self.tokenizer.pieces(&format!(" {token}"))?;
        for (_, part) in &mut pieces {
            *part = part.start.saturating_sub(1)..part.end.saturating_sub(1);
        }
        Ok(pieces)
    }
}

/// The bytes of the text for some bytes of a token that lies at these places.
fn place_of(part: &Range<usize>, places: &[Range<usize>]) -> Range<usize> {
    let at = |mut offset: usize| {
        for place in places {
            if offset < place.len() {
                return place.start + offset;
            }
            offset -= place.len();
        }
        places.last().map_or(0, |place| place.end)
    };
    let start = at(part.start);
    if part.is_empty() { start..start } else { start..at(part.end - 1) + 1 }
}

/// The variables that are shown. A token that has several stands for the last of them as a source.
fn nodes(flow: &TextFlow, ranges: &[Option<Range<usize>>]) -> Vec<FlowNode> {
    let shown: Vec<(&TextNode, &Range<usize>)> =
        flow.nodes.iter().filter_map(|node| Some((node, ranges.get(node.token)?.as_ref()?))).take(MAX_NODES).collect();
    let places: BTreeMap<usize, usize> = shown.iter().enumerate().map(|(at, (node, _))| (node.token, at)).collect();
    let sources = |node: &TextNode| node.sources.iter().filter_map(|source| places.get(source).copied()).collect();
    shown.iter().map(|(node, range)| FlowNode { tokens: (*range).clone(), sources: sources(node) }).collect()
}
