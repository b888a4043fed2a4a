//! Code as it is shown where its documentation is asked for: at the left edge, without docstrings.

use examen_syntax::python::token::TokenKind;
use examen_syntax::{Edit, Edits, FunctionNode, Language, ParsedFile, Span, functions, java, python};

/// The text at a span without the margin of its first line, which is the margin of all; what is inside a text of several lines and
/// has less of it stays.
pub fn at_left_edge(source: &str, span: Span) -> String {
    let before = source.get(..span.start as usize).unwrap_or_default();
    let margin = &before[before.rfind(['\n', '\r']).map_or(0, |end| end + 1)..];
    let mut lines = span.text(source).split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    std::iter::once(first).chain(lines.map(|line| line.strip_prefix(margin).unwrap_or(line))).collect()
}

/// The function at a span, at the left edge, without its docstring and those of the functions inside it. A body of nothing else
/// is `pass`. Javadoc stands before a method and is no part of it.
pub fn without_docstrings(source: &str, span: Span, language: Language) -> String {
    let text = at_left_edge(source, span);
    if language == Language::Java {
        return text;
    }
    let file = ParsedFile::new(&text, language);
    let edits = functions(&file, &text).into_iter().filter_map(|function| {
        let docstring = function.documentation(&text)?;
        let FunctionNode::Python(tree, id) = function.node else { return None };
        let is_alone = tree.list(tree[id].body).len() == 1;
        let replacement = if is_alone { "pass" } else { "" };
        let span = if is_alone { docstring } else { whole_statement(&text, docstring) };
        Some(Edit { span, text: replacement.to_owned() })
    });
    // Docstrings do not overlap and lie on the edges of characters.
    let edited = Edits::new(edits.collect()).and_then(|edits| edits.apply(&text)).ok();
    edited.unwrap_or(text)
}

/// The span of a docstring with what holds its place: the rest of its lines, or the semicolon behind it.
fn whole_statement(text: &str, docstring: Span) -> Span {
    let (start, end) = (docstring.start as usize, docstring.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    if text[line_start..start].trim().is_empty() && text[end..line_end].trim().is_empty() {
        return Span { start: line_start as u32, end: line_end as u32 };
    }
    let rest = text[end..line_end].trim_start();
    match rest.strip_prefix(';') {
        Some(rest) => {
            let skipped = line_end - end - rest.trim_start_matches([' ', '\t']).len();
            Span { start: docstring.start, end: (end + skipped) as u32 }
        }
        None => docstring,
    }
}

/// What copies of a function have in common: its tokens without decorators and comments. `code` is one function.
pub fn code_key(code: &str, language: Language) -> String {
    let mut key = String::with_capacity(code.len());
    let mut push = |token: &str| {
        key.push_str(token);
        key.push(' ');
    };
    match language {
        Language::Java => {
            let tokens = java::tokenize(code);
            tokens.significant().for_each(|token| push(token.span.text(code)));
        }
        Language::Python => {
            let file = ParsedFile::new(code, language);
            let start = functions(&file, code).first().map_or(0, |function| function.header().start);
            let tokens = python::tokenizer::tokenize(code).tokens;
            for token in tokens.iter().filter(|token| token.span.start >= start) {
                match token.kind {
                    TokenKind::Comment | TokenKind::Nl | TokenKind::EndMarker => {}
                    TokenKind::Newline => push("\n"),
                    TokenKind::Indent => push(">"),
                    TokenKind::Dedent => push("<"),
                    _ => push(token.span.text(code)),
                }
            }
        }
    }
    key
}
