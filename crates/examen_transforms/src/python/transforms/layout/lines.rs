//! The tokens of a function with where each stands in the layout.

use examen_syntax::Span;
use examen_syntax::python::token::{Token, TokenKind};

/// A token that has text of its own, or a comment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'t> {
    pub(super) kind: TokenKind,
    pub(super) text: &'t str,
    /// In the text that was cut into tokens.
    pub(super) span: Span,
    /// Whether a line of its own begins with it: a statement, or a comment that follows none.
    pub(super) starts_line: bool,
    /// How far such a line is indented, in blocks below the function itself.
    pub(super) level: usize,
    /// Whether a line ends before it inside brackets that have a comment in them.
    pub(super) keeps_gap: bool,
}

/// The items of tokens that begin at the start of a line, outside of brackets.
pub(super) fn items<'t>(text: &'t str, tokens: &[Token]) -> Vec<Item<'t>> {
    let mut reader = Reader { text, blocks: Vec::new(), depth: 0, items: Vec::new(), first_inside: 0 };
    let (mut starts_line, mut has_line_end) = (true, false);
    for (token, opened) in tokens.iter().zip(opened_blocks(text, tokens)) {
        match token.kind {
            TokenKind::Indent => reader.blocks.push(column(token.span.text(text))),
            TokenKind::Dedent => {
                reader.blocks.pop();
            }
            TokenKind::Newline => starts_line = true,
            TokenKind::Nl => has_line_end = true,
            TokenKind::EndMarker => {}
            kind => {
                let is_line_of_comment = starts_line && kind == TokenKind::Comment;
                let level = if is_line_of_comment { reader.comment_level(*token, opened) } else { reader.blocks.len() };
                reader.push(*token, starts_line, level, has_line_end);
                starts_line = is_line_of_comment;
                has_line_end = false;
            }
        }
    }
    reader.items
}

/// For each token, the column of the block that begins behind it, if nothing but comments is between.
fn opened_blocks(text: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut opened = None;
    let mut blocks: Vec<Option<usize>> = Vec::with_capacity(tokens.len());
    for token in tokens.iter().rev() {
        blocks.push(opened);
        opened = match token.kind {
            TokenKind::Indent => Some(column(token.span.text(text))),
            TokenKind::Nl | TokenKind::Comment => opened,
            _ => None,
        };
    }
    blocks.reverse();
    blocks
}

struct Reader<'t> {
    text: &'t str,
    /// The columns of the open blocks.
    blocks: Vec<usize>,
    /// Of brackets.
    depth: usize,
    items: Vec<Item<'t>>,
    /// The first item inside the outermost open bracket.
    first_inside: usize,
}

impl Reader<'_> {
    fn push(&mut self, token: Token, starts_line: bool, level: usize, has_line_end: bool) {
        let text = token.span.text(self.text);
        let keeps_gap = self.depth > 0 && has_line_end;
        self.items.push(Item { kind: token.kind, text, span: token.span, starts_line, level, keeps_gap });
        if token.kind != TokenKind::Operator {
            return;
        }
        match text {
            "(" | "[" | "{" => {
                if self.depth == 0 {
                    self.first_inside = self.items.len();
                }
                self.depth += 1;
            }
            ")" | "]" | "}" => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.join_lines();
                }
            }
            _ => {}
        }
    }

    /// Joins the lines inside a bracket that was closed, unless a comment ends one of them.
    fn join_lines(&mut self) {
        let inside = self.items.get_mut(self.first_inside..).unwrap_or_default();
        if inside.iter().all(|item| item.kind != TokenKind::Comment) {
            for item in inside {
                item.keeps_gap = false;
            }
        }
    }

    /// The innermost block that a comment is not left of; the block that begins behind it counts too. Below the
    /// function's head it stays in the function.
    fn comment_level(&self, comment: Token, opened: Option<usize>) -> usize {
        let before = self.text.get(..comment.span.start as usize).unwrap_or_default();
        let own = column(before.rsplit('\n').next().unwrap_or_default());
        let columns = || self.blocks.iter().copied().chain(opened);
        let head = self.items.first().map_or(0, |first| first.level);
        columns().take_while(|&block| block <= own).count().max((head + 1).min(columns().count()))
    }
}

/// The column that leading white space leads to.
fn column(indentation: &str) -> usize {
    indentation.chars().fold(0, |column, character| match character {
        '\t' => (column / 8 + 1) * 8,
        '\x0c' => 0,
        _ => column + 1,
    })
}
