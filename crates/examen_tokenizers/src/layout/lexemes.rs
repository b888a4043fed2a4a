//! Words, operators and line ends of a text, the same for all languages.

/// What a lexeme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a number, or a word of a comment.
    Word,
    /// An operator or another character.
    Operator,
    /// A line end with the blank lines and the indentation behind it.
    LineEnd {
        /// The width of the indentation, with tabs to multiples of 8.
        width: usize,
    },
}

/// A part of a text that is not whitespace inside a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Operators of several characters, the longest first.
const LONG: [&str; 29] = [
    ">>>=", "\"\"\"", "'''", "**=", "//=", ">>=", "<<=", ">>>", "...", "**", "//", ">>", "<<", "<>", "==", "!=", "<=",
    ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", ":=", "->",
];

/// Operators of one character.
const SHORT: &str = "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~";

/// All operators that are tokens.
pub(super) fn operators() -> impl Iterator<Item = String> {
    LONG.iter().map(|&operator| operator.to_owned()).chain(SHORT.chars().map(String::from))
}

/// The lexemes of a text, in order.
pub(super) fn lexemes(text: &str) -> impl Iterator<Item = Lexeme> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let first = rest.chars().next()?;
            let start = at;
            if let Some((length, width)) = line_end(rest) {
                at += length;
                return Some(Lexeme { kind: Kind::LineEnd { width }, start, end: at });
            }
            if first.is_whitespace() {
                at += first.len_utf8();
                continue;
            }
            let (kind, length) = if is_word(first) {
                (Kind::Word, rest.find(|character| !is_word(character)).unwrap_or(rest.len()))
            } else {
                let long = LONG.iter().find(|&&operator| rest.starts_with(operator));
                (Kind::Operator, long.map_or(first.len_utf8(), |operator| operator.len()))
            };
            at += length;
            return Some(Lexeme { kind, start, end: at });
        }
    })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The bytes of a line end at the begin of a text, with the whitespace before it, and the width of the indentation behind it.
fn line_end(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut end = None;
    let mut at = 0;
    loop {
        at += bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | 0x0c)).count();
        at += usize::from(bytes.get(at) == Some(&b'\r') && bytes.get(at + 1) == Some(&b'\n'));
        if bytes.get(at) != Some(&b'\n') {
            break;
        }
        at += 1;
        end = Some(at);
    }
    let end = end?;
    let indentation = bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
    let (count, width) = indentation
        .fold((0, 0), |(count, width), &byte| (count + 1, if byte == b'\t' { (width / 8 + 1) * 8 } else { width + 1 }));
    Some((end + count, width))
}
