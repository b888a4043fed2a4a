//! The block that a span lies in, and the lines of blocks, inferred from text, columns and lines.
//!
//! A span may stand wherever a block has its text at its column. A function's lines follow each other in the file, so a
//! span that has only one such place in all blocks, and has it in a function, tells where that function stands. With
//! this the other spans are placed: first by line, then at the first place where they may stand, at last in the first
//! block that has the text at all.

use super::NativeSpan;
use crate::queries::row::{LineRange, ShownBlock};

/// Where spans may stand.
pub(super) struct Places<'b> {
    blocks: &'b [ShownBlock],
}

impl<'b> Places<'b> {
    /// Finds the lines of as many functions as the spans tell about, and notes them in the blocks.
    pub(super) fn new<'s>(blocks: &'b mut [ShownBlock], spans: impl Iterator<Item = &'s NativeSpan>) -> Self {
        for span in spans {
            let mut places = blocks
                .iter()
                .enumerate()
                .flat_map(|(at, block)| local_lines(block, span).into_iter().map(move |line| (at, line)));
            let (Some((at, line)), None) = (places.next(), places.next()) else { continue };
            drop(places);
            let block = &mut blocks[at];
            if let Some(start) = span.start_line.checked_sub(line).filter(|_| block.kind.ends_with("_FUNCTION")) {
                let count = block.content.lines().count() as u32;
                block.line_ranges = vec![LineRange { start, end: start + count }];
            }
        }
        Self { blocks }
    }

    /// The block of a span, as a position in the list.
    pub(super) fn block_of(&self, span: &NativeSpan) -> Option<u32> {
        let by_line = self.blocks.iter().position(|block| {
            let [range] = block.line_ranges[..] else { return false };
            local_lines(block, span).iter().any(|line| range.start + line == span.start_line)
        });
        let by_column = || {
            self.blocks.iter().position(|block| block.line_ranges.is_empty() && !local_lines(block, span).is_empty())
        };
        let by_text = || self.blocks.iter().position(|block| block.content.contains(exact_text(span)));
        by_line.or_else(by_column).or_else(by_text).map(|at| at as u32)
    }
}

/// The lines of a block, from 0, that have the span's text at its column.
fn local_lines(block: &ShownBlock, span: &NativeSpan) -> Vec<u32> {
    let text = exact_text(span);
    let mut lines = Vec::new();
    let mut rest = block.content.as_str();
    for number in 0.. {
        let mut characters = rest.chars();
        let column = characters.by_ref().take(span.start_column as usize).take_while(|&character| character != '\n');
        if column.count() == span.start_column as usize && characters.as_str().starts_with(text) {
            lines.push(number);
        }
        match rest.split_once('\n') {
            Some((_, behind)) => rest = behind,
            None => break,
        }
    }
    lines
}

/// The text that a span's columns cover: some released texts have the character behind it too.
pub(super) fn exact_text(span: &NativeSpan) -> &str {
    let text = span.span.as_str();
    let line_ends = span.end_line.saturating_sub(span.start_line) as usize;
    let last_start = text.match_indices('\n').nth(line_ends.wrapping_sub(1)).map_or(0, |(at, _)| at + 1);
    let start_column = if line_ends == 0 { span.start_column } else { 0 };
    let Some(length) = span.end_column.checked_sub(start_column) else { return text };
    let last = &text[last_start..];
    let surplus = last.chars().count().checked_sub(length as usize);
    let last_length = text.char_indices().next_back().map_or(0, |(at, _)| text.len() - at);
    if surplus == Some(1) { &text[..text.len() - last_length] } else { text }
}
