//! Writing files.

use std::borrow::Cow;

use examen_syntax::Language;

use super::{NativeSample, split_code};

/// The file of some samples in a language, in their order.
///
/// Nothing in it can be taken for the start of another sample: breaks within a label or a Java text become spaces.
pub fn write<'s>(samples: impl IntoIterator<Item = &'s NativeSample>, language: Language) -> String {
    let mut file = String::new();
    for NativeSample { split, label, text, .. } in samples {
        let text = match language {
            Language::Java => without_breaks(text, &['\n', '\r']),
            Language::Python => Cow::Owned(escaped(text)),
        };
        for part in [split_code(*split), "\t", &without_breaks(label, &['\n', '\r', '\t']), "\t", &text, "\n"] {
            file.push_str(part);
        }
    }
    file
}

/// A Python text on one line: `\n` for a line break, `\r` for a carriage return, `\\` for a backslash.
pub fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\\' => line.push_str("\\\\"),
            _ => line.push(character),
        }
    }
    line
}

/// The text that was [`escaped`]; a backslash that stands for nothing stays.
pub fn unescaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        let meant = match (character, characters.peek()) {
            ('\\', Some('n')) => '\n',
            ('\\', Some('r')) => '\r',
            ('\\', Some('\\')) => '\\',
            _ => {
                text.push(character);
                continue;
            }
        };
        text.push(meant);
        characters.next();
    }
    text
}

fn without_breaks<'t>(text: &'t str, breaks: &[char]) -> Cow<'t, str> {
    if text.contains(breaks) { Cow::Owned(text.replace(breaks, " ")) } else { Cow::Borrowed(text) }
}
