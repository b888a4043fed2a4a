//! The values of literals, as far as two of them have to be compared.

use std::borrow::Cow;

use examen_semantics::python::{SemanticFile, Version};
use examen_syntax::python::{Expr, ExprKind, Id, StmtKind, StringPart};

/// A string without interpolated expressions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct StringConstant<'p> {
    /// Whether it is text; else it is bytes.
    pub(crate) is_text: bool,
    /// Its value; bytes are the characters of the same number.
    pub(crate) value: Cow<'p, str>,
}

/// A number that is written without a sign.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Number<'p> {
    Integer(u128),
    /// An integer that is not worth the arithmetic, by its text.
    LargeInteger(&'p str),
    /// The bits of the value.
    Float(u64),
    /// The bits of the imaginary part.
    Imaginary(u64),
}

/// The parts of a string without interpolated expressions.
pub(crate) fn string_parts<'p>(file: &SemanticFile<'p>, expr: Id<Expr>) -> Option<&'p [StringPart]> {
    let ExprKind::String { parts } = file.tree()[expr].kind else {
        return None;
    };
    let parts = file.list(parts);
    parts.iter().all(|part| part.interpolations.is_empty()).then_some(parts)
}

/// Returns whether an expression is a string without interpolated expressions.
pub(crate) fn is_string_constant(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    string_parts(file, expr).is_some()
}

/// The value of a string; `plain_is_text` says whether strings without a prefix are text.
pub(crate) fn string_constant<'p>(
    file: &SemanticFile<'p>,
    expr: Id<Expr>,
    plain_is_text: bool,
) -> Option<StringConstant<'p>> {
    let parts = string_parts(file, expr)?;
    let is_text = match prefix(file.text(parts.first()?.span)) {
        prefix if prefix.contains(['u', 'U']) => true,
        prefix if prefix.contains(['b', 'B']) => false,
        _ => plain_is_text,
    };
    if let [part] = parts {
        return Some(StringConstant { is_text, value: part_value(file.text(part.span)) });
    }
    let value = parts.iter().map(|part| part_value(file.text(part.span))).collect::<String>();
    Some(StringConstant { is_text, value: value.into() })
}

/// Returns whether strings without a prefix are text in a file.
pub(crate) fn plain_strings_are_text(file: &SemanticFile<'_>) -> bool {
    file.version() == Version::Python3
        || file.list(file.tree().body).iter().any(|&stmt| match file.tree()[stmt].kind {
            StmtKind::ImportFrom { module: Some(module), level: 0, names } => {
                file.text(module.span) == "__future__"
                    && file.list(names).iter().any(|alias| file.text(alias.name.span) == "unicode_literals")
            }
            _ => false,
        })
}

/// Returns whether a number is an integer.
pub(crate) fn is_integer(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    matches!(file.tree()[expr].kind, ExprKind::Number) && is_integer_text(file.code(expr))
}

/// The value of a number; none where the text is not one that Python takes.
pub(crate) fn number<'p>(file: &SemanticFile<'p>, expr: Id<Expr>) -> Option<Number<'p>> {
    if !matches!(file.tree()[expr].kind, ExprKind::Number) {
        return None;
    }
    let text = file.code(expr);
    let digits: Cow<'_, str> = if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    if is_integer_text(text) {
        let digits = digits.trim_end_matches(['l', 'L']);
        let (digits, radix) = match digits.as_bytes() {
            [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
            [b'0', b'o' | b'O', ..] => (&digits[2..], 8),
            [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
            // Python 2's octal numbers.
            [b'0', _, ..] => (&digits[1..], 8),
            _ => (digits, 10),
        };
        return Some(u128::from_str_radix(digits, radix).map_or(Number::LargeInteger(text), Number::Integer));
    }
    match digits.strip_suffix(['j', 'J']) {
        Some(imaginary) => imaginary.parse::<f64>().ok().map(|value| Number::Imaginary(value.to_bits())),
        None => digits.parse::<f64>().ok().map(|value| Number::Float(value.to_bits())),
    }
}

fn is_integer_text(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0', b'x' | b'X', ..]) || !text.contains(['.', 'e', 'E', 'j', 'J'])
}

/// The letters before the quotes.
fn prefix(literal: &str) -> &str {
    literal.find(['"', '\'']).map_or("", |at| &literal[..at])
}

/// The value of one literal with its prefix and quotes.
fn part_value(literal: &str) -> Cow<'_, str> {
    let prefix = prefix(literal);
    let rest = &literal[prefix.len()..];
    let quotes = if rest.starts_with("\"\"\"") || rest.starts_with("'''") { 3 } else { 1 };
    let content = rest.get(quotes..rest.len().saturating_sub(quotes)).unwrap_or("");
    if !content.contains('\\') || prefix.contains(['r', 'R']) {
        return content.into();
    }
    unescape(content, !prefix.contains(['b', 'B'])).into()
}

fn unescape(content: &str, is_text: bool) -> String {
    let mut value = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        value.push_str(&rest[..at]);
        rest = escape(&rest[at + 1..], is_text, &mut value);
    }
    value.push_str(rest);
    value
}

/// Adds what a backslash and the text behind it stand for, and returns what follows.
fn escape<'p>(text: &'p str, is_text: bool, value: &mut String) -> &'p str {
    let Some(first) = text.chars().next() else {
        value.push('\\');
        return text;
    };
    let rest = &text[first.len_utf8()..];
    match first {
        '\r' => return rest.strip_prefix('\n').unwrap_or(rest),
        '\n' => return rest,
        '\\' | '\'' | '"' => value.push(first),
        'a' => value.push('\u{7}'),
        'b' => value.push('\u{8}'),
        'f' => value.push('\u{c}'),
        'n' => value.push('\n'),
        'r' => value.push('\r'),
        't' => value.push('\t'),
        'v' => value.push('\u{b}'),
        '0'..='7' => return numbered(text, 1, 3, 8, value),
        'x' => return numbered(rest, 2, 2, 16, value),
        'u' if is_text => return numbered(rest, 4, 4, 16, value),
        'U' if is_text => return numbered(rest, 8, 8, 16, value),
        _ => {
            value.push('\\');
            value.push(first);
        }
    }
    rest
}

/// Adds the character whose number `text` starts with; one that is no character becomes U+FFFD.
fn numbered<'p>(text: &'p str, least: usize, most: usize, radix: u32, value: &mut String) -> &'p str {
    let length = text.bytes().take(most).take_while(|&byte| char::from(byte).is_digit(radix)).count();
    let number = u32::from_str_radix(&text[..length], radix).ok().filter(|_| length >= least);
    value.push(number.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
    &text[length..]
}
