//! Where f-strings and t-strings end, interpolations with strings and comments of their own included (PEP 701).

use crate::python::tokenizer::lexemes::Quotes;

/// Strings within interpolations of strings within …: `CPython` refuses more.
const MAX_NESTING: u32 = 100;

/// One past the quotes that close the string whose content starts at `inside`; none where nothing does.
pub(super) fn template_end(bytes: &[u8], inside: usize, quotes: Quotes, is_raw: bool) -> Option<usize> {
    content_end(bytes, inside, quotes, is_raw, MAX_NESTING)
}

fn content_end(bytes: &[u8], inside: usize, quotes: Quotes, is_raw: bool, nesting: u32) -> Option<usize> {
    let mut at = inside;
    loop {
        match *bytes.get(at)? {
            byte if byte == quotes.quote => {
                if !quotes.is_triple || bytes[at..].starts_with(&[byte; 3]) {
                    return Some(at + quotes.len());
                }
                at += 1;
            }
            b'\\' => at = escape_end(bytes, at, is_raw),
            b'{' if bytes.get(at + 1) == Some(&b'{') => at += 2,
            b'{' => at = interpolation_end(bytes, at + 1, quotes, is_raw, nesting.checked_sub(1)?)?,
            b'\n' | b'\r' if !quotes.is_triple => return None,
            _ => at += 1,
        }
    }
}

/// Where the escape at `at` ends. A backslash does not hide braces, and `\N{…}` has its own.
pub(super) fn escape_end(bytes: &[u8], at: usize, is_raw: bool) -> usize {
    match bytes.get(at + 1) {
        Some(b'{' | b'}') => at + 1,
        Some(b'N') if !is_raw && bytes.get(at + 2) == Some(&b'{') => {
            let rest = &bytes[at + 3..];
            let length = rest.iter().position(|byte| matches!(byte, b'}' | b'\n' | b'\'' | b'"'));
            length.filter(|&length| rest[length] == b'}').map_or(at + 2, |length| at + 4 + length)
        }
        Some(b'\r') if bytes.get(at + 2) == Some(&b'\n') => at + 3,
        _ => at + 2,
    }
}

/// One past the brace that closes the interpolation whose content starts at `inside`.
fn interpolation_end(bytes: &[u8], inside: usize, quotes: Quotes, is_raw: bool, nesting: u32) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = inside;
    loop {
        match *bytes.get(at)? {
            b'\'' | b'"' => {
                let inner = Quotes::at(bytes, at);
                let word = bytes[inside..at].iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
                let prefix = &bytes[at - word.min(3)..at];
                let is_template = word <= 2 && prefix.iter().any(|byte| matches!(byte | 0x20, b'f' | b't'));
                let is_inner_raw = prefix.iter().any(|byte| byte | 0x20 == b'r');
                at = if is_template {
                    content_end(bytes, at + inner.len(), inner, is_inner_raw, nesting.checked_sub(1)?)?
                } else {
                    inner.close_end(bytes, at + inner.len())?
                };
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => return Some(at + 1),
            b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
            b'#' => at += memchr::memchr(b'\n', &bytes[at..])?,
            b'!' if bytes.get(at + 1) == Some(&b'=') => at += 1,
            b':' if depth == 0 => return specification_end(bytes, at + 1, quotes, is_raw, nesting),
            _ => {}
        }
        at += 1;
    }
}

/// One past the brace that ends a format specification and with it the interpolation.
fn specification_end(bytes: &[u8], inside: usize, quotes: Quotes, is_raw: bool, nesting: u32) -> Option<usize> {
    let mut at = inside;
    loop {
        match *bytes.get(at)? {
            b'}' => return Some(at + 1),
            b'{' => at = interpolation_end(bytes, at + 1, quotes, is_raw, nesting.checked_sub(1)?)?,
            b'\\' => at = escape_end(bytes, at, is_raw),
            byte if byte == quotes.quote && (!quotes.is_triple || bytes[at..].starts_with(&[byte; 3])) => return None,
            b'\n' | b'\r' if !quotes.is_triple => return None,
            _ => at += 1,
        }
    }
}
