//! Where numbers, words, operators and strings end.
//!
//! All functions take byte offsets and look at no more than they have to; none knows lines or blocks.

use super::word_characters::{is_word, starts_name};

/// End of the number at `start`, which holds an ASCII digit or a point with an ASCII digit behind it.
///
/// The grammar is Python 3's, so `0777L` is the three tokens `0`, `777` and `L`.
pub(in crate::python) fn number_end(bytes: &[u8], start: usize) -> usize {
    let whole_end = digits_end(bytes, start);
    let float_end = match bytes.get(whole_end) {
        Some(b'.') => {
            let fraction_end = digits_end(bytes, whole_end + 1);
            Some(exponent_end(bytes, fraction_end).unwrap_or(fraction_end))
        }
        _ => exponent_end(bytes, whole_end),
    };
    let decimal_end = float_end.unwrap_or(whole_end);
    if matches!(bytes.get(decimal_end), Some(b'j' | b'J')) {
        return decimal_end + 1;
    }
    if float_end.is_some() || bytes[start] != b'0' {
        return decimal_end;
    }
    let digits_start = start + 2;
    let radix_end = match bytes.get(start + 1) {
        Some(b'x' | b'X') => grouped_end(bytes, digits_start, |byte| byte.is_ascii_hexdigit()),
        Some(b'b' | b'B') => grouped_end(bytes, digits_start, |byte| matches!(byte, b'0' | b'1')),
        Some(b'o' | b'O') => grouped_end(bytes, digits_start, |byte| matches!(byte, b'0'..=b'7')),
        _ => digits_start,
    };
    // A leading zero is a number of its own unless only zeros follow.
    if radix_end > digits_start { radix_end } else { grouped_end(bytes, start + 1, |byte| byte == b'0') }
}

/// End of `[0-9](_?[0-9])*`, or `start` when no digit is there.
fn digits_end(bytes: &[u8], start: usize) -> usize {
    match bytes.get(start) {
        Some(b'0'..=b'9') => grouped_end(bytes, start + 1, |byte| byte.is_ascii_digit()),
        _ => start,
    }
}

/// End of digits each of which may have one underscore before it.
fn grouped_end(bytes: &[u8], start: usize, is_digit: impl Fn(u8) -> bool) -> usize {
    let mut end = start;
    loop {
        match bytes.get(end) {
            Some(&byte) if is_digit(byte) => end += 1,
            Some(b'_') if bytes.get(end + 1).is_some_and(|&byte| is_digit(byte)) => end += 2,
            _ => return end,
        }
    }
}

fn exponent_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (b'e' | b'E') = bytes.get(start)? else {
        return None;
    };
    let digits_start = if matches!(bytes.get(start + 1), Some(b'+' | b'-')) { start + 2 } else { start + 1 };
    let end = digits_end(bytes, digits_start);
    (end > digits_start).then_some(end)
}

/// Length of the operator that `rest` starts with, zero where there is none.
///
/// These are Python 3's operators: `<>`, a lone `!`, backticks, `$` and `?` are not among them.
pub(in crate::python) fn operator_length(rest: &[u8]) -> usize {
    let may_double = |byte| matches!(byte, b'*' | b'/' | b'<' | b'>');
    match *rest {
        [b'.', b'.', b'.', ..] => 3,
        [first, second, b'=', ..] if first == second && may_double(first) => 3,
        [first, second, ..] if first == second && may_double(first) => 2,
        [b'-', b'>', ..] | [b'!', b'=', ..] => 2,
        [first, b'=', ..] if may_precede_equals(first) => 2,
        [b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'.' | b';' | b'~', ..] => 1,
        [first, ..] if may_precede_equals(first) => 1,
        _ => 0,
    }
}

/// Whether `byte` is an operator, and one with an equals sign behind it too.
fn may_precede_equals(byte: u8) -> bool {
    matches!(byte, b'%' | b'&' | b'*' | b'+' | b'-' | b'/' | b':' | b'<' | b'=' | b'>' | b'@' | b'^' | b'|')
}

/// End of the run of word characters (the regular expression `\w+`) at `start`.
pub(in crate::python) fn word_end(source: &str, start: usize) -> usize {
    let bytes = source.as_bytes();
    let mut end = start;
    while let Some(&byte) = bytes.get(end) {
        if IS_ASCII_WORD[byte as usize] {
            end += 1;
        } else if byte < 0x80 {
            break;
        } else {
            match char_at(source, end) {
                Some(character) if is_word(character) => end += character.len_utf8(),
                _ => break,
            }
        }
    }
    end
}

/// Whether the word at `start` is a name; digits outside ASCII are word characters that cannot start one.
pub(in crate::python) fn is_name(source: &str, start: usize) -> bool {
    char_at(source, start).is_some_and(starts_name)
}

/// The character at byte `offset`.
pub(in crate::python) fn char_at(source: &str, offset: usize) -> Option<char> {
    source.get(offset..)?.chars().next()
}

/// Whether Python 3 allows `word` before a string's quotes; `ur`, which Python 2 allowed, is not among them.
pub(in crate::python) fn is_string_prefix(word: &[u8]) -> bool {
    match *word {
        [only] => matches!(only | 0x20, b'b' | b'r' | b'u' | b'f'),
        [first, second] => {
            matches!((first | 0x20, second | 0x20), (b'b' | b'f', b'r') | (b'r', b'b' | b'f'))
        }
        _ => false,
    }
}

/// The quotes of a string.
#[derive(Clone, Copy)]
pub(in crate::python) struct Quotes {
    /// `'` or `"`.
    pub(in crate::python) quote: u8,
    /// Whether three of them open and close.
    pub(in crate::python) is_triple: bool,
}

impl Quotes {
    /// The quotes at `offset`, which holds a quote.
    pub(in crate::python) fn at(bytes: &[u8], offset: usize) -> Self {
        let quote = bytes[offset];
        Self { quote, is_triple: bytes[offset..].starts_with(&[quote; 3]) }
    }

    /// Zero or one, for tables of what is known about each kind of quote.
    pub(in crate::python) fn index(self) -> usize {
        usize::from(self.quote == b'"')
    }

    /// How many bytes open the string.
    pub(in crate::python) fn len(self) -> usize {
        if self.is_triple { 3 } else { 1 }
    }

    /// One past the closing quotes that come first in `bytes` from `start` on; a backslash hides the next character.
    pub(in crate::python) fn close_end(self, bytes: &[u8], start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            at += memchr::memchr2(self.quote, b'\\', bytes.get(at..)?)?;
            if bytes[at] == b'\\' {
                at += 2;
            } else if !self.is_triple || bytes[at..].starts_with(&[self.quote; 3]) {
                return Some(at + self.len());
            } else {
                at += 1;
            }
        }
    }
}

static IS_ASCII_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize;
        byte += 1;
    }
    table
};
