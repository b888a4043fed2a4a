//! What the tokens alone tell.

use examen_syntax::python::token::{Token, TokenKind};

/// Counts of one pass over the tokens of a function.
#[derive(Default)]
pub(super) struct Lexical {
    pub(super) tokens: u32,
    pub(super) operators: u32,
    /// A bit for each operator that occurs.
    seen: u64,
    /// `for`s whose `in` is still to come.
    open_fors: u32,
}

impl Lexical {
    pub(super) fn of(tokens: &[Token], source: &str) -> Self {
        let mut counts = Self::default();
        let mut is_line_start = true;
        // `not in` and `is not` are one operator each.
        let mut first_word = None;
        for token in tokens {
            match token.kind {
                TokenKind::Name => {
                    first_word = counts.word(first_word, token.span.text(source));
                }
                TokenKind::Operator => {
                    counts.end_word(first_word.take());
                    counts.sign(token.span.text(source), is_line_start);
                }
                TokenKind::Number | TokenKind::String | TokenKind::Error => counts.end_word(first_word.take()),
                TokenKind::Newline => {
                    is_line_start = true;
                    continue;
                }
                TokenKind::Comment | TokenKind::Nl | TokenKind::Indent | TokenKind::Dedent | TokenKind::EndMarker => {
                    continue;
                }
            }
            is_line_start = false;
            counts.tokens += 1;
        }
        counts.end_word(first_word);
        counts
    }

    pub(super) fn distinct_operators(&self) -> u32 {
        self.seen.count_ones()
    }

    /// Counts a word, or keeps it back until the next one is known.
    fn word(&mut self, first: Option<FirstWord>, word: &str) -> Option<FirstWord> {
        match (first, word) {
            (Some(FirstWord::Is), "not") => self.count(IS_NOT),
            (Some(FirstWord::Not), "in") => self.count(NOT_IN),
            (first, word) => {
                self.end_word(first);
                match word {
                    "and" => self.count(AND),
                    "or" => self.count(OR),
                    "is" => return Some(FirstWord::Is),
                    "not" => return Some(FirstWord::Not),
                    "for" => self.open_fors += 1,
                    "in" if self.open_fors > 0 => self.open_fors -= 1,
                    "in" => self.count(IN),
                    _ => {}
                }
            }
        }
        None
    }

    fn end_word(&mut self, first: Option<FirstWord>) {
        match first {
            Some(FirstWord::Is) => self.count(IS),
            Some(FirstWord::Not) => self.count(NOT),
            None => {}
        }
    }

    fn sign(&mut self, sign: &str, is_line_start: bool) {
        let is_decorator = sign == "@" && is_line_start;
        if let Some(number) = sign_number(sign.as_bytes()).filter(|_| !is_decorator) {
            self.count(number);
        }
    }

    fn count(&mut self, number: u32) {
        self.operators += 1;
        self.seen |= 1 << number;
    }
}

/// A word that may be the first half of an operator.
#[derive(Clone, Copy)]
enum FirstWord {
    Is,
    Not,
}

const AND: u32 = 57;
const OR: u32 = 58;
const NOT: u32 = 59;
const IN: u32 = 60;
const IS: u32 = 61;
const NOT_IN: u32 = 62;
const IS_NOT: u32 = 63;

/// A number below those of the words for each sign that is an operator.
const fn sign_number(sign: &[u8]) -> Option<u32> {
    Some(match sign {
        b"=" => 0,
        b"==" => 1,
        b"+" => 2,
        b"+=" => 3,
        b"-" => 4,
        b"-=" => 5,
        b"->" => 6,
        b"*" => 7,
        b"*=" => 8,
        b"**" => 9,
        b"**=" => 10,
        b"/" => 11,
        b"/=" => 12,
        b"//" => 13,
        b"//=" => 14,
        b"%" => 15,
        b"%=" => 16,
        b"@" => 17,
        b"@=" => 18,
        b"&" => 19,
        b"&=" => 20,
        b"|" => 21,
        b"|=" => 22,
        b"^" => 23,
        b"^=" => 24,
        b"~" => 25,
        b"!=" => 26,
        b"<" => 27,
        b"<=" => 28,
        b"<<" => 29,
        b"<<=" => 30,
        b">" => 31,
        b">=" => 32,
        b">>" => 33,
        b">>=" => 34,
        b":=" => 35,
        _ => return None,
    })
}
