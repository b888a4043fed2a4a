//! A span predictor of our own, from the directory that `examen train spans` wrote.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};

use examen_data::{Answer, AnswerKind, Place};
use examen_models::{
    CodeBlock, CodeConfig, CodeModel, CodeNetwork, ModelError, PackedInput, PackedSequence, ScoredTokens, SpanInput,
    decode_spans,
};
use examen_tensor::{Mode, Rotary};
use examen_tokenizers::LayoutTokenizer;
use examen_tokenizers::labels::SpanKind;
use serde::Deserialize;

use super::block_lines::BlockLines;
use super::example_row::ExampleRow;
use super::predictor::{LongInput, ModelOptions, NoReply, Predictor, Procedure, Reply};
use super::task_examples::TaskInfo;

/// The column that is part of the truth where an example asks for supporting facts.
const FACTS: &str = "supporting_fact_spans";

/// A span predictor.
pub(super) struct SpanPredictor {
    name: String,
    config: CodeConfig,
    tokenizer: LayoutTokenizer,
    long: LongInput,
    /// One batch at a time: the engine computes on all threads by itself.
    network: Mutex<(CodeNetwork, Rotary)>,
}

/// A block of code that an example shows.
#[derive(Deserialize)]
struct Block<'r> {
    #[serde(borrow)]
    header: Cow<'r, str>,
    #[serde(borrow)]
    content: Cow<'r, str>,
    line_ranges: Vec<LineRange>,
}

#[derive(Clone, Copy, Deserialize)]
struct LineRange {
    start: u32,
    end: u32,
}

impl SpanPredictor {
    /// The columns that it reads.
    pub(super) const COLUMNS: [&'static str; 2] = ["query", "blocks"];

    /// A model that was trained for spans.
    pub(super) fn of(model: CodeModel, name: String, options: &ModelOptions) -> crate::Result<Self> {
        let CodeModel { config, tokenizer, network, .. } = model;
        let rotary = CodeNetwork::rotary(&config, config.max_position_embeddings)?;
        let rotary = rotary.placed(options.placement).map_err(ModelError::from)?;
        let (long, network) = (options.reading.clone(), Mutex::new((network, rotary)));
        Ok(Self { name, config, tokenizer, long, network })
    }

    fn answer(&self, task: &TaskInfo, row: &ExampleRow) -> Reply {
        let query = row.text("query").map_err(NoReply::Failed)?;
        let Some(query) = self.config.query_number(query) else {
            return Err(NoReply::Skipped(format!("the model was not trained for the query {query}")));
        };
        let blocks: Vec<Block> = row.read("blocks").map_err(NoReply::Failed)?;
        let shown = blocks.iter().map(|block| CodeBlock { header: &block.header, content: &block.content });
        let input = SpanInput::new(&self.tokenizer, shown);
        let lines: Vec<BlockLines<'_>> = blocks
            .iter()
            .map(|block| BlockLines::new(&block.content, block.line_ranges.iter().map(|range| range.start..range.end)))
            .collect();
        let (mut answer_spans, mut supporting_fact_spans) = (Vec::new(), Vec::new());
        for (kind, place) in self.spans(input, query, &lines)? {
            match kind {
                SpanKind::Answer => answer_spans.push(place),
                SpanKind::Fact if task.answer.has_truth(FACTS) => supporting_fact_spans.push(place),
                SpanKind::Fact => {}
            }
        }
        Ok(Answer::Spans { answer_spans, supporting_fact_spans, unlocated: 0 })
    }

    /// The spans of an input, each once, by the procedure for those that are too long.
    fn spans(
        &self,
        mut input: SpanInput,
        query: u32,
        lines: &[BlockLines<'_>],
    ) -> Result<Vec<(SpanKind, Place)>, NoReply> {
        let length = self.long.max_length.unwrap_or(usize::MAX).min(self.config.max_position_embeddings);
        if self.long.procedure == Procedure::Prefix {
            input.truncate(length);
            return self.spans_of_window(&input, query, lines, true);
        }
        let stride = self.long.stride.unwrap_or(length / 2);
        let windows = input.windows(length, stride);
        let mut spans: Vec<(SpanKind, Place)> = Vec::new();
        for (at, window) in windows.iter().enumerate() {
            for (kind, place) in self.spans_of_window(window, query, lines, at + 1 == windows.len())? {
                // What an earlier window has said, in whole or in part, is not said again.
                if !spans.iter().any(|(_, other)| overlap(other, &place)) {
                    spans.push((kind, place));
                }
            }
        }
        Ok(spans)
    }

    /// The spans of what is read at once. Those that reach its end are left to the next window, if there is one.
    fn spans_of_window(
        &self,
        input: &SpanInput,
        query: u32,
        lines: &[BlockLines<'_>],
        is_last: bool,
    ) -> Result<Vec<(SpanKind, Place)>, NoReply> {
        let sequence = PackedSequence { ids: &input.ids, occurrences: &input.occurrences, query };
        let packed = PackedInput::new([sequence]);
        let failed = |error: &dyn std::error::Error| NoReply::Failed(error.to_string());
        let scores = {
            let network = self.network.lock().unwrap_or_else(PoisonError::into_inner);
            let (network, rotary) = &*network;
            network.span_scores(&packed, rotary, Mode::Eval).map_err(|error| failed(&error))?
        };
        let scores = scores.into_values().map_err(|error| failed(&error))?;
        let is_code: Vec<bool> = input.places.iter().map(Option::is_some).collect();
        let mut spans = Vec::new();
        for run in decode_spans(ScoredTokens { scores: &scores, is_code: &is_code }) {
            let (Some(first), Some(last)) = (input.places[run.start], input.places[run.end - 1]) else { continue };
            if first.block != last.block || (run.end == input.ids.len() && !is_last) {
                continue;
            }
            let lines = &lines[first.block as usize];
            // Code of an artificial block has no place in the file.
            let (Some(start), Some(end)) = (lines.place(first.start), lines.place(last.end)) else { continue };
            let place = Place { start_line: start.0, start_column: start.1, end_line: end.0, end_column: end.1 };
            spans.push((run.kind, place));
        }
        Ok(spans)
    }
}

/// Whether two spans have a character in common.
fn overlap(one: &Place, other: &Place) -> bool {
    let start = |place: &Place| (place.start_line, place.start_column);
    let end = |place: &Place| (place.end_line, place.end_column);
    start(one) < end(other) && start(other) < end(one)
}

impl Predictor for SpanPredictor {
    fn name(&self) -> &str {
        &self.name
    }

    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        task.asks_for(&[AnswerKind::Spans])
    }

    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        Self::COLUMNS.to_vec()
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        batch.iter().map(|row| self.answer(task, row)).collect()
    }
}
