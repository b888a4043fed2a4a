//! A span predictor that reads code: windows in, spans of blocks out.

use std::sync::{Mutex, PoisonError};

use examen_tensor::{Mode, Placement, Rotary, Tensor};
use examen_tokenizers::LayoutTokenizer;
use examen_tokenizers::labels::SpanKind;

use super::config::CodeConfig;
use super::folder::CodeModel;
use super::input::{PackedInput, PackedSequence};
use super::network::CodeNetwork;
use super::span_decoding::{ScoredTokens, decode_spans};
use super::span_input::{CodeBlock, SpanInput};
use crate::error::ModelError;

/// A span predictor that is ready to read. Threads may share it.
#[derive(Debug)]
pub struct SpanReader {
    config: CodeConfig,
    tokenizer: LayoutTokenizer,
    /// One input at a time: the engine computes on all threads by itself.
    network: Mutex<(CodeNetwork, Rotary)>,
}

/// A span of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSpan {
    /// Whether it answers or supports an answer.
    pub kind: SpanKind,
    /// The block.
    pub block: u32,
    /// Its first byte in the block.
    pub start: u32,
    /// The byte behind its last.
    pub end: u32,
}

impl SpanReader {
    /// Makes a model that was trained for spans ready to read.
    pub fn new(model: CodeModel, placement: Placement) -> Result<Self, ModelError> {
        let CodeModel { config, tokenizer, network, .. } = model;
        let rotary = CodeNetwork::rotary(&config, config.max_position_embeddings)?.placed(placement)?;
        Ok(Self { config, tokenizer, network: Mutex::new((network, rotary)) })
    }

    /// Its configuration.
    pub fn config(&self) -> &CodeConfig {
        &self.config
    }

    /// The tokens of blocks.
    pub fn input<'b>(&self, blocks: impl IntoIterator<Item = CodeBlock<'b>>) -> SpanInput {
        SpanInput::new(&self.tokenizer, blocks)
    }

    /// For each query, given by its number, the spans in windows over one input, each once. A network that answers all
    /// queries at once reads a window once, any other once for each query.
    pub fn read(&self, windows: &[SpanInput], queries: &[u32]) -> Result<Vec<Vec<BlockSpan>>, ModelError> {
        let mut all: Vec<Vec<BlockSpan>> = vec![Vec::new(); queries.len()];
        for (at, window) in windows.iter().enumerate() {
            let is_last = at + 1 == windows.len();
            for (spans, scores) in all.iter_mut().zip(self.scores(window, queries)?) {
                for span in spans_of(window, &scores, is_last) {
                    // What an earlier window has said, in whole or in part, is not said again.
                    if !spans.iter().any(|other| other.overlaps(&span)) {
                        spans.push(span);
                    }
                }
            }
        }
        Ok(all)
    }

    /// The scores of the tokens of a window for each query.
    fn scores(&self, window: &SpanInput, queries: &[u32]) -> Result<Vec<Vec<f32>>, ModelError> {
        let network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        let (network, rotary) = &*network;
        let packed =
            |query| PackedInput::new([PackedSequence { ids: &window.ids, occurrences: &window.occurrences, query }]);
        let values = |scores: Tensor<2>| scores.into_values().map_err(ModelError::from);
        if self.config.is_one_pass && queries.len() > 1 {
            let scores = values(network.span_scores_of_all(&packed(0), rotary, Mode::Eval)?)?;
            return Ok(queries.iter().map(|&query| network.of_query(&scores, query)).collect());
        }
        let one = |&query: &u32| values(network.span_scores(&packed(query), rotary, Mode::Eval)?);
        queries.iter().map(one).collect()
    }
}

impl BlockSpan {
    /// Whether both have a byte in common.
    fn overlaps(&self, other: &Self) -> bool {
        self.block == other.block && self.start < other.end && other.start < self.end
    }
}

/// The spans of what is read at once. Those that reach its end are left to the next window, if there is one.
fn spans_of<'w>(window: &'w SpanInput, scores: &[f32], is_last: bool) -> impl Iterator<Item = BlockSpan> + use<'w> {
    let is_code: Vec<bool> = window.places.iter().map(Option::is_some).collect();
    decode_spans(ScoredTokens { scores, is_code: &is_code }).into_iter().filter_map(move |run| {
        let (first, last) = (window.places[run.start]?, window.places[run.end - 1]?);
        let is_whole = first.block == last.block && (is_last || run.end < window.ids.len());
        is_whole.then_some(BlockSpan { kind: run.kind, block: first.block, start: first.start, end: last.end })
    })
}
