//! From the text of a leaf to its token.
//!
//! The two extractors clean texts with regular expressions; here is what those do, one of them (`//s+`, meant for
//! whitespace) taken at its word.

use std::borrow::Cow;

/// The longest token of code2vec, in characters.
const MAX_LENGTH: usize = 50;

/// The text with escapes like `\u0041` replaced by what they stand for, as the original lexer does everywhere.
pub(super) fn without_unicode_escapes(text: &str) -> Cow<'_, str> {
    if !text.contains("\\u") {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let digits = rest[1..].trim_start_matches('u');
        let code = digits.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if let Some(code) = code.filter(|_| rest[1..].starts_with('u')) {
            // Half a character is not one; whatever stands for it, cleaning takes it away.
            plain.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            rest = &digits[4..];
        } else {
            // A backslash escapes the next character, also another backslash.
            let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
            plain.push_str(&rest[..length]);
            rest = &rest[length..];
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The letters of the text in lower case; without letters, what can be printed of it, spaces as `_`.
pub(super) fn normalized(text: &str, default: &str) -> String {
    let mut cleaned = lower_case(text);
    if cleaned.contains("\\n") {
        cleaned = cleaned.replace("\\n", "");
    }
    if cleaned.contains("//s") {
        cleaned = without_slashes_and_s(&cleaned);
    }
    cleaned.retain(|char| !matches!(char, '"' | '\'' | ',') && matches!(char, ' '..='~'));
    if cleaned.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        cleaned.retain(|char| char.is_ascii_alphabetic());
        return cleaned;
    }
    if cleaned.is_empty() { default.to_owned() } else { cleaned.replace(' ', "_") }
}

fn lower_case(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { text.to_lowercase() }
}

/// Two slashes go away with all that follows them of the letter s.
fn without_slashes_and_s(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("//s") {
        plain.push_str(&rest[..at]);
        rest = rest[at + 2..].trim_start_matches('s');
    }
    plain.push_str(rest);
    plain
}

/// The parts of a name in lower case, with bars between them; empty if there are none.
pub(super) fn subtokens(text: &str) -> String {
    let mut joined = String::new();
    for part in split(text.trim_matches(|char: char| char <= ' ')) {
        let part = normalized(part, "");
        if !part.is_empty() {
            if !joined.is_empty() {
                joined.push('|');
            }
            joined.push_str(&part);
        }
    }
    joined
}

/// Splits before a capital behind a small letter, before the last of several capitals when a small letter follows it, and
/// at underscores, digits and whitespace.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let byte = bytes[at];
            let is_separator = matches!(byte, b'_' | b'0'..=b'9' | b' ' | b'\t' | b'\n' | 0x0b | 0x0c | b'\r');
            let before = if at > start { bytes[at - 1] } else { 0 };
            let is_boundary = byte.is_ascii_uppercase()
                && (before.is_ascii_lowercase()
                    || (before.is_ascii_uppercase() && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase)));
            if is_separator || is_boundary {
                let part = &text[start..at];
                start = if is_separator { at + 1 } else { at };
                at += 1;
                return Some(part);
            }
            at += 1;
        }
        let part = text.get(start..).filter(|_| start < bytes.len())?;
        start = bytes.len();
        Some(part)
    })
}

/// What a method is called in the first column of its line: the parts of its name in lower case, with bars between them, or
/// what is left of it when there are no letters.
pub fn target(name: &str) -> String {
    let parts = subtokens(name);
    if parts.is_empty() { normalized(name, "BLANK") } else { parts }
}

/// The first letters of a text.
pub(super) fn code2vec_token(text: &str) -> String {
    let mut token = normalized(text, "BLANK");
    token.truncate(MAX_LENGTH);
    token
}

/// The parts of a text; `<NUM>` for most numbers.
pub(super) fn code2seq_token(text: &str, to_split: &str, is_integer: bool) -> String {
    // The bar is what separates parts.
    let parts = if to_split.contains('|') { subtokens(&to_split.replace('|', " ")) } else { subtokens(to_split) };
    if !parts.is_empty() {
        return parts;
    }
    let token = code2vec_token(text);
    if is_integer && !matches!(token.as_str(), "0" | "1" | "32" | "64") { "<NUM>".to_owned() } else { token }
}
