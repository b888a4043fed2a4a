//! Examples of the queries suite as tokens with labels.

use std::path::Path;

use examen_corpus::Split;
use examen_data::{AnswerKind, TaskFolder, find_task_folders};
use examen_models::{CodeBlock, CodeConfig, SpanInput};
use examen_syntax::Span;
use examen_tokenizers::LayoutTokenizer;
use examen_tokenizers::labels::{Label, LabelledSpan, SpanKind};
use rayon::prelude::*;
use serde::Deserialize;

use crate::error::refuse;
use crate::predict::block_lines::BlockLines;

const COLUMNS: [&str; 4] = ["query", "blocks", "answer_spans", "supporting_fact_spans"];

/// An example with its truth.
#[derive(Deserialize)]
struct Row {
    query: String,
    blocks: Vec<Block>,
    answer_spans: Vec<ShownSpan>,
    supporting_fact_spans: Vec<ShownSpan>,
}

#[derive(Deserialize)]
struct Block {
    header: String,
    content: String,
    line_ranges: Vec<LineRange>,
}

#[derive(Clone, Copy, Deserialize)]
struct LineRange {
    start: u32,
    end: u32,
}

#[derive(Deserialize)]
struct ShownSpan {
    block: u32,
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

/// An example as tokens with labels.
pub(super) struct SpanExample {
    pub(super) query: u32,
    pub(super) ids: Vec<u32>,
    pub(super) occurrences: Vec<u8>,
    pub(super) labels: Vec<Label>,
    /// Whether it has an answer, and whether one was cut off.
    pub(super) is_positive: bool,
    pub(super) is_cut: bool,
}

/// Examples, and those that could not be used.
#[derive(Default)]
pub(super) struct SpanExamples {
    pub(super) examples: Vec<SpanExample>,
    /// Examples with a span that does not begin and end with a token.
    pub(super) misaligned: usize,
    /// Examples of queries that the model does not know.
    pub(super) unknown_query: usize,
}

/// The task of a directory that asks for spans: itself, or `queries/ideal` below it.
pub(super) fn span_task(data: &Path) -> crate::Result<TaskFolder> {
    let folders = find_task_folders(data)?;
    let asks_for_spans = |folder: &TaskFolder| {
        folder.answer().is_ok_and(|answer| answer.is_some_and(|answer| answer.kind == AnswerKind::Spans))
    };
    let spans: Vec<TaskFolder> = folders.into_iter().filter(asks_for_spans).collect();
    let is_ideal = |folder: &&TaskFolder| folder.manifest().suite == "queries" && folder.manifest().task == "ideal";
    match spans.iter().find(is_ideal).or(match spans.as_slice() {
        [only] => Some(only),
        _ => None,
    }) {
        Some(folder) => Ok(folder.clone()),
        None => refuse!("{}: no task `queries/ideal`, nor a single task that asks for spans", data.display()),
    }
}

/// The queries of a split, sorted.
pub(super) fn queries_of(folder: &TaskFolder, split: Split) -> crate::Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Query {
        query: String,
    }
    let mut queries = std::collections::BTreeSet::new();
    for row in folder.rows_with::<Query>(split, &["query"])? {
        queries.insert(row?.query);
    }
    Ok(queries.into_iter().collect())
}

impl SpanExamples {
    /// Reads a split of a task, with inputs cut to so many tokens.
    pub(super) fn read(
        folder: &TaskFolder,
        split: Split,
        tokenizer: &LayoutTokenizer,
        config: &CodeConfig,
        length: usize,
    ) -> crate::Result<Self> {
        let rows: Vec<Row> = folder.rows_with(split, &COLUMNS)?.collect::<examen_data::Result<_>>()?;
        let mut all = Self::default();
        let examples: Vec<Result<SpanExample, Fault>> =
            rows.par_iter().map(|row| row.example(tokenizer, config, length)).collect();
        for example in examples {
            match example {
                Ok(example) => all.examples.push(example),
                Err(Fault::Misaligned) => all.misaligned += 1,
                Err(Fault::UnknownQuery) => all.unknown_query += 1,
            }
        }
        Ok(all)
    }
}

enum Fault {
    Misaligned,
    UnknownQuery,
}

impl Row {
    fn example(&self, tokenizer: &LayoutTokenizer, config: &CodeConfig, length: usize) -> Result<SpanExample, Fault> {
        let query = config.query_number(&self.query).ok_or(Fault::UnknownQuery)?;
        let blocks = self.blocks.iter().map(|block| CodeBlock { header: &block.header, content: &block.content });
        let mut input = SpanInput::new(tokenizer, blocks);
        let lines: Vec<BlockLines<'_>> = self
            .blocks
            .iter()
            .map(|block| BlockLines::new(&block.content, block.line_ranges.iter().map(|range| range.start..range.end)))
            .collect();
        let place = |span: &ShownSpan, kind: SpanKind| {
            let lines = lines.get(span.block as usize)?;
            let start = lines.byte(span.start_line, span.start_column)?;
            let end = lines.byte(span.end_line, span.end_column)?;
            Some((span.block, LabelledSpan { kind, span: Span::new(start, end) }))
        };
        let answers = self.answer_spans.iter().map(|span| place(span, SpanKind::Answer));
        let facts = self.supporting_fact_spans.iter().map(|span| place(span, SpanKind::Fact));
        let spans: Vec<(u32, LabelledSpan)> = answers.chain(facts).collect::<Option<_>>().ok_or(Fault::Misaligned)?;
        let mut labels = input.labels(&spans).ok_or(Fault::Misaligned)?;
        let is_cut = labels.iter().skip(length).any(|label| !matches!(label, Label::Outside | Label::NotCode));
        labels.truncate(length);
        input.truncate(length);
        let is_positive = !self.answer_spans.is_empty();
        Ok(SpanExample { query, ids: input.ids, occurrences: input.occurrences, labels, is_positive, is_cut })
    }
}
