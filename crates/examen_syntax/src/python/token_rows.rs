//! The rows and columns that CPython's `tokenize` module gives our tokens: lines end at `\n` only, columns count
//! characters.

use super::token::{Token, TokenKind};

/// A token as CPython describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'s> {
    /// Name of the token type.
    pub kind: &'static str,
    /// 1-based row and 0-based column of the first character.
    pub start: (usize, usize),
    /// Row of the last character, and the column behind it.
    pub end: (usize, usize),
    /// The token's text.
    pub text: &'s str,
}

/// All tokens of `source` with their positions.
pub fn rows<'s>(source: &'s str, tokens: &[Token]) -> Vec<Row<'s>> {
    let mut cursor = Cursor { source, offset: 0, row: 1, column: 0 };
    let mut is_line_added = false;
    let mut rows = Vec::with_capacity(tokens.len());
    for token in tokens {
        let text = token.span.text(source);
        let mut start = cursor.advance(token.span.start as usize);
        // The line end of a token counts to the row it ends, so the end is seen from the last character.
        let last_length = text.chars().next_back().map_or(0, char::len_utf8);
        let mut end = cursor.advance(token.span.end as usize - last_length);
        end.1 += usize::from(!text.is_empty());
        if token.kind == TokenKind::Newline && text.is_empty() {
            is_line_added = true;
            end.1 += 1;
        }
        if token.span.start as usize == source.len() && matches!(token.kind, TokenKind::Dedent | TokenKind::EndMarker) {
            start = (start.0 + usize::from(is_line_added || !ends_in_whitespace_line(source)), 0);
            end = start;
        }
        rows.push(Row { kind: token.kind.cpython_name(), start, end, text });
    }
    rows
}

/// Whether the end of the text is where a next line could start.
fn ends_in_whitespace_line(source: &str) -> bool {
    let last_line = source.rsplit('\n').next().unwrap_or_default();
    last_line.trim_matches([' ', '\t', '\x0c']).is_empty()
}

struct Cursor<'s> {
    source: &'s str,
    offset: usize,
    row: usize,
    column: usize,
}

impl Cursor<'_> {
    fn advance(&mut self, offset: usize) -> (usize, usize) {
        for character in self.source[self.offset..offset].chars() {
            if character == '\n' {
                self.row += 1;
                self.column = 0;
            } else {
                self.column += 1;
            }
        }
        self.offset = offset;
        (self.row, self.column)
    }
}
