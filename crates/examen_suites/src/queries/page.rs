//! A text cut into tokens and blocks: what an exam can show of it.

use std::borrow::Cow;
use std::cell::OnceCell;

use examen_syntax::python::Tree;
use examen_syntax::{LineIndex, Span};
use examen_views::blocks::{Block, BlockKind};

use super::edition::Edition;
use super::row::{LineRange, ShownBlock, ShownSpan};
use examen_tokenizers::PieceCounter;
use examen_tokenizers::code_tokens::{CodeToken, CodeTokens, END_OF_TEXT, code_tokens, spelled_tokens, spelling};

/// A text with its tokens, and the blocks of the file that it is, or was before lines of it were perturbed: line numbers
/// are the same in both.
#[derive(Debug)]
pub struct Page<'s> {
    /// The text.
    pub source: &'s str,
    /// Its lines.
    pub lines: LineIndex,
    /// Its tokens.
    pub tokens: CodeTokens,
    /// For each block the tokens that it shows.
    block_tokens: Vec<Vec<u32>>,
    /// For each block the sub-tokens up to and with each of its tokens, counted when first asked for.
    block_lengths: Vec<OnceCell<Vec<u32>>>,
}

impl<'s> Page<'s> {
    /// Cuts a text whose blocks are known.
    pub fn new(source: &'s str, blocks: &[Block], edition: Edition) -> Self {
        let lines = LineIndex::new(source);
        let tokens = code_tokens(source, &lines);
        let mut block_of_line = vec![None; lines.line_count() as usize + 2];
        for (at, block) in blocks.iter().enumerate() {
            for &line in &block.lines {
                if let Some(place) = block_of_line.get_mut(line as usize) {
                    *place = Some(at);
                }
            }
        }
        let block_at = |line: u32| block_of_line.get(line as usize).copied().flatten();
        let mut block_tokens = vec![Vec::new(); blocks.len()];
        for (at, token) in tokens.tokens.iter().enumerate() {
            let first = block_at(token.start_line);
            if let Some(block) = first {
                block_tokens[block].push(at as u32);
            }
            // Published blocks begin with the line end before them, which counts as ending on their first line.
            if edition == Edition::Paper
                && let Some(block) = block_at(token.end_line)
                && first != Some(block)
            {
                block_tokens[block].push(at as u32);
            }
        }
        let block_lengths = vec![OnceCell::new(); blocks.len()];
        Self { source, lines, tokens, block_tokens, block_lengths }
    }

    /// The tokens that a block shows, as positions in the page's list.
    pub fn tokens_of(&self, block: usize) -> &[u32] {
        &self.block_tokens[block]
    }

    /// A token as an exam spells it.
    pub fn spelling(&self, token: u32) -> Cow<'s, str> {
        spelling(self.source, self.token(token))
    }

    /// One of the page's tokens.
    pub fn token(&self, token: u32) -> &CodeToken {
        &self.tokens.tokens[token as usize]
    }

    /// Sub-tokens of a block.
    pub fn length_of(&self, block: usize, counter: &mut PieceCounter<'_>) -> u32 {
        self.lengths(block, counter).last().copied().unwrap_or(0)
    }

    /// Sub-tokens of the tokens of a block up to one of them, which is counted too.
    pub fn length_up_to(&self, block: usize, last: u32, counter: &mut PieceCounter<'_>) -> u32 {
        let lengths = self.lengths(block, counter);
        let count = self.tokens_of(block).partition_point(|&token| token <= last);
        count.checked_sub(1).map_or(0, |at| lengths[at])
    }

    fn lengths(&self, block: usize, counter: &mut PieceCounter<'_>) -> &[u32] {
        self.block_lengths[block].get_or_init(|| {
            let add = |length: &mut u32, &token: &u32| {
                *length += counter.count(&self.spelling(token));
                Some(*length)
            };
            self.tokens_of(block).iter().scan(0, add).collect()
        })
    }

    /// A span as a row tells it.
    pub fn shown_span(&self, block: u32, span: Span, pattern: &str) -> ShownSpan {
        let start = self.lines.position(self.source, span.start);
        let end = self.lines.position(self.source, span.end);
        // A span that ends behind a line end ends on the line that it closes.
        let last_line = self.lines.line_of(span.end.saturating_sub(1).max(span.start));
        let (end_line, end_column) = if end.line > last_line {
            // As many characters as the line has, its end included.
            let last = self.source.floor_char_boundary(self.lines.line_span(last_line).end.saturating_sub(1) as usize);
            (last_line, self.lines.position(self.source, last as u32).char_column + 1)
        } else {
            (end.line, end.char_column)
        };
        ShownSpan {
            block,
            start_line: start.line - 1,
            start_column: start.char_column,
            end_line: end_line - 1,
            end_column,
            text: span.text(self.source).to_owned(),
            pattern: pattern.to_owned(),
        }
    }

    /// A block as a row tells it; its relevance is the caller's.
    pub fn shown_block(&self, block: &Block, index: u32, tree: &Tree, tree_source: &str) -> ShownBlock {
        ShownBlock {
            index,
            kind: kind_name(block.kind).to_owned(),
            path: block.path.clone(),
            header: header(block, tree, tree_source).to_owned(),
            content: self.content(block),
            line_ranges: line_ranges(&block.lines),
            is_relevant: false,
            is_flagged: false,
        }
    }

    /// The lines of a block; the last one without its line end.
    fn content(&self, block: &Block) -> String {
        let mut content = String::new();
        for range in line_ranges(&block.lines) {
            let start = self.lines.line_span(range.start + 1).start;
            let end = self.lines.line_span(range.end).end;
            content.push_str(Span::new(start, end).text(self.source));
        }
        let length = content.strip_suffix('\n').map_or(content.len(), str::len);
        content.truncate(length);
        content
    }
}

/// What the input says before a block: the tokens of the header and an end of text.
pub fn header_tokens(header: &str) -> Vec<String> {
    let mut tokens = spelled_tokens(header);
    tokens.push(END_OF_TEXT.to_owned());
    tokens
}

/// The header of a method's class; the word `module` for all other blocks.
fn header<'s>(block: &Block, tree: &Tree, source: &'s str) -> &'s str {
    match block.kind {
        BlockKind::ClassFunction(class, _) => tree[tree[class].stmt].header.text(source),
        BlockKind::ModuleFunction(_) | BlockKind::ClassOther(_) | BlockKind::ModuleOther => "module",
    }
}

const fn kind_name(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::ModuleFunction(_) => "MODULE_FUNCTION",
        BlockKind::ClassFunction(..) => "CLASS_FUNCTION",
        BlockKind::ClassOther(_) => "CLASS_OTHER",
        BlockKind::ModuleOther => "MODULE_OTHER",
    }
}

/// 1-based lines in order, as ranges that count from 0.
fn line_ranges(lines: &[u32]) -> Vec<LineRange> {
    let runs = lines.chunk_by(|line, next| line + 1 == *next);
    runs.map(|run| LineRange { start: run[0] - 1, end: run[run.len() - 1] }).collect()
}
