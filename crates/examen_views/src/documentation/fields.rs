//! Fields: `:param int name: text` of Sphinx, `@param name: text` of Epytext, `@param name text` of Javadoc.

use super::headings::Topic;
use super::{Documentation, Entry, Style};

/// The start of a field, as one line has it.
pub(super) struct Field<'t> {
    pub(super) style: Style,
    tag: &'t str,
    argument: &'t str,
    text: &'t str,
}

/// How many other parameters may stand between a parameter and its type.
const MOST_BETWEEN: usize = 64;

/// What a tag says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Entry(Topic),
    TypeOfParameter,
    TypeOfReturned,
}

impl<'t> Field<'t> {
    /// The field that a line of a docstring begins.
    pub(super) fn of_docstring(line: &'t str) -> Option<Self> {
        let line = line.trim_start();
        let (style, rest) = match line.bytes().next()? {
            b':' => (Style::Rest, &line[1..]),
            b'@' => (Style::Epytext, &line[1..]),
            _ => return None,
        };
        // The head of a field is short; so a giant line costs nothing.
        let head_end = rest.floor_char_boundary(200);
        let colon = rest[..head_end].find(':')?;
        let (head, text) = (&rest[..colon], rest[colon + 1..].trim_start());
        let (tag, argument) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        // ":class:`X` is" begins a sentence.
        let is_tag = !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphabetic()) && !text.starts_with('`');
        is_tag.then(|| Self { style, tag, argument: argument.trim(), text })
    }

    /// The field that a line of Javadoc begins.
    pub(super) fn of_javadoc(line: &'t str) -> Option<Self> {
        let rest = line.trim_start().strip_prefix('@')?;
        let end = rest.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (tag, rest) = (&rest[..end], rest[end..].trim_start());
        let takes_name = matches!(tag, "param" | "throws" | "exception");
        let cut = if takes_name { rest.find(char::is_whitespace).unwrap_or(rest.len()) } else { 0 };
        (!tag.is_empty()).then(|| Self {
            style: Style::Javadoc,
            tag,
            argument: &rest[..cut],
            text: rest[cut..].trim_start(),
        })
    }

    /// Puts the field into a documentation, and returns where its further lines go.
    pub(super) fn start(&self, out: &mut Documentation) -> Open {
        let text = self.text.trim_end().to_owned();
        let argument = self.argument;
        let (topic, entry) = match self.meaning() {
            Tag::Entry(Topic::Parameters) => {
                // ":param type name:"; a star before a name is no part of it.
                let (kind, name) = argument.rsplit_once(char::is_whitespace).unwrap_or(("", argument));
                let name = name.trim_start_matches(['*', '\\']).to_owned();
                (Topic::Parameters, Entry { name, kind: kind.trim().to_owned(), text })
            }
            Tag::Entry(Topic::Returns) => (Topic::Returns, Entry { text, ..Entry::default() }),
            Tag::Entry(Topic::Raises) => (Topic::Raises, Entry { kind: argument.to_owned(), text, ..Entry::default() }),
            Tag::Entry(Topic::Other) => return None,
            Tag::TypeOfParameter => {
                let name = argument.to_owned();
                (Topic::Parameters, Entry { name, kind: text, ..Entry::default() })
            }
            Tag::TypeOfReturned => (Topic::Returns, Entry { kind: text, ..Entry::default() }),
        };
        let entries = out.entries(topic)?;
        // A type may stand before or behind what it is the type of.
        let fits = |it: &Entry| it.name == entry.name && (it.text.is_empty() || entry.text.is_empty());
        let near = entries.len().saturating_sub(MOST_BETWEEN);
        let joined =
            if topic == Topic::Raises { None } else { entries[near..].iter().rposition(fits).map(|at| at + near) };
        let Some(at) = joined else {
            entries.push(entry);
            return Some((topic, entries.len() - 1));
        };
        let there = &mut entries[at];
        there.kind = if entry.kind.is_empty() { std::mem::take(&mut there.kind) } else { entry.kind };
        there.text = if entry.text.is_empty() { std::mem::take(&mut there.text) } else { entry.text };
        Some((topic, at))
    }

    fn meaning(&self) -> Tag {
        match self.tag {
            "param" | "parameter" | "arg" | "argument" | "key" | "keyword" | "kwarg" | "kwparam" => {
                Tag::Entry(Topic::Parameters)
            }
            "return" | "returns" | "yield" | "yields" => Tag::Entry(Topic::Returns),
            "raise" | "raises" | "except" | "exception" | "throws" => Tag::Entry(Topic::Raises),
            "type" => Tag::TypeOfParameter,
            "rtype" => Tag::TypeOfReturned,
            _ => Tag::Entry(Topic::Other),
        }
    }
}

/// The entry that the lines behind the first one of a field go to, if they are kept.
pub(super) type Open = Option<(Topic, usize)>;

/// Adds a line to the entry that is open.
pub(super) fn push_line(open: Open, line: &str, out: &mut Documentation) {
    let entry = open.and_then(|(topic, at)| out.entries(topic)?.get_mut(at));
    if let Some(entry) = entry {
        entry.push_line(line.trim());
    }
}
