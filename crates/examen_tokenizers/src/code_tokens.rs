//! Python tokens as models are shown them: those of CPython's `tokenize`, as `CuBERT` spells them (CodeQueries, section 4).
//!
//! `CuBERT` strips whitespace off the end of a text before it tokenizes, and takes out the NEWLINE that CPython then adds, also
//! where DEDENT tokens follow it. The end marker is left out here; where one is shown, it is [`END_OF_TEXT`].
//!
//! Tokens are cut as CPython cuts them, so a carriage return alone ends no logical line. Lines are those of [`LineIndex`],
//! where it does end one: blocks are made of these, and a token has to find its block.

use std::borrow::Cow;

use examen_syntax::python::token::{Token, TokenKind};
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::{LineIndex, Span};

/// The spelling of the end of a text.
pub const END_OF_TEXT: &str = "___EOS___";

const NEWLINE: &str = "___NEWLINE___";
const NL: &str = "___NL___";
const INDENT: &str = "___INDENT___";
const DEDENT: &str = "___DEDENT___";

/// The messages of `examen_syntax` about text over which CPython makes an error token and goes on. Where it says anything else,
/// CPython raises: an open string, bracket or continuation at the end of the text, a dedent to no open block.
const ACCEPTED: [&str; 2] = ["text that is no token", "string is not closed on its last line"];

/// One token of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CodeToken {
    /// What it is; never an end marker.
    pub kind: TokenKind,
    /// Its bytes.
    pub span: Span,
    /// 1-based line of its first byte. A DEDENT at the end of the text is on the line after the last.
    pub start_line: u32,
    /// 1-based line of its last byte. A NEWLINE or NL ends on the line after the one that it ends: `CuBERT` has it so, and
    /// the published blocks begin with the line end before them for that reason.
    pub end_line: u32,
}

/// The tokens of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodeTokens {
    /// In the order of the text; spans do not overlap.
    pub tokens: Vec<CodeToken>,
    /// Whether CPython's `tokenize` raises on the text. The published data then has `___ERROR___` in place of all tokens.
    pub is_refused: bool,
}

/// The tokens of `source`, whose lines are `lines`.
pub fn code_tokens(source: &str, lines: &LineIndex) -> CodeTokens {
    let text = source.trim_end_matches(is_python_whitespace);
    let mut output = tokenize(text);
    drop_added_newline(&mut output.tokens);
    let end = text.len() as u32;
    let last_line = lines.line_of(end);
    let mut cursor = LineCursor { lines, line: 1, next: lines.line_span(1).end };
    let place = |&Token { kind, span }: &Token| {
        let mut start_line = cursor.line_of(span.start);
        let mut end_line = if span.is_empty() { start_line } else { cursor.line_of(span.end - 1) };
        match kind {
            TokenKind::Newline | TokenKind::Nl => end_line += 1,
            TokenKind::Dedent if span.start == end => (start_line, end_line) = (last_line + 1, last_line + 1),
            _ => {}
        }
        CodeToken { kind, span, start_line, end_line }
    };
    CodeTokens {
        tokens: output.tokens.iter().filter(|token| token.kind != TokenKind::EndMarker).map(place).collect(),
        is_refused: output.diagnostics.iter().any(|diagnostic| !ACCEPTED.contains(&diagnostic.message.as_str())),
    }
}

/// Lines of offsets that ascend, which most often stay on the same line.
struct LineCursor<'l> {
    lines: &'l LineIndex,
    line: u32,
    /// Where the next line starts.
    next: u32,
}

impl LineCursor<'_> {
    fn line_of(&mut self, offset: u32) -> u32 {
        if offset >= self.next {
            self.line = self.lines.line_of(offset);
            self.next = self.lines.line_span(self.line + 1).start;
        }
        self.line
    }
}

/// Returns the spelling of a token: layout by its kind, with the whitespace behind it for INDENT, and all else as it is.
pub fn spelling<'s>(source: &'s str, token: &CodeToken) -> Cow<'s, str> {
    let text = token.span.text(source);
    match token.kind {
        TokenKind::Newline => Cow::Borrowed(NEWLINE),
        TokenKind::Nl => Cow::Borrowed(NL),
        TokenKind::Dedent => Cow::Borrowed(DEDENT),
        TokenKind::Indent => Cow::Owned(format!("{INDENT}{text}")),
        TokenKind::EndMarker => Cow::Borrowed(END_OF_TEXT),
        _ => Cow::Borrowed(text),
    }
}

/// The tokens of a text of its own (a query's name, a header, an artificial block) as they are spelled, without the end of
/// the text.
pub fn spelled_tokens(text: &str) -> Vec<String> {
    let output = code_tokens(text, &LineIndex::new(text));
    output.tokens.iter().map(|token| spelling(text, token).into_owned()).collect()
}

/// Whether a spelled token is layout: NEWLINE, NL, INDENT or DEDENT.
pub fn is_layout(spelling: &str) -> bool {
    let is_whitespace = |text: &str| text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\x0c'));
    matches!(spelling, NEWLINE | NL | DEDENT) || spelling.strip_prefix(INDENT).is_some_and(is_whitespace)
}

/// What `str.rstrip` takes off; the four information separators are no whitespace in Rust.
fn is_python_whitespace(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1c'..='\x1f')
}

/// Takes out a NEWLINE before the end marker, and then one before the DEDENT tokens that precede the end marker.
fn drop_added_newline(tokens: &mut Vec<Token>) {
    let kind_at = |tokens: &[Token], at: usize| tokens.get(at).map(|token| token.kind);
    let Some(before_end) = tokens.len().checked_sub(2) else { return };
    if kind_at(tokens, before_end) == Some(TokenKind::Newline) {
        tokens.remove(before_end);
    }
    let mut at = tokens.len().saturating_sub(2);
    while at > 0 && kind_at(tokens, at) == Some(TokenKind::Dedent) {
        at -= 1;
    }
    if at > 0 && kind_at(tokens, at) == Some(TokenKind::Newline) {
        tokens.remove(at);
    }
}
