//! Javadoc: a description and block tags.

use super::fields::{Field, Open, push_line};
use super::prose::Prose;
use super::{Documentation, Style};

/// Tags of HTML that end a paragraph.
const BLOCK_TAGS: &[&str] =
    &["<p>", "<p/>", "<p />", "</p>", "<ul>", "<ol>", "<pre>", "<dl>", "<table", "<blockquote>"];

/// Reads a Javadoc comment, without its stars.
pub fn read_javadoc(text: &str) -> Documentation {
    let mut out = Documentation::default();
    let mut prose = Prose::default();
    let mut field: Option<Open> = None;
    for line in text.lines() {
        if let Some(started) = Field::of_javadoc(line) {
            out.style = Style::Javadoc;
            field = Some(started.start(&mut out));
        } else if let Some(open) = field {
            push_line(open, line, &mut out);
        } else {
            push_html(line, &mut prose);
        }
    }
    prose.finish(&mut out, |_| false);
    out
}

/// Adds a line of prose, in which tags of HTML may end paragraphs.
fn push_html(line: &str, prose: &mut Prose) {
    if line.trim().is_empty() {
        prose.push("");
        return;
    }
    let mut rest = line;
    let mut from = 0;
    while let Some(at) = rest[from..].find('<').map(|at| at + from) {
        let is_tag = |tag: &&str| {
            rest.as_bytes().get(at..at + tag.len()).is_some_and(|it| it.eq_ignore_ascii_case(tag.as_bytes()))
        };
        match BLOCK_TAGS.iter().find(|tag| is_tag(tag)) {
            Some(tag) => {
                push_part(&rest[..at], prose);
                prose.end_paragraph();
                // What a list or a table has inside keeps its tags, so that whoever reads on can tell its items.
                let is_paragraph = tag[1..].trim_start_matches('/').starts_with('p') && !tag.starts_with("<pre");
                rest = &rest[if is_paragraph { at + tag.len() } else { at }..];
                from = usize::from(!is_paragraph);
            }
            None => from = at + 1,
        }
    }
    push_part(rest, prose);
}

fn push_part(part: &str, prose: &mut Prose) {
    if !part.trim().is_empty() {
        prose.push(part);
    }
}
