//! The comments of a file. Most queries do not heed them, so they are looked for only where a finding depends on them.

use examen_semantics::python::SemanticFile;
use examen_syntax::Span;
use examen_syntax::python::StringPart;

/// The comments in order, each from its `#` to the end of the line.
pub(crate) fn comments<'p>(file: &SemanticFile<'p>) -> impl Iterator<Item = Span> + use<'p> {
    let source = file.model().source;
    let mut strings: Vec<Span> = file.tree().all::<StringPart>().map(|(_, part)| part.span).collect();
    strings.sort_unstable();
    let mut strings = strings.into_iter().peekable();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let found = at + source.get(at..)?.find('#')?;
            while strings.next_if(|string| string.end as usize <= found).is_some() {}
            if let Some(string) = strings.peek()
                && string.start as usize <= found
            {
                at = string.end as usize;
                continue;
            }
            at = source[found..].find(['\n', '\r']).map_or(source.len(), |length| found + length);
            return Some(Span::new(found as u32, at as u32));
        }
    })
}

/// Returns whether a comment is a hint for type checkers: `# type: …`.
pub(crate) fn is_type_hint(comment: &str) -> bool {
    let blank = comment.strip_prefix('#').unwrap_or(comment);
    let text = blank.trim_start_matches(' ');
    text.len() < blank.len() && text.starts_with("type:")
}
