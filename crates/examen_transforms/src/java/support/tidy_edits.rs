//! Edits that leave the lines around them tidy.

use examen_syntax::java::Node;
use examen_syntax::{Edit, Span};

/// Returns whether nothing but whitespace stands between two offsets.
pub(crate) fn is_whitespace(source: &str, from: u32, to: u32) -> bool {
    Span::new(from, to).text(source).chars().all(char::is_whitespace)
}

/// Returns whether a place is the first on its line.
pub(crate) fn starts_line(source: &str, offset: u32) -> bool {
    let before = source.get(..offset as usize).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).ends_with('\n')
}

/// Takes a text out, with its line if nothing else is on it, or else with the whitespace beside it.
pub(crate) fn removal(source: &str, span: Span) -> Edit {
    let before = source.get(..span.start as usize).unwrap_or_default();
    let after = source.get(span.end as usize..).unwrap_or_default();
    let spaces_before = (before.len() - before.trim_end_matches([' ', '\t']).len()) as u32;
    let spaces_after = (after.len() - after.trim_start_matches([' ', '\t', '\r']).len()) as u32;
    let is_first = before.is_empty() || starts_line(source, span.start);
    let is_last = after.get(spaces_after as usize..).is_none_or(|rest| rest.is_empty() || rest.starts_with('\n'));
    let span = match (is_first, is_last) {
        (true, true) => {
            let line_end = u32::from((spaces_after as usize) < after.len());
            Span::new(span.start - spaces_before, span.end + spaces_after + line_end)
        }
        (false, true) => Span::new(span.start - spaces_before, span.end),
        (_, false) => Span::new(span.start, span.end + spaces_after),
    };
    Edit { span, text: String::new() }
}

/// Replaces all from the first of the tokens up to `to`, if nothing but them and whitespace is there; or else, since comments
/// must stay, the first token, and takes out the others.
pub(crate) fn replace_tokens(source: &str, tokens: &[Node<'_>], to: u32, text: &str, edits: &mut Vec<Edit>) {
    let Some((first, others)) = tokens.split_first() else { return };
    let mut end = first.span().end;
    let mut is_plain = true;
    for token in others {
        is_plain &= is_whitespace(source, end, token.span().start);
        end = token.span().end;
    }
    if is_plain && is_whitespace(source, end, to) {
        edits.push(Edit { span: Span::new(first.span().start, to), text: text.to_owned() });
        return;
    }
    edits.push(Edit { span: first.span(), text: text.to_owned() });
    edits.extend(others.iter().map(|token| Edit { span: token.span(), text: String::new() }));
}
