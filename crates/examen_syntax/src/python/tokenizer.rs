//! Python tokens, exactly as the pure-Python `tokenize` module of `CPython` 3.11 yields them.
//!
//! That module goes line by line, a line ending at `\n` only, and matches one regular expression after another. This
//! one goes byte by byte, but keeps its manners, odd ones included: whitespace before a character that is no token is
//! an error token of its own, a stray closing bracket switches indentation off, a line that starts with a carriage
//! return is blank whatever follows. f-strings are single string tokens. Python 2 text comes out as that module cuts
//! it.
//!
//! Where the module raises, this one records a [`Diagnostic`] and goes on:
//!
//! - A triple-quoted string that nothing closes: its opening quotes become an error token and what follows is read as
//!   code. With an odd number of triple quotes the last one more often closes a string than opens it, so what follows
//!   is code; and where it is prose, its words still have positions.
//! - A single-quoted string continued by a backslash into the end of the text: one error token.
//! - A bracket or a continuation open at the end of the text: the logical line is closed there.
//! - A dedent to a column that no open block has: a dedent to the nearest smaller one. Lines at that same column then
//!   belong to that block too.
//!
//! The work is linear in the text, and there is no recursion.

pub(super) mod lexemes;
mod strings;
mod word_characters;

use strings::StringOutcome;

use super::token::{Token, TokenKind, Tokens};
use crate::{Diagnostic, DiagnosticKind, Span};

/// Cuts `source` into tokens; spans are ordered and do not overlap, and only whitespace and backslash-newlines are left
/// between them.
pub fn tokenize(source: &str) -> Tokens {
    let mut tokenizer = Tokenizer::new(source);
    let ending = tokenizer.lines();
    tokenizer.finish(ending);
    tokenizer.output
}

/// What the first characters of a line make of it.
enum LineStart {
    Statement,
    Blank,
    EndOfText,
}

/// How the text ends.
#[derive(Clone, Copy)]
enum Ending {
    /// After a line, complete or not.
    Line,
    /// After whitespace where a statement could start.
    Whitespace,
    /// Within a logical line: `CPython` raises.
    Unfinished,
}

/// A block that is open.
#[derive(Clone, Copy)]
struct Block {
    column: usize,
    /// The column of a misfit dedent that was counted to this block.
    misfit_column: usize,
}

struct Tokenizer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    /// All before this offset is done with.
    position: usize,
    /// Opening minus closing brackets; negative after stray closing ones, where `CPython` neither sees blocks.
    bracket_depth: i64,
    /// The bracket that moved the depth away from zero.
    outermost_bracket: Span,
    /// Whether the line before ended in a backslash.
    is_continued: bool,
    blocks: Vec<Block>,
    /// `CPython` forgets to clear this after a broken continued string: the next string over several lines then must
    /// have a backslash at each line end, even when it is triple-quoted.
    needs_backslash: bool,
    /// Per kind of quote, the end of the line that is known to close no string; keeps the work linear.
    unclosed_line_end: [usize; 2],
    /// Per kind of quote, whether the rest of the text is known to close no triple-quoted string.
    is_unclosed_triple: [bool; 2],
    output: Tokens,
}

impl<'s> Tokenizer<'s> {
    fn new(source: &'s str) -> Self {
        Self {
            source,
            bytes: source.as_bytes(),
            position: 0,
            bracket_depth: 0,
            outermost_bracket: Span::empty(0),
            is_continued: false,
            blocks: vec![Block { column: 0, misfit_column: 0 }],
            needs_backslash: false,
            unclosed_line_end: [0; 2],
            is_unclosed_triple: [false; 2],
            output: Tokens { tokens: Vec::with_capacity(source.len() / 4 + 2), ..Tokens::default() },
        }
    }

    fn lines(&mut self) -> Ending {
        while self.position < self.bytes.len() {
            if self.bracket_depth == 0 && !self.is_continued {
                match self.line_start() {
                    LineStart::Statement => {}
                    LineStart::Blank => continue,
                    LineStart::EndOfText => return Ending::Whitespace,
                }
            }
            self.is_continued = false;
            self.rest_of_line();
        }
        if self.bracket_depth == 0 && !self.is_continued { Ending::Line } else { Ending::Unfinished }
    }

    /// Reads the indentation, and all of the line when it is blank.
    fn line_start(&mut self) -> LineStart {
        let start = self.position;
        let mut column = 0;
        let mut at = start;
        let first = loop {
            match self.bytes.get(at) {
                Some(b' ') => column += 1,
                Some(b'\t') => column = (column / 8 + 1) * 8,
                Some(b'\x0c') => column = 0,
                Some(&byte) => break byte,
                None => return LineStart::EndOfText,
            }
            at += 1;
        };
        if matches!(first, b'#' | b'\r' | b'\n') {
            let end = line_end(self.bytes, at);
            if first == b'#' {
                // Unlike a comment behind a statement, this one may contain carriage returns.
                let line = &self.bytes[at..end];
                let trimmed = line.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |last| last + 1);
                self.push(TokenKind::Comment, at, at + trimmed);
                at += trimmed;
            }
            self.push(TokenKind::Nl, at, end);
            return LineStart::Blank;
        }
        self.position = at;
        self.indentation(column, Span::new(start as u32, at as u32));
        LineStart::Statement
    }

    fn indentation(&mut self, column: usize, whitespace: Span) {
        let Some(&block) = self.blocks.last() else {
            return;
        };
        if column == block.column || column == block.misfit_column {
            return;
        }
        if column > block.column {
            self.blocks.push(Block { column, misfit_column: column });
            self.output.tokens.push(Token { kind: TokenKind::Indent, span: whitespace });
            return;
        }
        while let Some(block) = self.blocks.last_mut() {
            if column >= block.column {
                if column > block.column && column != block.misfit_column {
                    block.misfit_column = column;
                    self.refuse(whitespace, "unindent does not match any outer indentation level");
                }
                return;
            }
            self.blocks.pop();
            self.output.tokens.push(Token { kind: TokenKind::Dedent, span: Span::empty(whitespace.end) });
        }
    }

    /// Reads tokens up to and with the end of the line on which the last of them ends.
    fn rest_of_line(&mut self) {
        loop {
            let mut start = self.position;
            while matches!(self.bytes.get(start), Some(b' ' | b'\t' | b'\x0c')) {
                start += 1;
            }
            let Some(&first) = self.bytes.get(start) else {
                self.position = start;
                return;
            };
            match first {
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let end = lexemes::word_end(self.source, start);
                    let is_prefix = matches!(self.bytes.get(end), Some(b'\'' | b'"'))
                        && lexemes::is_string_prefix(&self.bytes[start..end]);
                    match if is_prefix { self.string(start, end) } else { StringOutcome::Unclosed } {
                        StringOutcome::Read => {}
                        StringOutcome::Broken => return,
                        StringOutcome::Unclosed => self.push(TokenKind::Name, start, end),
                    }
                }
                b'\'' | b'"' => match self.string(start, start) {
                    StringOutcome::Read => {}
                    StringOutcome::Broken => return,
                    StringOutcome::Unclosed => self.errors(start),
                },
                b'0'..=b'9' => self.push(TokenKind::Number, start, lexemes::number_end(self.bytes, start)),
                b'.' if matches!(self.bytes.get(start + 1), Some(b'0'..=b'9')) => {
                    self.push(TokenKind::Number, start, lexemes::number_end(self.bytes, start));
                }
                b'\n' => return self.newline(start, start + 1),
                b'\r' if self.bytes.get(start + 1) == Some(&b'\n') => return self.newline(start, start + 2),
                b'#' => {
                    let rest = &self.bytes[start..];
                    let length = memchr::memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
                    self.push(TokenKind::Comment, start, start + length);
                }
                b'\\' => {
                    if let Some(length) = newline_length(&self.bytes[start + 1..]) {
                        self.is_continued = true;
                        self.position = start + 1 + length;
                        return;
                    }
                    self.errors(start);
                }
                0x80.. => {
                    let end = lexemes::word_end(self.source, start);
                    if end == start {
                        self.errors(start);
                    } else {
                        // CPython takes what starts like no name and no number for an operator.
                        let is_name = lexemes::is_name(self.source, start);
                        self.push(if is_name { TokenKind::Name } else { TokenKind::Operator }, start, end);
                    }
                }
                _ => self.operator(first, start),
            }
        }
    }

    fn newline(&mut self, start: usize, end: usize) {
        self.push(if self.bracket_depth > 0 { TokenKind::Nl } else { TokenKind::Newline }, start, end);
    }

    fn operator(&mut self, first: u8, start: usize) {
        let length = lexemes::operator_length(&self.bytes[start..]);
        if length == 0 {
            return self.errors(start);
        }
        self.push(TokenKind::Operator, start, start + length);
        let step = match first {
            b'(' | b'[' | b'{' => 1,
            b')' | b']' | b'}' => -1,
            _ => return,
        };
        if self.bracket_depth == 0 {
            self.outermost_bracket = Span::new(start as u32, self.position as u32);
        }
        self.bracket_depth += step;
    }

    /// Makes an error token of each character from the position through the one at `last`.
    fn errors(&mut self, last: usize) {
        while self.position < last {
            self.push(TokenKind::Error, self.position, self.position + 1);
        }
        let length = lexemes::char_at(self.source, last).map_or(1, char::len_utf8);
        self.push(TokenKind::Error, last, last + length);
        let span = Span::new(last as u32, self.position as u32);
        match self.output.diagnostics.last_mut() {
            // Binary rubbish is complained about once.
            Some(before) if before.message == NO_TOKEN && before.span.end == span.start => before.span.end = span.end,
            _ => self.complain(span, NO_TOKEN),
        }
    }

    fn finish(&mut self, ending: Ending) {
        let end = self.bytes.len();
        let is_line_open = match ending {
            Ending::Whitespace => false,
            Ending::Line => ends_in_statement(self.source),
            Ending::Unfinished => {
                self.complain_about_end();
                let is_layout = |token: &Token| matches!(token.kind, TokenKind::Comment | TokenKind::Nl);
                let last = self.output.tokens.iter().rfind(|&token| !is_layout(token));
                last.is_some_and(|token| token.kind != TokenKind::Newline)
            }
        };
        if is_line_open {
            self.push(TokenKind::Newline, end, end);
        }
        for _ in 1..self.blocks.len() {
            self.push(TokenKind::Dedent, end, end);
        }
        self.push(TokenKind::EndMarker, end, end);
    }

    fn complain_about_end(&mut self) {
        let end = self.bytes.len() as u32;
        match self.bracket_depth {
            0 => self.refuse(Span::empty(end), "the text ends after a backslash"),
            1.. => self.refuse(self.outermost_bracket, "bracket is never closed"),
            _ => self.refuse(self.outermost_bracket, "closing bracket without an opening one"),
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        self.output.tokens.push(Token { kind, span: Span::new(start as u32, end as u32) });
        self.position = end;
    }

    /// Complains where `CPython` raises.
    fn refuse(&mut self, span: Span, message: &str) {
        self.output.is_refused = true;
        self.complain(span, message);
    }

    fn complain(&mut self, span: Span, message: &str) {
        self.output.diagnostics.push(Diagnostic::new(DiagnosticKind::Token, span, message));
    }
}

const NO_TOKEN: &str = "text that is no token";

/// One past the `\n` that ends the line with the byte at `offset`; a carriage return alone ends none.
fn line_end(bytes: &[u8], offset: usize) -> usize {
    memchr::memchr(b'\n', &bytes[offset..]).map_or(bytes.len(), |length| offset + length + 1)
}

/// Length of the line end that `rest` starts with.
fn newline_length(rest: &[u8]) -> Option<usize> {
    match rest {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// Whether `CPython` adds a line end: judged from the last line's text alone, and only a comment at its start counts.
fn ends_in_statement(source: &str) -> bool {
    let last_line = source.rsplit('\n').next().unwrap_or_default();
    // `str.strip` also takes off the four information separators, which Rust does not count as whitespace.
    let stripped = last_line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '\x1c'..='\x1f'));
    !last_line.is_empty() && !last_line.ends_with('\r') && !stripped.starts_with('#')
}
