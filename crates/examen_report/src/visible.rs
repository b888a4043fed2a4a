//! Text of files, names and models on its way to a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Shows control characters instead of sending them: a file's name or a model's answer must not move the cursor, set the title or
/// turn the direction of the line. Line ends, tabs and the escapes of colours (`ESC [ … m`) stay.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let length = match character {
            '\u{1b}' => style_length(rest).unwrap_or(0),
            other if !is_control(other) => other.len_utf8(),
            _ => 0,
        };
        if length > 0 {
            out.push_str(&rest[..length]);
        } else {
            let _ = write!(out, "{}", character.escape_unicode());
        }
        rest = &rest[length.max(character.len_utf8())..];
    }
    Cow::Owned(out)
}

/// Control characters but for line end and tab, and the characters that turn the direction of what follows.
const fn is_control(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// The length of the escape of a colour that a text begins with.
fn style_length(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let length = numbers.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    numbers[length..].starts_with('m').then_some(length + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_stay_and_other_controls_are_shown() {
        let plain = "a\tb\nc é \u{1b}[1;31mred\u{1b}[0m";
        assert_eq!(visible(plain), plain);
        let shown = visible("\u{1b}]0;title\u{7} \u{1b}[2J\u{9b}1A \r \u{202e}txt \u{1b}[31");
        assert_eq!(shown, "\\u{1b}]0;title\\u{7} \\u{1b}[2J\\u{9b}1A \\u{d} \\u{202e}txt \\u{1b}[31");
    }
}
