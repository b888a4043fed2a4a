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
        let has = |sorted: &[usize], block: usize| sorted.binary_search(&block).is_ok();
        let used = |block: usize| BlockUse {
            block,
            is_relevant: has(&result.context, block) || has(&result.flagged, block),
            is_flagged: has(&result.flagged, block),
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
        let unused = |block| BlockUse { block, is_relevant: false, is_flagged: false };
        let mut blocks: Vec<BlockUse> = (0..exam.shown.blocks.len()).map(unused).collect();
        for result in &asked.results {
            for &block in &result.context {
                blocks[block].is_relevant = true;
            }
            for &block in &result.flagged {
                (blocks[block].is_relevant, blocks[block].is_flagged) = (true, true);
            }
        }
        let is_shown = |it: &BlockUse| {
            shows_all
                || match reading {
                    Reading::Flagged => it.is_flagged,
                    Reading::Simplified => it.is_relevant,
                }
        };
        // The published examples of whole files show no artificial blocks.
        Self { asked, blocks: blocks.into_iter().filter(is_shown).collect(), built_in_methods: Vec::new() }
            .in_order(exam)
    }

    fn in_order(mut self, exam: &FileExam<'_, '_>) -> Self {
        self.blocks.retain(|it| !exam.shown.blocks[it.block].lines.is_empty());
        self.blocks.sort_unstable_by_key(|it| exam.shown.blocks[it.block].first_line());
        self
    }

    /// Those of the spans, which are in order, that lie in the blocks shown, with the position of the block among them.
    pub fn placed(&self, exam: &FileExam<'_, '_>, spans: &[Span]) -> Vec<(usize, Span)> {
        let mut near: Vec<usize> = Vec::new();
        for used in &self.blocks {
            let extent = exam.extent(used.block);
            // An empty span may stand at the very end of the text.
            let ends = [extent.start, extent.end.saturating_add(1)];
            let [from, to] = ends.map(|end| spans.partition_point(|span| span.start < end));
            near.extend(from..to);
        }
        near.sort_unstable();
        near.dedup();
        let mut positions: Vec<(usize, usize)> =
            self.blocks.iter().enumerate().map(|(at, used)| (used.block, at)).collect();
        positions.sort_unstable();
        let placed = near.into_iter().filter_map(|at| {
            let block = exam.block_of(spans[at])?;
            let found = positions.binary_search_by_key(&block, |&(block, _)| block).ok()?;
            Some((positions[found].1, spans[at]))
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
        for used in &self.blocks {
            let block = &exam.shown.blocks[used.block];
            let mut shown = page.shown_block(block, exam.ranks[used.block], exam.file.tree(), exam.file.model().source);
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
        let mut spans = [&self.asked.answers, &self.asked.facts].map(|spans| self.placed(exam, spans)).concat();
        spans.sort_by_key(|&(block, _)| block);
        for (at, header) in headers.iter().enumerate() {
            length += u32::from(at > 0) + count(header_tokens(header), counter);
            let Some(used) = self.blocks.get(at) else {
                let method = &self.built_in_methods[at - self.blocks.len()];
                length += count(built_in_tokens(&built_in_block(0, method), writer.edition), counter);
                continue;
            };
            let first = spans.partition_point(|&(block, _)| block < at);
            for (_, span) in spans[first..].iter().take_while(|(block, _)| *block == at) {
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
