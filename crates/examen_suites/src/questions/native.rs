//! `CodeQA`'s aligned text files: `<split>.question`, `.answer`, `.code`, `.code.original`, one pair a line.

use examen_corpus::Split;
use examen_syntax::java::TokenKind as JavaKind;
use examen_syntax::python::token::TokenKind;
use examen_syntax::{Language, java, python};

/// The ends of the four files, in the order of [`lines`].
pub const ENDS: [&str; 4] = ["question", "answer", "code", "code.original"];

/// The paper's name of a split.
pub const fn split_name(split: Split) -> &'static str {
    match split {
        Split::Train => "train",
        Split::Validation => "dev",
        Split::Test => "test",
    }
}

/// The four lines of a pair: words apart, the answer in small letters.
pub fn lines(question: &str, answer: &str, code: &str, language: Language) -> [String; 4] {
    let original = code_tokens(code, language);
    let parts = original.iter().flat_map(|token| sub_tokens(token)).collect::<Vec<_>>().join(" ");
    let answer = spaced(answer).to_lowercase();
    [spaced(question), answer.trim_end_matches(['.', ' ']).to_owned(), parts, original.join(" ")]
}

/// Words and signs apart, as the paper's files have them: "file ?".
fn spaced(text: &str) -> String {
    examen_english::words(text).concat().join(" ")
}

/// The tokens of a function without comments; literals of Java are named by their kind, as in the paper's corpus.
fn code_tokens(code: &str, language: Language) -> Vec<String> {
    match language {
        Language::Java => {
            let tokens = java::tokenize(code);
            let shown = |token: java::Token| match token.kind {
                JavaKind::Integer | JavaKind::Float => "_NUM".to_owned(),
                JavaKind::String | JavaKind::TextBlock | JavaKind::Character => "STRING".to_owned(),
                _ => one_line(token.span.text(code)),
            };
            tokens.significant().map(shown).collect()
        }
        Language::Python => {
            let layout = [
                TokenKind::Comment,
                TokenKind::Nl,
                TokenKind::Newline,
                TokenKind::Indent,
                TokenKind::Dedent,
                TokenKind::EndMarker,
            ];
            let tokens = python::tokenizer::tokenize(code).tokens;
            let shown = tokens.iter().filter(|token| !layout.contains(&token.kind));
            shown.map(|token| one_line(token.span.text(code))).filter(|text| !text.is_empty()).collect()
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The parts of a name: `TextUtils` is "Text Utils", `_NUM` is "NUM".
fn sub_tokens(token: &str) -> Vec<String> {
    if !token.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        return vec![token.to_owned()];
    }
    let mut parts: Vec<String> = Vec::new();
    for piece in token.split('_').filter(|piece| !piece.is_empty()) {
        let characters: Vec<char> = piece.chars().collect();
        let mut part = String::new();
        for (at, &character) in characters.iter().enumerate() {
            let after_small = at > 0 && characters[at - 1].is_lowercase();
            let before_small = at > 0
                && characters[at - 1].is_uppercase()
                && characters.get(at + 1).is_some_and(|next| next.is_lowercase());
            if character.is_uppercase() && (after_small || before_small) && !part.is_empty() {
                parts.push(std::mem::take(&mut part));
            }
            part.push(character);
        }
        parts.push(part);
    }
    if parts.is_empty() { vec![token.to_owned()] } else { parts }
}
