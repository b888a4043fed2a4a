//! String literals, and the expressions in f-strings and t-strings.

use super::Parser;
use super::kind::Kind;
use super::lexer::{Note, Token};
use super::templates::escape_end;
use crate::Span;
use crate::python::nodes::{Expr, ExprKind, StringPart};
use crate::python::tokenizer::lexemes::Quotes;
use crate::python::tree::{Id, List};

impl Parser<'_> {
    /// Adjacent literals are one expression.
    pub(super) fn string(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let first = self.string_part();
        if !self.at(Kind::String) {
            let parts = self.out.tree.add_list(&[first]);
            return self.add(start, ExprKind::String { parts });
        }
        let is_bytes = |part: &StringPart, source: &str| {
            let text = part.span.text(source).as_bytes();
            text.iter().take_while(|byte| byte.is_ascii_alphabetic()).any(|byte| byte | 0x20 == b'b')
        };
        let is_first_bytes = is_bytes(&first, self.out.source);
        let mut parts = vec![first];
        while self.at(Kind::String) {
            let part = self.string_part();
            if is_bytes(&part, self.out.source) != is_first_bytes {
                self.python3_error(part.span, "bytes beside text");
            }
            parts.push(part);
        }
        let parts = self.out.tree.add_list(&parts);
        self.add(start, ExprKind::String { parts })
    }

    fn string_part(&mut self) -> StringPart {
        let token = self.token;
        if token.note != Note::Template {
            self.bump();
            return StringPart { span: token.span(), interpolations: List::default() };
        }
        let base = self.exprs.len();
        let place = self.lexer.place();
        let limit = self.lexer.limit;
        self.interpolations(token);
        self.lexer.limit = limit;
        self.lexer.rewind(place);
        self.token = token;
        self.bump();
        StringPart { span: token.span(), interpolations: self.take_exprs(base) }
    }

    /// Reads the expressions of a string, those in format specifications too.
    fn interpolations(&mut self, token: Token) {
        let bytes = self.out.source.as_bytes();
        let text = &bytes[token.start as usize..token.end as usize];
        let prefix = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let is_raw = text[..prefix].iter().any(|byte| byte | 0x20 == b'r');
        let opening = token.start as usize + prefix;
        let quotes = Quotes::at(bytes, opening);
        let end = token.end as usize - quotes.len();
        let mut at = opening + quotes.len();
        while at < end {
            match bytes[at] {
                b'\\' => at = escape_end(bytes, at, is_raw),
                b'{' if bytes[at + 1] == b'{' => at += 2,
                b'{' => {
                    self.lexer.limit = end;
                    let Some(next) = self.interpolation(at, is_raw) else { return };
                    at = next;
                }
                b'}' if bytes[at + 1] == b'}' => at += 2,
                b'}' => {
                    let place = Span::new(at as u32, at as u32 + 1);
                    self.error(place, "a single brace in a string with interpolations");
                    at += 1;
                }
                _ => at += 1,
            }
        }
    }

    /// Reads the interpolation whose brace is at `brace`; where it ends, if it does.
    fn interpolation(&mut self, brace: usize, is_raw: bool) -> Option<usize> {
        self.lexer.position = brace + 1;
        self.lexer.depth += 1;
        let depth = self.lexer.depth;
        (self.previous_start, self.previous_end) = (brace as u32, brace as u32 + 1);
        self.advance();
        let expression = self.nested_expr(Self::yield_or_list);
        self.exprs.push(expression);
        self.eat(Kind::Assign);
        if self.eat(Kind::Bang) {
            self.name("a conversion");
        }
        let end = match self.token.kind {
            Kind::CloseCurly => Some(self.token.end as usize),
            Kind::Colon | Kind::Walrus => self.specification(self.token.start as usize + 1, is_raw),
            _ => {
                self.expected("`}`");
                None
            }
        };
        self.lexer.depth = depth - 1;
        end
    }

    /// Reads the interpolations of a format specification; where the brace behind it ends.
    fn specification(&mut self, inside: usize, is_raw: bool) -> Option<usize> {
        let bytes = self.out.source.as_bytes();
        let mut at = inside;
        while at < self.lexer.limit {
            match bytes[at] {
                b'}' => return Some(at + 1),
                b'{' => at = self.nested(|parser| parser.interpolation(at, is_raw), |_| None)?,
                b'\\' => at = escape_end(bytes, at, is_raw),
                _ => at += 1,
            }
        }
        None
    }
}
