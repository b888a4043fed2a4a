//! Strings: on one line, continued by backslashes, and triple-quoted.

use super::lexemes::Quotes;
use super::{Tokenizer, line_end, newline_length};
use crate::Span;
use crate::python::token::TokenKind;

/// What became of a string.
pub(super) enum StringOutcome {
    /// It was read, or its opening quotes were.
    Read,
    /// It took the rest of its last line, line end included, and was not closed there.
    Broken,
    /// Nothing was read: its line does not close it.
    Unclosed,
}

impl Tokenizer<'_> {
    /// Reads the string whose prefix starts at `start` and whose quotes start at `opening`.
    pub(super) fn string(&mut self, start: usize, opening: usize) -> StringOutcome {
        let quotes = Quotes::at(self.bytes, opening);
        if quotes.is_triple {
            return self.triple_quoted(start, opening + quotes.len(), quotes);
        }
        // Right behind a quote no scan is in the middle of an escape, so all scans of a line agree.
        if opening < self.unclosed_line_end[quotes.index()] {
            return StringOutcome::Unclosed;
        }
        let mut at = opening + 1;
        loop {
            match self.bytes.get(at) {
                Some(&byte) if byte == quotes.quote => {
                    self.push(TokenKind::String, start, at + 1);
                    return StringOutcome::Read;
                }
                Some(b'\\') => {
                    if let Some(length) = newline_length(&self.bytes[at + 1..]) {
                        self.needs_backslash = true;
                        return self.continued_string(start, at + 1 + length, quotes);
                    }
                    at += 2;
                }
                Some(b'\n') | None => {
                    self.unclosed_line_end[quotes.index()] = at;
                    return StringOutcome::Unclosed;
                }
                Some(_) => at += 1,
            }
        }
    }

    fn triple_quoted(&mut self, start: usize, inside: usize, quotes: Quotes) -> StringOutcome {
        if self.needs_backslash {
            let end = line_end(self.bytes, inside);
            let Some(close) = quotes.close_end(&self.bytes[..end], inside) else {
                return self.continued_string(start, end, quotes);
            };
            self.push(TokenKind::String, start, close);
            return StringOutcome::Read;
        }
        let is_unclosed = self.is_unclosed_triple[quotes.index()];
        let close = if is_unclosed { None } else { quotes.close_end(self.bytes, inside) };
        if let Some(close) = close {
            self.push(TokenKind::String, start, close);
        } else {
            self.is_unclosed_triple[quotes.index()] = true;
            self.push(TokenKind::Error, start, inside);
            self.refuse(Span::new(start as u32, inside as u32), "triple-quoted string is never closed");
        }
        StringOutcome::Read
    }

    /// Reads on in a string at the start of one of its further lines, each of which must close it or end in a
    /// backslash.
    fn continued_string(&mut self, start: usize, mut line: usize, quotes: Quotes) -> StringOutcome {
        while line < self.bytes.len() {
            let end = line_end(self.bytes, line);
            let text = &self.bytes[..end];
            if let Some(close) = quotes.close_end(text, line) {
                self.needs_backslash = false;
                self.push(TokenKind::String, start, close);
                return StringOutcome::Read;
            }
            // The comparison stays within the line, as in CPython: an escaped backslash counts.
            let text = &text[line..];
            if !text.ends_with(b"\\\n") && !text.ends_with(b"\\\r\n") {
                self.push(TokenKind::Error, start, end);
                self.complain(Span::new(start as u32, end as u32), "string is not closed on its last line");
                return StringOutcome::Broken;
            }
            line = end;
        }
        self.push(TokenKind::Error, start, line);
        self.refuse(Span::new(start as u32, line as u32), "the text ends in a continued string");
        StringOutcome::Broken
    }
}
