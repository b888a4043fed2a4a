//! What is shown of a function: its code without documentation, with or without its name and comments.

use clap::ValueEnum;
use examen_syntax::python::token::TokenKind;
use examen_syntax::{Edit, Edits, Language, Span, java, python};
use serde::{Deserialize, Serialize};

use crate::names::MASK;
use crate::shown_code::without_docstrings;

/// The parts of a function that are shown beside its code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum CodeParts {
    /// Its name and its comments.
    All,
    /// Its comments; the name is masked.
    Comments,
    /// Its name: what the paper shows.
    #[default]
    Name,
    /// Neither.
    None,
}

/// The function at a span as it is shown.
pub fn shown_code(source: &str, span: Span, name: &str, language: Language, parts: CodeParts) -> String {
    let mut text = without_docstrings(source, span, language);
    if !matches!(parts, CodeParts::All | CodeParts::Comments) {
        let comments = comment_spans(&text, language).into_iter().map(|span| whole_line(&text, span)).collect();
        text = edited(text, comments, "");
    }
    if !matches!(parts, CodeParts::All | CodeParts::Name) && !name.is_empty() {
        let named = name_spans(&text, name, language);
        text = edited(text, named, MASK);
    }
    text
}

fn edited(text: String, spans: Vec<Span>, replacement: &str) -> String {
    let edits = spans.into_iter().map(|span| Edit { span, text: replacement.to_owned() }).collect();
    // Tokens do not overlap and lie on the edges of characters.
    Edits::new(edits).and_then(|edits| edits.apply(&text)).unwrap_or(text)
}

fn comment_spans(text: &str, language: Language) -> Vec<Span> {
    match language {
        Language::Java => {
            let tokens = java::tokenize(text).tokens;
            tokens.iter().filter(|token| token.kind.is_comment()).map(|token| token.span).collect()
        }
        Language::Python => {
            let tokens = python::tokenizer::tokenize(text).tokens;
            tokens.iter().filter(|token| token.kind == TokenKind::Comment).map(|token| token.span).collect()
        }
    }
}

fn name_spans(text: &str, name: &str, language: Language) -> Vec<Span> {
    let spans: Vec<Span> = match language {
        Language::Java => java::tokenize(text).significant().map(|token| token.span).collect(),
        Language::Python => python::tokenizer::tokenize(text).tokens.iter().map(|token| token.span).collect(),
    };
    spans.into_iter().filter(|span| span.text(text) == name).collect()
}

/// A comment with the line that it stands on alone, or with the space before it.
fn whole_line(text: &str, comment: Span) -> Span {
    let (start, end) = (comment.start as usize, comment.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    let is_alone = text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty();
    if is_alone && line_start > 0 {
        return Span { start: line_start as u32, end: line_end as u32 };
    }
    let before = text[line_start..start].trim_end().len();
    let is_last = text[end..line_end].trim().is_empty();
    Span { start: if is_last && !is_alone { (line_start + before) as u32 } else { comment.start }, end: comment.end }
}
