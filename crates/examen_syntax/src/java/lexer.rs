//! From text to tokens.
//!
//! The lexer never fails, and takes time linear in the text. What is no token becomes a [`TokenKind::Error`] with a
//! diagnostic; after a literal or comment that is not closed it goes on at the next line.
//!
//! Where it is simpler than the compiler:
//!
//! - `>>` and `>>>` are always the longest operator; in `List<List<String>>` the parser takes `>>` apart, not the lexer.
//! - A Unicode escape may stand for any character of a name, for whitespace (then it is part of the gap), or for one
//!   separator or operator character, which is a token of its own. In comments, strings and characters it has no effect
//!   on where they end, an escaped backslash apart.
//! - `non-sealed` is one token where a name follows it, so that a subtraction of two variables stays three.
//! - A string template (preview in Java 21) is a string that ends at the first quote.

use super::character::{is_identifier_part, is_identifier_start, is_white_space, unicode_escape};
use super::literal::{self, Literal, rest_of_line};
use super::token::{Token, TokenKind, Tokens, is_keyword};
use crate::{Diagnostic, DiagnosticKind, Span};

/// The tokens of `source`: ordered, without overlaps, and with nothing but whitespace between them.
///
/// As in JLS 3.5, a control-Z that ends the text counts as whitespace.
pub fn tokenize(source: &str) -> Tokens {
    let mut lexer = Lexer {
        source,
        bytes: source.as_bytes(),
        at: 0,
        tokens: Vec::with_capacity(source.len() / 6),
        diagnostics: Vec::new(),
        closes_comments: true,
        closes_text_blocks: true,
    };
    while let Some(&byte) = lexer.bytes.get(lexer.at) {
        lexer.step(byte);
    }
    Tokens { tokens: lexer.tokens, diagnostics: lexer.diagnostics }
}

struct Lexer<'s> {
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    tokens: Vec<Token>,
    diagnostics: Vec<Diagnostic>,
    /// Cleared once the search for an end has reached that of the text, so that it is not made again and again.
    closes_comments: bool,
    closes_text_blocks: bool,
}

impl Lexer<'_> {
    fn step(&mut self, byte: u8) {
        let rest = &self.bytes[self.at..];
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => self.at += 1,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => self.word(),
            b'.' if rest.get(1).is_some_and(u8::is_ascii_digit) => self.literal(literal::number(rest)),
            b'.' if rest.starts_with(b"...") => self.push(TokenKind::Separator, 3),
            b'(' | b')' | b'{' | b'}' | b'[' | b']' | b';' | b',' | b'.' | b'@' => self.push(TokenKind::Separator, 1),
            b':' if rest.starts_with(b"::") => self.push(TokenKind::Separator, 2),
            b'0'..=b'9' => self.literal(literal::number(rest)),
            b'"' if rest.starts_with(b"\"\"\"") => self.text_block(),
            b'"' => self.literal(literal::string(rest)),
            b'\'' => self.literal(literal::character(rest)),
            b'/' if rest.starts_with(b"//") => self.push(TokenKind::LineComment, rest_of_line(rest)),
            b'/' if rest.starts_with(b"/*") => self.block_comment(),
            b'=' | b'>' | b'<' | b'!' | b'~' | b'?' | b':' | b'+' | b'-' | b'*' | b'/' | b'&' | b'|' | b'^' | b'%' => {
                self.push(TokenKind::Operator, operator_length(rest));
            }
            b'\\' => self.escape(),
            b'\x1a' if rest.len() == 1 => self.at += 1,
            _ => self.foreign(),
        }
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let end = self.at + length;
        self.tokens.push(Token { kind, span: Span::new(self.at as u32, end as u32) });
        self.at = end;
    }

    fn push_error(&mut self, length: usize, message: &str) {
        let span = Span::new(self.at as u32, (self.at + length) as u32);
        self.diagnostics.push(Diagnostic::new(DiagnosticKind::Token, span, message));
        self.push(TokenKind::Error, length);
    }

    fn literal(&mut self, literal: Literal) {
        match literal.problem {
            Some(problem) => self.push_error(literal.length, problem),
            None => self.push(literal.kind, literal.length),
        }
    }

    fn word(&mut self) {
        let mut end = self.at;
        while let Some(&byte) = self.bytes.get(end) {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') {
                end += 1;
            } else if let Some(length) = self.foreign_part_length(byte, end) {
                end += length;
            } else {
                break;
            }
        }
        let word = &self.source[self.at..end];
        let kind = match word {
            "true" | "false" => TokenKind::Boolean,
            "null" => TokenKind::Null,
            "non" if self.is_non_sealed(end) => {
                end += "-sealed".len();
                TokenKind::Identifier
            }
            _ if is_keyword(word) => TokenKind::Keyword,
            _ => TokenKind::Identifier,
        };
        self.push(kind, end - self.at);
    }

    /// The length of a letter outside ASCII, plain or escaped, that goes on with a name.
    fn foreign_part_length(&self, byte: u8, at: usize) -> Option<usize> {
        match byte {
            b'\\' => unicode_escape(&self.bytes[at..])
                .filter(|&(part, _)| is_identifier_part(part))
                .map(|(_, length)| length),
            0x80.. => self.char_at(at).filter(|&part| is_identifier_part(part)).map(char::len_utf8),
            _ => None,
        }
    }

    fn is_non_sealed(&self, after_non: usize) -> bool {
        let Some(following) = self.source[after_non..].strip_prefix("-sealed") else {
            return false;
        };
        let next = following.trim_start_matches(is_white_space);
        next.len() < following.len() && next.starts_with(is_identifier_start)
    }

    fn block_comment(&mut self) {
        let rest = &self.bytes[self.at..];
        let end = if self.closes_comments { memchr::memmem::find(&rest[2..], b"*/") } else { None };
        let Some(end) = end else {
            self.closes_comments = false;
            return self.push_error(rest_of_line(rest), "a comment that is not closed");
        };
        // `/**/` is an empty comment, not documentation.
        let kind = if rest[2] == b'*' && end > 0 { TokenKind::Javadoc } else { TokenKind::BlockComment };
        self.push(kind, end + 4);
    }

    fn text_block(&mut self) {
        let rest = &self.bytes[self.at..];
        let block = if self.closes_text_blocks { literal::text_block(rest) } else { None };
        let Some(block) = block else {
            self.closes_text_blocks = false;
            return self.push_error(rest_of_line(rest), "a text block that is not closed");
        };
        self.literal(block);
    }

    /// A backslash outside of literals: only the start of a Unicode escape makes sense there.
    fn escape(&mut self) {
        match unicode_escape(&self.bytes[self.at..]) {
            Some((character, _)) if is_identifier_start(character) => self.word(),
            Some((character, length)) if is_white_space(character) => self.at += length,
            Some(('(' | ')' | '{' | '}' | '[' | ']' | ';' | ',' | '.' | '@', length)) => {
                self.push(TokenKind::Separator, length);
            }
            Some((character, length)) if "=><!~?:+-*/&|^%".contains(character) => {
                self.push(TokenKind::Operator, length);
            }
            Some((_, length)) => self.push_error(length, "a Unicode escape that starts no token"),
            None => self.foreign(),
        }
    }

    /// A letter outside ASCII, or the start of a run of characters that have no place in a program.
    fn foreign(&mut self) {
        if self.char_at(self.at).is_some_and(|first| !first.is_ascii() && is_identifier_start(first)) {
            return self.word();
        }
        let is_stray = |&character: &char| {
            !is_identifier_start(character)
                && !is_white_space(character)
                && !character.is_ascii_digit()
                && (!character.is_ascii_punctuation() || matches!(character, '#' | '`'))
        };
        let first = self.char_at(self.at).map_or(1, char::len_utf8);
        let others = self.source[self.at + first..].chars().take_while(is_stray).map(char::len_utf8).sum::<usize>();
        self.push_error(first + others, "text that is no token");
    }

    fn char_at(&self, at: usize) -> Option<char> {
        self.source.get(at..)?.chars().next()
    }
}

/// The length of the longest operator at the start of `bytes` (JLS 3.12).
fn operator_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'>', b'>', b'>', b'=', ..] => 4,
        [b'>', b'>', b'>' | b'=', ..] | [b'<', b'<', b'=', ..] => 3,
        [b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'&' | b'|' | b'^' | b'%', b'=', ..]
        | [b'-', b'>' | b'-', ..]
        | [b'<', b'<', ..]
        | [b'>', b'>', ..]
        | [b'&', b'&', ..]
        | [b'|', b'|', ..]
        | [b'+', b'+', ..] => 2,
        _ => 1,
    }
}
