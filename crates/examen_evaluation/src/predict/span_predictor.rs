//! A span predictor of our own, from the directory that `examen train spans` wrote.

use std::borrow::Cow;

use examen_data::{Answer, AnswerKind, Place};
use examen_models::{BlockSpan, CodeBlock, CodeModel, SpanInput, SpanReader};
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
    reader: SpanReader,
    long: LongInput,
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
    /// The kinds of answer that it gives.
    pub(super) const KINDS: [AnswerKind; 1] = [AnswerKind::Spans];

    /// The columns that it reads.
    pub(super) const COLUMNS: [&'static str; 2] = ["query", "blocks"];

    /// A model that was trained for spans.
    pub(super) fn of(model: CodeModel, options: &ModelOptions) -> crate::Result<Self> {
        let reader = SpanReader::new(model, options.placement)?;
        Ok(Self { reader, long: options.reading.clone() })
    }

    fn answer(&self, task: &TaskInfo, row: &ExampleRow) -> Reply {
        let query = row.text("query").map_err(NoReply::Failed)?;
        let Some(query) = self.reader.config().query_number(query) else {
            return Err(NoReply::Skipped(format!("the model was not trained for the query {query}")));
        };
        let blocks: Vec<Block> = row.read("blocks").map_err(NoReply::Failed)?;
        let shown = blocks.iter().map(|block| CodeBlock { header: &block.header, content: &block.content });
        let windows = self.windows(self.reader.input(shown));
        let spans = self.reader.read(&windows, &[query]).map_err(|error| NoReply::Failed(error.to_string()))?;
        let lines: Vec<BlockLines<'_>> = blocks
            .iter()
            .map(|block| BlockLines::new(&block.content, block.line_ranges.iter().map(|range| range.start..range.end)))
            .collect();
        let (mut answer_spans, mut supporting_fact_spans) = (Vec::new(), Vec::new());
        for BlockSpan { kind, block, start, end } in spans.into_iter().flatten() {
            let lines = &lines[block as usize];
            // Code of an artificial block has no place in the file.
            let (Some(start), Some(end)) = (lines.place(start), lines.place(end)) else { continue };
            let place = Place { start_line: start.0, start_column: start.1, end_line: end.0, end_column: end.1 };
            match kind {
                SpanKind::Answer => answer_spans.push(place),
                SpanKind::Fact if task.answer.has_truth(FACTS) => supporting_fact_spans.push(place),
                SpanKind::Fact => {}
            }
        }
        Ok(Answer::Spans { answer_spans, supporting_fact_spans, unlocated: 0 })
    }

    /// What is read at once of an input, by the procedure for those that are too long.
    fn windows(&self, mut input: SpanInput) -> Vec<SpanInput> {
        let most = self.reader.config().max_position_embeddings;
        let length = self.long.max_length.unwrap_or(most).min(most);
        match self.long.procedure {
            Procedure::Prefix => {
                input.truncate(length);
                vec![input]
            }
            Procedure::Window => input.windows(length, self.long.stride.unwrap_or(length / 2)),
        }
    }
}

impl Predictor for SpanPredictor {
    fn columns<'t>(&self, _: &'t TaskInfo) -> Vec<&'t str> {
        Self::COLUMNS.to_vec()
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        batch.iter().map(|row| self.answer(task, row)).collect()
    }
}
