//! Words of a text, told without its tree.

use examen_syntax::python::token::TokenKind as PythonKind;
use examen_syntax::{DiagnosticKind, Language, Span, java, python};

/// A statement that makes a file one of Python 2.
pub(crate) const PYTHON_2_SIGN: &str = "print 0\n";

/// Where the tokens stand, without what is only layout; nothing when something is no token.
pub(crate) fn tokens(text: &str, language: Language) -> Option<Vec<Span>> {
    match language {
        Language::Java => {
            let tokens = java::tokenize(text);
            let is_fault = tokens.tokens.iter().any(|token| token.kind == java::TokenKind::Error);
            (!is_fault).then(|| tokens.significant().map(|token| token.span).collect())
        }
        Language::Python => {
            let mut spans = Vec::new();
            for token in python::tokenizer::tokenize(text).tokens {
                match token.kind {
                    PythonKind::Name | PythonKind::Number | PythonKind::String | PythonKind::Operator => {
                        spans.push(token.span);
                    }
                    // The layout of jumbled lines may be wrong; a word may not.
                    PythonKind::Error if !token.span.text(text).trim().is_empty() => return None,
                    _ => {}
                }
            }
            Some(spans)
        }
    }
}

/// The tokens as they are written.
pub(crate) fn words(text: &str, language: Language) -> Option<Vec<&str>> {
    Some(tokens(text, language)?.into_iter().map(|span| span.text(text)).collect())
}

/// Whether a word may be a name.
pub(crate) fn is_name(word: &str) -> bool {
    let is_letter = |character: char| character.is_alphanumeric() || "_$".contains(character);
    word.chars().all(is_letter) && !word.starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a function stands alone without a mistake.
pub(crate) fn can_be_parsed(text: &str, language: Language) -> bool {
    let diagnostics = match language {
        Language::Java => java::parse_method(text).diagnostics().to_vec(),
        Language::Python => python::parse(text).diagnostics,
    };
    !diagnostics.iter().any(|it| matches!(it.kind, DiagnosticKind::Syntax | DiagnosticKind::Token))
}

/// The same, where a function of Python 2 may be one without a sign that it is.
pub(crate) fn can_be_read(text: &str, language: Language) -> bool {
    can_be_parsed(text, language)
        || language == Language::Python && can_be_parsed(&format!("{PYTHON_2_SIGN}{text}"), language)
}
