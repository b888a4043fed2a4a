//! Undoing what happened to the published texts.
//!
//! Backslashes before quotes were doubled, names became keywords when letters were lowered (`Class`, `Record`), some names
//! became signs (`_` became `-`), literals lost their quotes. Such a text does not parse, and what is measured on its tree
//! would be wrong. Nothing is changed in a text that parses.

use std::borrow::Cow;

use examen_syntax::java::{Token, TokenKind, is_contextual_keyword, parse_method, tokenize};
use examen_syntax::{DiagnosticKind, Span};

/// A Java text with known damage undone, as far as that leaves less of it outside of Java's rules.
pub fn mended(text: &str) -> Cow<'_, str> {
    let mut best = (damage(text), Cow::Borrowed(text));
    if best.0 == 0 {
        return best.1;
    }
    for start in [Cow::Borrowed(text), Cow::Owned(with_escaped_quotes(text))] {
        let mut current = start.into_owned();
        for step in [without_stray_characters, with_names_for_keywords, with_names_for_signs] {
            let left = damage(&current);
            if left < best.0 {
                best = (left, Cow::Owned(current.clone()));
            }
            current = step(&current);
        }
        let left = damage(&current);
        if left < best.0 {
            best = (left, Cow::Owned(current));
        }
    }
    best.1
}

/// Returns how much of the text fits no rule: bytes, and one for each place.
fn damage(text: &str) -> u64 {
    let tree = parse_method(text);
    let tokens = tokenize(text);
    let faults = tree.diagnostics().iter().chain(&tokens.diagnostics);
    let faults = faults.filter(|fault| matches!(fault.kind, DiagnosticKind::Syntax | DiagnosticKind::Token));
    faults.map(|fault| u64::from(fault.span.len()) + 1).sum()
}

fn with_escaped_quotes(text: &str) -> String {
    text.replace(r#"\\""#, r#"\""#).replace(r"\\'", r"\'")
}

/// Puts a number for each quote that closes nothing, and a letter for each backslash outside of literals.
fn without_stray_characters(text: &str) -> String {
    /// Each costs a pass over the text; those that have more are beyond help.
    const MOST: usize = 16;
    let mut text = text.to_owned();
    for _ in 0..MOST {
        let tokens = tokenize(&text).tokens;
        let Some(stray) = tokens.iter().find(|token| token.kind == TokenKind::Error) else { break };
        let place = stray.span.start as usize;
        let replacement = match text.as_bytes().get(place) {
            Some(b'\'' | b'"') => "0",
            Some(b'\\') => "_",
            _ => break,
        };
        text.replace_range(place..=place, replacement);
    }
    text
}

fn with_names_for_keywords(text: &str) -> String {
    replaced(text, |before, word, after| {
        let next = after.first().copied().unwrap_or_default();
        let second = after.get(1).copied().unwrap_or_default();
        let is_name = match word {
            "class" => before != "." && !matches!(second, "{" | "extends" | "implements"),
            "const" | "enum" | "goto" | "import" | "package" => !matches!(second, "{" | "implements"),
            "boolean" | "byte" | "char" | "double" | "float" | "int" | "long" | "short" => {
                next == "." && second != "class" || before == "new" && next == "("
            }
            "var" => false,
            _ => is_contextual_keyword(word),
        };
        is_name.then(|| format!("{word}_"))
    })
}

fn with_names_for_signs(text: &str) -> String {
    replaced(text, |before, sign, after| {
        let name = match sign {
            "-" => "_minus",
            "+" => "_plus",
            "=" => "_equals",
            "%" => "_percent",
            "*" => "_star",
            "/" => "_slash",
            "&" => "_and",
            "|" => "_or",
            _ => return None,
        };
        // Nothing that an operand could begin with.
        let next = after.first().copied().unwrap_or_default();
        let ends_operand =
            matches!(next, "." | ")" | "]" | ";" | "," | ":" | "?" | "=" | "==" | "!=" | "<=" | ">=" | "&&" | "||");
        (ends_operand || before == ".").then(|| name.to_owned())
    })
}

/// The text with some tokens replaced, as a function of a token, the one before and the two behind it says.
fn replaced(text: &str, replacement: impl Fn(&str, &str, &[&str]) -> Option<String>) -> String {
    let tokens: Vec<Token> = tokenize(text).significant().collect();
    let words: Vec<&str> = tokens.iter().map(|token| token.text(text)).collect();
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for (at, token) in tokens.iter().enumerate() {
        let before = if at == 0 { "" } else { words[at - 1] };
        let after = &words[at + 1..(at + 3).min(words.len())];
        if let Some(word) = replacement(before, words[at], after) {
            changed.push_str(Span::new(done, token.span.start).text(text));
            changed.push_str(&word);
            done = token.span.end;
        }
    }
    changed.push_str(&text[done as usize..]);
    changed
}
