//! The text of a docstring: without quotes and prefixes, escapes resolved, without the margin of its lines.

use examen_syntax::python::ExprKind;
use examen_syntax::{FunctionDefinition, FunctionNode};

/// Columns to which a tab in a margin leads.
const TAB: usize = 8;

/// Returns the docstring of a function as Python's `inspect.cleandoc` shows it; nothing for a function without.
///
/// Escapes of control characters other than tabs and line ends stay as they are written: in docstrings they are rather
/// the start of `\alpha` or `\frac`.
pub fn docstring_text(function: &FunctionDefinition<'_>, source: &str) -> Option<String> {
    let FunctionNode::Python(tree, id) = function.node else { return None };
    let string = tree.docstring(source, tree[id].body)?;
    let ExprKind::String { parts } = tree[string].kind else { return None };
    let mut text = String::new();
    for part in tree.list(parts) {
        append_literal(part.span.text(source), &mut text);
    }
    Some(without_margin(&text))
}

fn append_literal(literal: &str, out: &mut String) {
    let body = literal.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let is_raw = literal[..literal.len() - body.len()].contains(['r', 'R']);
    let Some(quote @ ('"' | '\'')) = body.chars().next() else { return };
    let quotes = if body.len() >= 3 && body.chars().take(3).all(|it| it == quote) { 3 } else { 1 };
    let body = &body[quotes..];
    // A literal that is not closed has no quotes at its end.
    let closing = body.len() - body.trim_end_matches(quote).len();
    let body = &body[..body.len() - closing.min(quotes)];
    if is_raw {
        out.push_str(body);
    } else {
        append_unescaped(body, out);
    }
}

fn append_unescaped(body: &str, out: &mut String) {
    let mut rest = body;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = escape(rest);
        match character {
            Some(character) => out.push(character),
            None if rest[..length].ends_with('\n') => {}
            None => out.push_str(&rest[..length]),
        }
        rest = &rest[length..];
    }
    out.push_str(rest);
}

/// The character that the escape at the start of a text stands for, and the escape's length. Nothing for what stays as it
/// is written, and for a backslash that joins two lines.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(next) = text[1..].chars().next() else { return (None, 1) };
    let hex = |digits: usize| {
        let end = 2 + digits;
        let code = text.get(2..end).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let character = code.and_then(char::from_u32).filter(|character| !character.is_control());
        character.map_or((None, 2), |character| (Some(character), end))
    };
    match next {
        '\\' | '\'' | '"' => (Some(next), 2),
        'n' => (Some('\n'), 2),
        't' => (Some('\t'), 2),
        'x' => hex(2),
        'u' => hex(4),
        'U' => hex(8),
        '\r' if text[2..].starts_with('\n') => (None, 3),
        _ => (None, 1 + next.len_utf8()),
    }
}

/// The text without the margin that all lines but the first have, and without blank lines at both ends.
fn without_margin(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let width = |line: &str| {
        let margin = line.chars().take_while(|character| character.is_whitespace());
        margin.fold(0, |width, character| if character == '\t' { (width / TAB + 1) * TAB } else { width + 1 })
    };
    let margin = lines.iter().skip(1).filter(|line| !line.is_empty()).map(|line| width(line)).min().unwrap_or(0);
    let mut out = String::with_capacity(text.len());
    for (number, line) in lines.iter().enumerate() {
        let content = line.trim_start();
        if number > 0 {
            out.push('\n');
            // Whoever reads on looks at the difference between margins only.
            out.extend(std::iter::repeat_n(' ', width(line).saturating_sub(margin).min(line.len())));
        }
        out.push_str(content);
    }
    out.trim_end().trim_start_matches('\n').to_owned()
}
