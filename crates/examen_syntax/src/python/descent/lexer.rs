//! Tokens for the parser: keywords and signs told apart, Python 2's among them, blocks as they are indented.
//!
//! [`crate::python::tokenizer`] imitates the `tokenize` module of `CPython`, which is what people want to see of tokens; a
//! parser needs other things of them: strings with interpolations as Python 3.12 reads them, numbers of Python 2 in one
//! piece, and to be sent back when a bracket turns out never to be closed. Where lexemes end is the same code.

use super::kind::{Kind, keyword, sign};
use super::templates::template_end;
use crate::Span;
use crate::python::tokenizer::lexemes::{self, Quotes};

/// One token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Whether only whitespace is before it on its line.
    pub(super) is_first_on_line: bool,
    /// What is odd about it, or special.
    pub(super) note: Note,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// What the parser has to know of a token beyond its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    Plain,
    /// An f-string or t-string with what its interpolations are in.
    Template,
    /// A string that its line or the text does not close.
    Unclosed,
    /// Only Python 2 has it.
    Python2,
    /// An indentation that tabs make ambiguous, which Python 3 refuses.
    Tabs,
    /// An indentation that fits no open block.
    Misfit,
    /// The end of the text behind a backslash.
    Continued,
}

impl Token {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// A block that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Indentation {
    /// With tabs to the next multiple of eight, as Python 2 and 3 count.
    column: u32,
    /// Number of characters: where the two disagree about what is deeper, Python 3 refuses.
    characters: u32,
}

pub(super) struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    /// All before this offset is done with.
    pub(super) position: usize,
    /// Open brackets; line ends mean nothing while there are any.
    pub(super) depth: u32,
    /// Where the text ends, or the interpolation that is being read.
    pub(super) limit: usize,
    blocks: Vec<Indentation>,
    /// Dedents that are due, and whether an indent is due after them: the line fits no block.
    due_dedents: u32,
    is_indent_due: bool,
    is_line_start: bool,
    /// Whether a logical line is open, so that the end of the text ends it.
    is_line_open: bool,
    /// Where the rest of the text is known to close no triple-quoted string, per kind of quote.
    unclosed_triple: [bool; 2],
    /// The triple quotes so far that are paired with each other, per kind.
    triple_quotes: [Vec<u32>; 2],
    /// Triple quotes that are known to belong to no string.
    pub(super) orphan: Option<u32>,
    /// Bytes that may still be looked at in vain for the end of an f-string.
    template_budget: usize,
}

/// What [`Lexer::rewind`] goes back to: a place within a logical line.
#[derive(Clone, Copy)]
pub(super) struct Place {
    position: usize,
    depth: u32,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(source: &'s str) -> Self {
        let position = if source.starts_with('\u{feff}') { 3 } else { 0 };
        Self {
            source,
            bytes: source.as_bytes(),
            position,
            depth: 0,
            limit: source.len(),
            blocks: vec![Indentation { column: 0, characters: 0 }],
            due_dedents: 0,
            is_indent_due: false,
            is_line_start: true,
            is_line_open: false,
            unclosed_triple: [false; 2],
            triple_quotes: Default::default(),
            orphan: None,
            template_budget: source.len() * 64,
        }
    }

    /// The triple quotes of the kind of which the last are never closed.
    pub(super) fn unclosed_quotes(&self) -> Option<&[u32]> {
        let kind = self.unclosed_triple.iter().position(|&is_unclosed| is_unclosed)?;
        Some(&self.triple_quotes[kind])
    }

    /// The column of the innermost block.
    pub(super) fn block_column(&self) -> u32 {
        self.blocks.last().map_or(0, |block| block.column)
    }

    pub(super) fn place(&self) -> Place {
        Place { position: self.position, depth: self.depth }
    }

    /// Goes back to a place in the same logical line.
    pub(super) fn rewind(&mut self, place: Place) {
        self.position = place.position;
        self.depth = place.depth;
        self.is_line_start = false;
        self.is_line_open = true;
    }

    /// Reads on at `position` with no bracket open, so that the next line end ends the logical line.
    pub(super) fn end_brackets_at(&mut self, position: u32) {
        self.rewind(Place { position: position as usize, depth: 0 });
    }

    /// Whether the brackets that are open at `token` are closed before a line that can only be a statement. When the
    /// budget is spent they are taken to be.
    pub(super) fn closes_brackets(&self, token: Token, budget: &mut usize) -> bool {
        let own = u32::from(token.kind.is_opener());
        let mut ahead = Lexer::new(self.source);
        ahead.position = token.start as usize;
        ahead.depth = self.depth.saturating_sub(own);
        ahead.orphan = self.orphan;
        while ahead.depth > 0 {
            let from = ahead.position;
            let next = ahead.within_line();
            *budget = budget.saturating_sub(ahead.position - from);
            if next.kind == Kind::End || next.is_first_on_line && next.kind.starts_statement_only() {
                return *budget == 0;
            }
            if *budget == 0 {
                return true;
            }
        }
        true
    }

    /// The column of the first token on a line, at `offset`.
    pub(super) fn column_of(&self, offset: u32) -> u32 {
        let before = &self.bytes[..offset as usize];
        let start = memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1);
        self.indentation(start).0.column
    }

    /// The indentation of the line at `start`, and where it ends.
    fn indentation(&self, start: usize) -> (Indentation, usize) {
        let mut found = Indentation { column: 0, characters: 0 };
        let mut at = start;
        while at < self.limit {
            match self.bytes[at] {
                b' ' => found.column += 1,
                b'\t' => found.column = (found.column / 8 + 1) * 8,
                b'\x0c' => {
                    found = Indentation { column: 0, characters: 0 };
                    at += 1;
                    continue;
                }
                _ => break,
            }
            found.characters += 1;
            at += 1;
        }
        (found, at)
    }

    pub(super) fn next(&mut self) -> Token {
        if self.due_dedents > 0 {
            self.due_dedents -= 1;
            return self.layout(Kind::Dedent, Note::Plain);
        }
        if self.is_indent_due {
            self.is_indent_due = false;
            return self.layout(Kind::Indent, Note::Misfit);
        }
        if self.is_line_start
            && self.depth == 0
            && let Some(token) = self.line_start()
        {
            return token;
        }
        self.within_line()
    }

    fn layout(&self, kind: Kind, note: Note) -> Token {
        let at = self.position as u32;
        Token { kind, is_first_on_line: true, note, start: at, end: at }
    }

    /// Skips blank lines and compares the indentation of the next one with the open blocks.
    fn line_start(&mut self) -> Option<Token> {
        let (found, at) = loop {
            let (mut found, mut at) = self.indentation(self.position);
            // A backslash cannot split an indentation: that of the first line counts, if it has any.
            while self.bytes.get(at) == Some(&b'\\') && self.continuation_length(at) > 0 {
                let (next, end) = self.indentation(at + self.continuation_length(at));
                found = if found.column > 0 { found } else { next };
                at = end;
            }
            if at >= self.limit {
                self.position = self.limit;
                break (Indentation { column: 0, characters: 0 }, at);
            }
            match self.bytes[at] {
                b'#' => self.position = self.line_end(at),
                b'\n' | b'\r' => self.position = at,
                _ => break (found, at),
            }
            self.position = (self.position + 1).min(self.limit);
        };
        self.position = at.min(self.limit);
        self.is_line_start = false;
        let top = *self.blocks.last()?;
        if found.column == top.column {
            if found.characters != top.characters && at < self.limit {
                // Tabs and spaces that come to the same column: Python 3 refuses; the parser is told by a token.
                self.blocks.pop();
                self.blocks.push(found);
                return Some(self.layout(Kind::Tabs, Note::Tabs));
            }
            return None;
        }
        if found.column > top.column {
            self.blocks.push(found);
            let note = if found.characters <= top.characters { Note::Tabs } else { Note::Plain };
            return Some(self.layout(Kind::Indent, note));
        }
        while self.blocks.len() > 1 && self.block_column() > found.column {
            self.blocks.pop();
            self.due_dedents += 1;
        }
        let mut note = Note::Plain;
        if found.column > self.block_column() {
            self.blocks.push(found);
            self.is_indent_due = true;
        } else if at < self.limit && self.blocks.last() != Some(&found) {
            note = Note::Tabs;
        }
        self.due_dedents -= 1;
        Some(self.layout(Kind::Dedent, note))
    }

    fn within_line(&mut self) -> Token {
        let mut is_first_on_line = !self.is_line_open;
        loop {
            let start = self.position;
            let Some(&first) = self.bytes.get(start).filter(|_| start < self.limit) else {
                return self.text_end();
            };
            match first {
                b' ' | b'\t' | b'\x0c' => {
                    self.position += 1;
                    continue;
                }
                b'#' => {
                    self.position = self.line_end(start);
                    continue;
                }
                b'\n' | b'\r' => {
                    self.position += if self.bytes[start..].starts_with(b"\r\n") { 2 } else { 1 };
                    if self.depth > 0 {
                        is_first_on_line = true;
                        continue;
                    }
                    self.is_line_start = true;
                    self.is_line_open = false;
                    return self.token(Kind::Newline, start);
                }
                b'\\' if self.continuation_length(start) > 0 => {
                    self.position += self.continuation_length(start);
                    if self.position >= self.limit {
                        return self.text_end().with(Note::Continued);
                    }
                    continue;
                }
                _ => {}
            }
            self.is_line_open = true;
            let mut token = self.lexeme(first, start);
            token.is_first_on_line = is_first_on_line;
            return token;
        }
    }

    /// The length of a backslash and the line end behind it, 0 where there is none.
    fn continuation_length(&self, at: usize) -> usize {
        match self.bytes[at + 1..] {
            [b'\r', b'\n', ..] => 3,
            [b'\n' | b'\r', ..] => 2,
            _ => 0,
        }
    }

    fn text_end(&mut self) -> Token {
        self.position = self.limit;
        let at = self.limit as u32;
        if self.depth == 0 && self.is_line_open {
            self.is_line_open = false;
            self.is_line_start = true;
            return Token { kind: Kind::Newline, is_first_on_line: false, note: Note::Plain, start: at, end: at };
        }
        self.layout(Kind::End, Note::Plain)
    }

    fn lexeme(&mut self, first: u8, start: usize) -> Token {
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let end = self.name_end(start);
                if end - start <= 2
                    && matches!(self.bytes.get(end), Some(b'\'' | b'"'))
                    && let Some(prefix) = Prefix::of(&self.bytes[start..end])
                {
                    return self.string(start, end, prefix);
                }
                self.position = end;
                self.token(keyword(&self.bytes[start..end]), start)
            }
            b'\'' | b'"' => self.string(start, start, Prefix::Plain),
            b'0'..=b'9' => self.number(start),
            b'.' if matches!(self.bytes.get(start + 1), Some(b'0'..=b'9')) => self.number(start),
            0x80.. => {
                let first = lexemes::char_at(self.source, start).unwrap_or_default();
                let is_name = unicode_ident::is_xid_start(first);
                self.position = if is_name { self.name_end(start) } else { start + first.len_utf8() };
                self.token(if is_name { Kind::Name } else { Kind::Unknown }, start)
            }
            _ => {
                let (kind, length) = sign(&self.bytes[start..]);
                self.position = start + length;
                match kind {
                    Kind::OpenRound | Kind::OpenSquare | Kind::OpenCurly => self.depth += 1,
                    Kind::CloseRound | Kind::CloseSquare | Kind::CloseCurly => {
                        self.depth = self.depth.saturating_sub(1);
                    }
                    _ => {}
                }
                self.token(kind, start)
            }
        }
    }

    /// Where the name at `start` ends.
    fn name_end(&self, start: usize) -> usize {
        let mut end = start;
        while let Some(&byte) = self.bytes.get(end) {
            if byte < 0x80 {
                if !IS_WORD[byte as usize] {
                    break;
                }
                end += 1;
            } else {
                let next = lexemes::char_at(self.source, end).filter(|&next| unicode_ident::is_xid_continue(next));
                let Some(next) = next else { break };
                end += next.len_utf8();
            }
        }
        end
    }

    fn token(&self, kind: Kind, start: usize) -> Token {
        let (start, end) = (start as u32, self.position as u32);
        Token { kind, is_first_on_line: false, note: Note::Plain, start, end }
    }

    /// A number of either version: `0777` and `10L` are Python 2's.
    fn number(&mut self, start: usize) -> Token {
        let mut end = lexemes::number_end(self.bytes, start);
        let mut is_python2 = false;
        if self.bytes[start] == b'0' && self.bytes[start..end].iter().all(|&byte| byte == b'0') {
            let octal = self.bytes[end..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            end += octal;
            is_python2 = octal > 0;
        }
        if matches!(self.bytes.get(end), Some(b'l' | b'L')) && lexemes::word_end(self.source, end) == end + 1 {
            end += 1;
            is_python2 = true;
        }
        self.position = end;
        self.token(Kind::Number, start).with(if is_python2 { Note::Python2 } else { Note::Plain })
    }

    fn string(&mut self, start: usize, opening: usize, prefix: Prefix) -> Token {
        let quotes = Quotes::at(self.bytes, opening);
        let inside = opening + quotes.len();
        if let Prefix::Template { is_raw } = prefix
            && self.template_budget > 0
        {
            if let Some(end) = template_end(&self.bytes[..self.limit], inside, quotes, is_raw) {
                self.position = end;
                return self.token(Kind::String, start).with(Note::Template);
            }
            self.template_budget = self.template_budget.saturating_sub(self.limit - inside);
        }
        if self.orphan == Some(opening as u32) {
            self.position = inside;
            return self.token(Kind::Unknown, start).with(Note::Unclosed);
        }
        let close = self.close_end(inside, quotes);
        self.position = close.unwrap_or_else(|| if quotes.is_triple { inside } else { self.line_end(inside) });
        let note = match (close, prefix) {
            (None, _) | (_, Prefix::Template { .. }) => Note::Unclosed,
            (_, Prefix::Python2) => Note::Python2,
            _ => Note::Plain,
        };
        self.token(Kind::String, start).with(note)
    }

    /// Where a string ends that its quotes close; those of one line end with it.
    fn close_end(&mut self, inside: usize, quotes: Quotes) -> Option<usize> {
        if quotes.is_triple {
            if self.unclosed_triple[quotes.index()] {
                return None;
            }
            let end = quotes.close_end(&self.bytes[..self.limit], inside);
            if self.limit == self.bytes.len() {
                self.unclosed_triple[quotes.index()] = end.is_none();
                let known = &mut self.triple_quotes[quotes.index()];
                // What is read a second time is known.
                if known.last().is_none_or(|&last| last < inside as u32 - 3) {
                    known.push(inside as u32 - 3);
                    known.extend(end.map(|end| end as u32 - 3));
                }
            }
            return end;
        }
        let mut at = inside;
        while at < self.limit {
            match self.bytes[at] {
                byte if byte == quotes.quote => return Some(at + 1),
                b'\\' => at += if self.bytes[at + 1..].starts_with(b"\r\n") { 3 } else { 2 },
                b'\n' | b'\r' => return None,
                _ => at += 1,
            }
        }
        None
    }

    /// Where the line with `at` ends, before its line end.
    fn line_end(&self, at: usize) -> usize {
        let rest = &self.bytes[at..self.limit];
        memchr::memchr2(b'\n', b'\r', rest).map_or(self.limit, |length| at + length)
    }
}

impl Token {
    fn with(self, note: Note) -> Self {
        Self { note, ..self }
    }
}

/// What the letters before a string's quotes say.
#[derive(Clone, Copy)]
enum Prefix {
    Plain,
    Template { is_raw: bool },
    Python2,
}

impl Prefix {
    fn of(word: &[u8]) -> Option<Self> {
        match *word {
            [only] => match only | 0x20 {
                b'b' | b'r' | b'u' => Some(Self::Plain),
                b'f' | b't' => Some(Self::Template { is_raw: false }),
                _ => None,
            },
            [first, second] => match (first | 0x20, second | 0x20) {
                (b'b', b'r') | (b'r', b'b') => Some(Self::Plain),
                (b'f' | b't', b'r') | (b'r', b'f' | b't') => Some(Self::Template { is_raw: true }),
                (b'u', b'r') => Some(Self::Python2),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The characters of names in ASCII.
static IS_WORD: [bool; 128] = {
    let mut table = [false; 128];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize;
        byte += 1;
    }
    table
};
