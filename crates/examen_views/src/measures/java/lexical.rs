//! What the tokens alone tell.

use examen_syntax::java::{Token, TokenKind};

/// Counts of one pass over the tokens of a method.
#[derive(Default)]
pub(super) struct Lexical {
    /// A bit for each operator that occurs.
    seen: u64,
    pub(super) operators: u32,
    pub(super) structures: u32,
    pub(super) loops: u32,
    pub(super) ifs: u32,
    pub(super) nesting: u32,
    pub(super) complexity: u32,
    /// Where `{`, `?`, `&&` and `||` stand: a part of an expression without them has neither a body nor a choice in it.
    pub(super) notable: Vec<u32>,
    open_braces: u32,
}

impl Lexical {
    pub(super) fn of(tokens: &[Token], source: &str) -> Self {
        let mut counts = Self::default();
        for token in tokens {
            match token.kind {
                TokenKind::Operator => counts.operator(token, source),
                TokenKind::Separator => counts.separator(token, source),
                TokenKind::Keyword => counts.keyword(token.text(source)),
                _ => {}
            }
        }
        counts
    }

    pub(super) fn distinct_operators(&self) -> u32 {
        self.seen.count_ones()
    }

    fn operator(&mut self, token: &Token, source: &str) {
        let bytes = token.text(source).as_bytes();
        let Some(number) = operator_number(bytes) else { return };
        self.operators += 1;
        self.seen |= 1 << number;
        if let b"?" | b"&&" | b"||" = bytes {
            self.complexity += 1;
            self.notable.push(token.span.start);
        }
    }

    fn separator(&mut self, token: &Token, source: &str) {
        match token.text(source).as_bytes() {
            b"{" => {
                self.notable.push(token.span.start);
                self.open_braces += 1;
                self.nesting = self.nesting.max(self.open_braces);
            }
            b"}" => self.open_braces = self.open_braces.saturating_sub(1),
            b"::" | b"..." => {
                self.operators += 1;
                self.seen |= if token.span.len() == 2 { METHOD_REFERENCE } else { ELLIPSIS };
            }
            _ => {}
        }
    }

    fn keyword(&mut self, word: &str) {
        // Every `do` has a `while`, so that the loops are the `for` and the `while`.
        let [structures, loops, ifs, complexity] = match word {
            "if" => [1, 0, 1, 1],
            "for" | "while" => [1, 1, 0, 1],
            "switch" | "try" => [1, 0, 0, 0],
            "case" | "catch" => [0, 0, 0, 1],
            _ => return,
        };
        self.structures += structures;
        self.loops += loops;
        self.ifs += ifs;
        self.complexity += complexity;
    }
}

const METHOD_REFERENCE: u64 = 1 << 62;
const ELLIPSIS: u64 = 1 << 63;

/// A number below 62 for each operator; nothing for one that is written as a Unicode escape.
const fn operator_number(bytes: &[u8]) -> Option<u32> {
    Some(match bytes {
        b"=" => 0,
        b"==" => 1,
        b"+" => 2,
        b"+=" => 3,
        b"++" => 4,
        b"-" => 5,
        b"-=" => 6,
        b"--" => 7,
        b"->" => 8,
        b"*" => 9,
        b"*=" => 10,
        b"/" => 11,
        b"/=" => 12,
        b"%" => 13,
        b"%=" => 14,
        b"&" => 15,
        b"&=" => 16,
        b"&&" => 17,
        b"|" => 18,
        b"|=" => 19,
        b"||" => 20,
        b"^" => 21,
        b"^=" => 22,
        b"!" => 23,
        b"!=" => 24,
        b"~" => 25,
        b"?" => 26,
        b":" => 27,
        b"<" => 28,
        b"<=" => 29,
        b"<<" => 30,
        b"<<=" => 31,
        b">" => 32,
        b">=" => 33,
        b">>" => 34,
        b">>=" => 35,
        b">>>" => 36,
        b">>>=" => 37,
        _ => return None,
    })
}
