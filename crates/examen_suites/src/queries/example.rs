//! One question: which blocks are shown, and which spans of them are right.

use examen_data::ExampleId;
use examen_queries::{BuiltInMethod, Relevance};
use examen_syntax::{LineIndex, Span};

use super::built_in::{built_in_block, built_in_tokens};
use super::edition::Edition;
use super::file_exam::{Asked, FileExam};
use super::page::{Page, header_tokens};
use super::row::{ShownSpan, SpanRow};
use super::settings::{LIMIT, Reading};
use crate::source::SourceKey;
use examen_tokenizers::PieceCounter;
use examen_tokenizers::code_tokens::spelled_tokens;

/// What a question shows of a file.
#[derive(Clone, Debug)]
pub struct Example<'a> {
    /// The query and its spans.
    pub asked: &'a Asked,
    /// The blocks of the file, as positions in its list, in the order of their first lines.
    pub blocks: Vec<BlockUse>,
    /// Methods of built-in classes, shown after the file's own blocks.
    pub built_in_methods: Vec<BuiltInMethod>,
}

/// A block in an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockUse {
    /// Its position in the file's list.
    pub block: usize,
    /// Whether the query's rule takes it in.
    pub is_relevant: bool,
    /// Whether it is needed.
    pub is_flagged: bool,
}

/// The tools to write an example down with: the text, and what is worked out once for all examples of it.
#[derive(Clone, Copy)]
pub struct ExampleWriter<'a, 'f, 'p> {
    /// The file.
    pub exam: &'a FileExam<'f, 'p>,
    /// The text that is shown: the file's, or one with perturbed lines.
    pub page: &'a Page<'a>,
    /// What a span of the file is syntactically.
    pub pattern: &'a dyn Fn(Span) -> &'static str,
    /// The rules.
    pub edition: Edition,
}

impl<'a> Example<'a> {
    /// The blocks of one result.
    pub fn of_result(exam: &FileExam<'_, '_>, asked: &'a Asked, result: &Relevance, reading: Reading) -> Self {
        let used = |block: usize| BlockUse {
            block,
            is_relevant: result.context.contains(&block) || result.flagged.contains(&block),
            is_flagged: result.flagged.contains(&block),
        };
        let chosen = match reading {
            Reading::Flagged => &result.flagged,
            Reading::Simplified => &result.context,
        };
        let blocks = chosen.iter().map(|&block| used(block)).collect();
        Self { asked, blocks, built_in_methods: result.built_in_methods.clone() }.in_order(exam)
    }

    /// The blocks that are relevant to any result, or all of them with those flagged.
    pub fn of_file(exam: &FileExam<'_, '_>, asked: &'a Asked, reading: Reading, shows_all: bool) -> Self {
        let blocks = (0..exam.shown.blocks.len()).map(|block| BlockUse {
            block,
            is_relevant: asked.results.iter().any(|it| it.context.contains(&block) || it.flagged.contains(&block)),
            is_flagged: asked.results.iter().any(|it| it.flagged.contains(&block)),
        });
        let is_shown = |it: &BlockUse| {
            shows_all
                || match reading {
                    Reading::Flagged => it.is_flagged,
                    Reading::Simplified => it.is_relevant,
                }
        };
        // The published examples of whole files show no artificial blocks.
        Self { asked, blocks: blocks.filter(is_shown).collect(), built_in_methods: Vec::new() }.in_order(exam)
    }

    fn in_order(mut self, exam: &FileExam<'_, '_>) -> Self {
        self.blocks.retain(|it| !exam.shown.blocks[it.block].lines.is_empty());
        self.blocks.sort_unstable_by_key(|it| exam.shown.blocks[it.block].first_line());
        self
    }

    /// The spans of the example that lie in the blocks shown, with the position of the block among them.
    pub fn placed(&self, exam: &FileExam<'_, '_>, spans: &[Span]) -> Vec<(usize, Span)> {
        let placed = spans.iter().filter_map(|&span| {
            let block = exam.block_of(span)?;
            Some((self.blocks.iter().position(|it| it.block == block)?, span))
        });
        placed.collect()
    }

    /// The name of the example: the setting, the query, the file and the blocks make it what it is.
    pub fn id(&self, setting: &str, key: &SourceKey) -> ExampleId {
        let blocks: Vec<String> = self.blocks.iter().map(|it| it.block.to_string()).collect();
        let methods: Vec<String> =
            self.built_in_methods.iter().map(|it| format!("{}.{}", it.class, it.method)).collect();
        let query = self.asked.query.id;
        let parts = [setting, query, &key.project, &key.path, &key.content_hash, &blocks.join(" "), &methods.join(" ")];
        ExampleId::new(parts)
    }

    /// The example as a row, without tokens and labels.
    pub fn row(&self, writer: &ExampleWriter<'_, '_, '_>, counter: &mut PieceCounter<'_>) -> SpanRow {
        let ExampleWriter { exam, page, .. } = *writer;
        let query = self.asked.query;
        let mut blocks = Vec::with_capacity(self.blocks.len() + self.built_in_methods.len());
        let ranks = ranks(exam);
        for used in &self.blocks {
            let block = &exam.shown.blocks[used.block];
            let mut shown = page.shown_block(block, ranks[used.block], exam.file.tree(), exam.file.model().source);
            (shown.is_relevant, shown.is_flagged) = (used.is_relevant, used.is_flagged);
            blocks.push(shown);
        }
        for (at, method) in self.built_in_methods.iter().enumerate() {
            blocks.push(built_in_block((exam.shown.blocks.len() + at) as u32, method));
        }
        let spans = |spans: &[Span], has_pattern: bool| -> Vec<ShownSpan> {
            let placed = self.placed(exam, spans);
            placed.into_iter().map(|(at, span)| writer.shown_span(at as u32, span, has_pattern)).collect()
        };
        let (length, spans_within_limit) = self.length(writer, &blocks_headers(&blocks), counter);
        SpanRow {
            query: query.id.to_owned(),
            query_name: query.name.to_owned(),
            hops: query.hops.name().to_owned(),
            example_type: self.asked.example_type,
            answer_spans: spans(&self.asked.answers, true),
            supporting_fact_spans: spans(&self.asked.facts, true),
            plausible_spans: spans(&self.asked.plausible, false),
            blocks,
            length,
            spans_within_limit,
            tokens: None,
            labels: None,
        }
    }

    /// Sub-tokens of the input, and how many answers and facts end within the limit.
    fn length(
        &self,
        writer: &ExampleWriter<'_, '_, '_>,
        headers: &[&str],
        counter: &mut PieceCounter<'_>,
    ) -> (u32, u32) {
        let count = |tokens: Vec<String>, counter: &mut PieceCounter<'_>| {
            tokens.iter().map(|token| counter.count(token)).sum::<u32>()
        };
        let mut length = 2 + count(spelled_tokens(self.asked.query.name), counter);
        let mut ends = Vec::new();
        let exam = writer.exam;
        let spans = [&self.asked.answers, &self.asked.facts].map(|spans| self.placed(exam, spans)).concat();
        for (at, header) in headers.iter().enumerate() {
            length += u32::from(at > 0) + count(header_tokens(header), counter);
            let Some(used) = self.blocks.get(at) else {
                let method = &self.built_in_methods[at - self.blocks.len()];
                length += count(built_in_tokens(&built_in_block(0, method), writer.edition), counter);
                continue;
            };
            for (_, span) in spans.iter().filter(|(block, _)| *block == at) {
                let span = writer.moved(*span);
                let last = writer.page.tokens.tokens.partition_point(|token| token.span.start < span.end);
                ends.push(length + writer.page.length_up_to(used.block, last.saturating_sub(1) as u32, counter));
            }
            length += writer.page.length_of(used.block, counter);
        }
        (length, ends.iter().filter(|&&end| end as usize <= LIMIT).count() as u32)
    }
}

impl ExampleWriter<'_, '_, '_> {
    /// Where a span of the file is in the text that is shown.
    pub fn moved(&self, span: Span) -> Span {
        moved(span, self.exam.lines(), &self.page.lines)
    }

    fn shown_span(&self, block: u32, span: Span, has_pattern: bool) -> ShownSpan {
        let pattern = if has_pattern { (self.pattern)(span) } else { "" };
        self.page.shown_span(block, self.moved(span), pattern)
    }
}

/// A span on lines that are the same in two texts.
fn moved(span: Span, from: &LineIndex, to: &LineIndex) -> Span {
    let place = |line: u32, offset: u32| to.line_span(line).start + (offset - from.line_span(line).start);
    let last_line = from.line_of(span.end.saturating_sub(1).max(span.start));
    Span::new(place(from.line_of(span.start), span.start), place(last_line, span.end))
}

fn blocks_headers(blocks: &[super::row::ShownBlock]) -> Vec<&str> {
    blocks.iter().map(|block| block.header.as_str()).collect()
}

/// For each block of a file its place by first line.
fn ranks(exam: &FileExam<'_, '_>) -> Vec<u32> {
    let blocks = &exam.shown.blocks;
    let mut order: Vec<usize> = (0..blocks.len()).filter(|&block| !blocks[block].lines.is_empty()).collect();
    order.sort_by_key(|&block| blocks[block].first_line());
    let mut ranks = vec![0; blocks.len()];
    for (rank, block) in order.into_iter().enumerate() {
        ranks[block] = rank as u32;
    }
    ranks
}
