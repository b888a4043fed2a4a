//! Where literals end.
//!
//! Each function looks at the bytes from a literal's first one on. Delimiters must be written plainly: a Unicode escape
//! of a quote does not close a literal, as in the grammar behind the tree (the compiler would let it).

use super::token::TokenKind;

/// A literal, or what should have been one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    /// What it is.
    pub(super) kind: TokenKind,
    /// Number of bytes.
    pub(super) length: usize,
    /// Why it is a [`TokenKind::Error`].
    pub(super) problem: Option<&'static str>,
}

impl Literal {
    fn good(kind: TokenKind, length: usize) -> Self {
        Self { kind, length, problem: None }
    }

    fn bad(length: usize, problem: &'static str) -> Self {
        Self { kind: TokenKind::Error, length, problem: Some(problem) }
    }
}

/// Number of bytes before the end of the line that `bytes` start in.
pub(super) fn rest_of_line(bytes: &[u8]) -> usize {
    memchr::memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len())
}

/// A number (JLS 3.10.1 and 3.10.2). The range of the value and the places of underscores are not checked.
///
/// As the specification has it, the longest number wins and a letter behind it starts a new token: `1.e` is `1.` and `e`.
pub(super) fn number(bytes: &[u8]) -> Literal {
    match bytes {
        [b'0', b'x' | b'X', ..] => hexadecimal(bytes),
        [b'0', b'b' | b'B', ..] => {
            let digits = run(&bytes[2..], |byte| matches!(byte, b'0' | b'1' | b'_'));
            if digits == 0 {
                return Literal::bad(2, "a binary number without digits");
            }
            Literal::good(TokenKind::Integer, with_long_suffix(bytes, 2 + digits))
        }
        _ => decimal(bytes),
    }
}

fn hexadecimal(bytes: &[u8]) -> Literal {
    let is_digit = |byte: u8| byte.is_ascii_hexdigit() || byte == b'_';
    let whole = 2 + run(&bytes[2..], is_digit);
    let mut mantissa = whole;
    if bytes.get(whole) == Some(&b'.') {
        mantissa += 1 + run(&bytes[whole + 1..], is_digit);
    }
    // Without a binary exponent the point does not belong to the number.
    let end = with_exponent(bytes, mantissa, b'p');
    if end > mantissa {
        return Literal::good(TokenKind::Float, end + usize::from(has_float_suffix(bytes, end)));
    }
    if whole == 2 {
        return Literal::bad(2, "a hexadecimal number without digits");
    }
    Literal::good(TokenKind::Integer, with_long_suffix(bytes, whole))
}

fn decimal(bytes: &[u8]) -> Literal {
    let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'_';
    let whole = run(bytes, is_digit);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        end += 1 + run(&bytes[end + 1..], is_digit);
    }
    end = with_exponent(bytes, end, b'e');
    if has_float_suffix(bytes, end) {
        end += 1;
    }
    if end > whole {
        return Literal::good(TokenKind::Float, end);
    }
    Literal::good(TokenKind::Integer, with_long_suffix(bytes, whole))
}

fn run(bytes: &[u8], is_part: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !is_part(byte)).unwrap_or(bytes.len())
}

fn with_long_suffix(bytes: &[u8], end: usize) -> usize {
    end + usize::from(matches!(bytes.get(end), Some(b'l' | b'L')))
}

fn has_float_suffix(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end), Some(b'f' | b'F' | b'd' | b'D'))
}

/// The end of an exponent at `end`, or `end` when there is none.
fn with_exponent(bytes: &[u8], end: usize, letter: u8) -> usize {
    if bytes.get(end).is_none_or(|byte| byte.to_ascii_lowercase() != letter) {
        return end;
    }
    let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
    let digits = run(&bytes[end + 1 + sign..], |byte| byte.is_ascii_digit() || byte == b'_');
    if digits == 0 { end } else { end + 1 + sign + digits }
}

/// A string in double quotes; which escapes there are is not checked.
pub(super) fn string(bytes: &[u8]) -> Literal {
    match closing_quote(bytes, b'"') {
        Some(quote) => Literal::good(TokenKind::String, quote + 1),
        None => Literal::bad(rest_of_line(bytes), "a string that is not closed on its line"),
    }
}

/// A character in single quotes.
pub(super) fn character(bytes: &[u8]) -> Literal {
    let Some(quote) = closing_quote(bytes, b'\'') else {
        return Literal::bad(rest_of_line(bytes), "a character that is not closed on its line");
    };
    let length = quote + 1;
    match &bytes[1..quote] {
        [] => Literal::bad(length, "a character literal without a character"),
        content if is_one_character(content) => Literal::good(TokenKind::Character, length),
        _ => Literal::bad(length, "a character literal with more than one character"),
    }
}

fn is_one_character(content: &[u8]) -> bool {
    match content {
        // `'\u005c''` and `'\u005cn'` escape by an escaped backslash.
        [b'\\', b'u', rest @ ..] => {
            let digits = &rest[run(rest, |byte| byte == b'u')..];
            digits.len() == 4 || is_escaped_backslash(content).is_some_and(|length| content.len() > length)
        }
        [b'\\', b'0'..=b'7', rest @ ..] => rest.len() <= 2 && rest.iter().all(|byte| matches!(byte, b'0'..=b'7')),
        [b'\\', rest @ ..] | rest => character_count(rest) == 1,
    }
}

fn character_count(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

/// The length of a Unicode escape of the backslash at the start of `bytes`.
fn is_escaped_backslash(bytes: &[u8]) -> Option<usize> {
    super::character::unicode_escape(bytes).filter(|&(character, _)| character == '\\').map(|(_, length)| length)
}

/// The next `quote` on the line that no backslash escapes; `bytes` start at the opening one.
fn closing_quote(bytes: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\n' | b'\r' => return None,
            byte if byte == quote => return Some(at),
            b'\\' => {
                at += is_escaped_backslash(&bytes[at..]).unwrap_or(1);
                // What is escaped is passed over, but never a line end.
                at += usize::from(bytes.get(at).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')));
            }
            _ => at += 1,
        }
    }
}

/// A text block; `bytes` start at its `"""`. Nothing when it is not closed.
pub(super) fn text_block(bytes: &[u8]) -> Option<Literal> {
    let mut at = 3;
    loop {
        at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'\\' {
            at += 2;
        } else if bytes[at..].starts_with(b"\"\"\"") {
            return Some(Literal::good(TokenKind::TextBlock, at + 3));
        } else {
            at += 1;
        }
    }
}
