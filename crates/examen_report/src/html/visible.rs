//! Texts of others in our pages: nothing in them is markup, and nothing in them is hidden.

use std::fmt::Write;

/// Whether a character changes how others are shown, or is itself not seen.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// The text with the names of hidden characters in their places: bidirectional controls could make code read as what it is not.
pub(crate) fn visible(text: &str) -> String {
    if !text.chars().any(is_hidden) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "[U+{:04X}]", character as u32);
        } else {
            shown.push(character);
        }
    }
    shown
}

/// The text for SVG, as content or inside of quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in visible(text).chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Words of ours as markup: what stands between backticks is code.
pub(crate) fn with_code(text: &str) -> String {
    let escaped = escaped(text);
    let parts: Vec<&str> = escaped.split('`').collect();
    let mut markup = String::with_capacity(escaped.len() + 16);
    for (at, part) in parts.iter().enumerate() {
        match at % 2 {
            0 => markup.push_str(part),
            // The last backtick has no other.
            _ if at + 1 == parts.len() => markup.extend(["`", part]),
            _ => markup.extend(["<code>", part, "</code>"]),
        }
    }
    markup
}

/// The first characters of a text, with a sign where more were cut off.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

/// A name for a file: letters, digits, points and dashes.
pub(crate) fn file_name(text: &str) -> String {
    let kept = |it: char| if it.is_ascii_alphanumeric() || it == '.' { it.to_ascii_lowercase() } else { '-' };
    let name: String = text.chars().map(kept).take(60).collect();
    let name = name.trim_matches(['-', '.']).to_owned();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_named_and_markup_is_text() {
        assert_eq!(visible("a\u{202e}b\tc\n"), "a[U+202E]b\tc\n");
        assert_eq!(escaped("<b a=\"1\">&'\u{2066}"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;[U+2066]");
    }

    #[test]
    fn words_between_backticks_are_code_and_nothing_else_is_markup() {
        assert_eq!(with_code("`no-answer` points at <nothing>"), "<code>no-answer</code> points at &lt;nothing&gt;");
        assert_eq!(with_code("one ` alone"), "one ` alone");
    }

    #[test]
    fn names_of_files_leave_no_folder() {
        assert_eq!(file_name("../../etc/pass wd"), "etc-pass-wd");
        assert_eq!(file_name("<>"), "unnamed");
        assert_eq!(cut("abc", 2), "ab…");
        assert_eq!(cut("abc", 3), "abc");
    }
}
