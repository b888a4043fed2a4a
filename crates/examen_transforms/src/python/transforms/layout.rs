//! Layout.

mod lines;
mod whitespace;

use examen_syntax::python::token::{Token, TokenKind};
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::{Edit, Edits, Span};

use crate::python_function::PythonFunction;
use crate::{Finder, Found, Transform};
use lines::items;
use whitespace::{Spacing, is_tight};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "LY",
    name: "layout",
    description: "The function is laid out anew: blocks indented by four spaces, spaces around operators and behind commas as \
                  PEP 8 wants them, lines inside brackets joined where no comment is between them, no empty lines. It is \
                  the control of the others: does a model react to mere layout?",
    reason: "Only white space between tokens changes; the tokens of the new text are compared with those of the old, ends of \
             lines and blocks included. Strings and comments stay as they are.",
    refuses: "Functions with a backslash before the first token of a line, and with quotes of one sort nested in an f-string.",
    paper: "",
    has_all_places: false,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let place = function.span();
    let base = function.indentation(place.start);
    let line = place.start.saturating_sub(base.len() as u32);
    let before = Span::new(0, line).text(function.model.source);
    let text = Span::new(line, place.end).text(function.model.source);
    if !before.is_empty() && !before.ends_with('\n') {
        found.refuse(place, "no-line-of-its-own");
        return;
    }
    match edits(function, text, base) {
        Ok(edits) if edits.is_empty() => {}
        Ok(edits) if has_same_tokens(text, &edits) => {
            let moved = |edit: Edit| Edit { span: Span::new(edit.span.start + line, edit.span.end + line), ..edit };
            found.site(place, edits.into_iter().map(moved).collect());
        }
        Ok(_) => found.refuse(place, "other-tokens"),
        Err(reason) => found.refuse(place, reason),
    }
}

/// The gaps between tokens that change, in a text that begins with a line.
fn edits(function: &PythonFunction<'_>, text: &str, base: &str) -> Result<Vec<Edit>, &'static str> {
    let tokens = tokenize(text).tokens;
    if tokens.iter().any(|token| token.kind == TokenKind::Error) {
        return Err("no-token");
    }
    if tokens.iter().any(|token| is_cut(text, token)) {
        return Err("nested-quotes");
    }
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let items = items(text, &tokens);
    let head = items.first().map_or(0, |first| first.level);
    let gap = |at: usize| {
        let (before, after) = (items.get(at.checked_sub(1)?)?, items.get(at)?);
        Some(Span::new(before.span.end, after.span.start))
    };
    let is_joined = |at: usize| gap(at).is_some_and(Span::is_empty);
    let mut spacing = Spacing::new(function.model.version);
    let mut sides_before = None;
    let mut edits = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| items.get(at));
        let sides = spacing.sides(before, item, is_joined(at), is_joined(at + 1));
        if let (Some(span), Some(before), Some(sides_before)) = (gap(at), before, sides_before) {
            let old = span.text(text);
            if item.starts_line && old.contains('\\') {
                return Err("backslash");
            }
            let new = if item.starts_line {
                format!("{line_end}{base}{}", "    ".repeat(item.level.saturating_sub(head)))
            } else if item.keeps_gap {
                old.to_owned()
            } else if item.kind == TokenKind::Comment {
                "  ".to_owned()
            } else if is_tight(before, item, (sides_before, sides), old.is_empty()) {
                String::new()
            } else {
                " ".to_owned()
            };
            if new != old {
                edits.push(Edit { span, text: new });
            }
        }
        sides_before = Some(sides);
    }
    Ok(edits)
}

/// Returns whether a string ends inside a replacement field, which only a Python from 3.12 on reads on.
fn is_cut(text: &str, token: &Token) -> bool {
    let string = token.span.text(text);
    let prefix = string.split(['\'', '"']).next().unwrap_or_default();
    if token.kind != TokenKind::String || !prefix.contains(['f', 'F']) {
        return false;
    }
    let mut depth = 0_usize;
    let mut characters = string.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '{' if depth == 0 && characters.next_if_eq(&'{').is_some() => {}
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0
}

/// Returns whether the edited text has the tokens that it had.
fn has_same_tokens(text: &str, edits: &[Edit]) -> bool {
    let edited = Edits::new(edits.to_vec()).and_then(|edits| edits.apply(text));
    let Ok(edited) = edited else { return false };
    significant(text) == significant(&edited)
}

/// The tokens that the parser sees, and comments; of line ends and indentation only that they are there.
fn significant(text: &str) -> Vec<(TokenKind, String)> {
    let is_layout = |kind| matches!(kind, TokenKind::Newline | TokenKind::Indent);
    let tokens = tokenize(text).tokens.into_iter().filter(|token| token.kind != TokenKind::Nl);
    let shown = |token: Token| (token.kind, if is_layout(token.kind) { "" } else { token.span.text(text) }.to_owned());
    tokens.map(shown).collect()
}
