//! Entries of the sections of docstrings: `name (type): text` below `Args:`, `name : type` and its text below `Parameters`.

use super::headings::Topic;
use super::{Documentation, Entry};

/// The lines of one section, with their margins.
pub(super) struct Section<'t> {
    pub(super) topic: Topic,
    /// Whether an entry has its text on lines of its own.
    pub(super) is_numpy: bool,
    pub(super) lines: Vec<&'t str>,
}

impl Section<'_> {
    /// Puts the entries of the section into a documentation.
    pub(super) fn finish(self, out: &mut Documentation) {
        let Some(entries) = out.entries(self.topic) else { return };
        let lines = || self.lines.iter().filter(|line| !line.trim().is_empty());
        let Some(margin) = lines().map(|line| margin(line)).min() else { return };
        // A returned value may be described by plain sentences; then no line is an entry of its own.
        let is_text = self.topic == Topic::Returns && !self.has_head(&self.lines, margin);
        let mut is_first = true;
        for line in lines() {
            let content = line.trim();
            if self::margin(line) > margin || is_text && !is_first {
                if let Some(entry) = entries.last_mut() {
                    entry.push_line(content);
                }
            } else if is_text {
                entries.push(Entry { text: content.to_owned(), ..Entry::default() });
            } else {
                entries.push(self.entry(content));
            }
            is_first = false;
        }
    }

    /// Whether the lines begin with a name or a type.
    fn has_head(&self, lines: &[&str], margin: usize) -> bool {
        let mut lines = lines.iter().filter(|line| !line.trim().is_empty());
        let Some(first) = lines.next() else { return false };
        if self.is_numpy {
            // A type alone has its text below it.
            return first.contains(" : ") || lines.next().is_some_and(|line| self::margin(line) > margin);
        }
        head(first.trim()).is_some()
    }

    fn entry(&self, content: &str) -> Entry {
        if self.is_numpy {
            let (name, kind) = content.split_once(" : ").map_or((content, ""), |(name, kind)| (name, kind));
            let name = name.trim_end_matches([' ', ':']);
            let entry = |name: &str, kind: &str| Entry {
                name: name.trim().to_owned(),
                kind: kind.trim().to_owned(),
                ..Entry::default()
            };
            return match self.topic {
                // What stands alone is the type of a returned value or of an exception.
                Topic::Returns | Topic::Raises if kind.is_empty() => entry("", name),
                _ => entry(name, kind),
            };
        }
        let Some((head, text)) = head(content) else {
            return Entry { text: content.to_owned(), ..Entry::default() };
        };
        let (name, kind) = match head.split_once('(') {
            Some((name, kind)) => (name.trim(), kind.trim_end_matches(')').trim()),
            None => (head, ""),
        };
        let (name, kind) = if self.topic == Topic::Parameters { (name, kind) } else { ("", head) };
        Entry { name: name.to_owned(), kind: kind.to_owned(), text: text.to_owned() }
    }
}

/// The head of an entry and its text: what stands before the first colon outside of brackets, if that is short and no sentence.
fn head(content: &str) -> Option<(&str, &str)> {
    // Names and types are short; what is not is a sentence with a colon.
    let longest = 80;
    let mut depth = 0_u32;
    for (at, byte) in content.bytes().enumerate().take(longest) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => {
                let head = &content[..at];
                let words = head.split('(').next().unwrap_or_default().split_whitespace().count();
                // ":class:`X`" is a role, "http://" an address.
                let is_head = (1..=3).contains(&words) && !content[at + 1..].starts_with(['/', ':', '`']);
                return is_head.then(|| (head.trim(), content[at + 1..].trim()));
            }
            _ => {}
        }
    }
    None
}

impl Documentation {
    /// The entries of a topic that is kept.
    pub(super) fn entries(&mut self, topic: Topic) -> Option<&mut Vec<Entry>> {
        match topic {
            Topic::Parameters => Some(&mut self.parameters),
            Topic::Returns => Some(&mut self.returns),
            Topic::Raises => Some(&mut self.raises),
            Topic::Other => None,
        }
    }
}

impl Entry {
    /// Adds a line to the text.
    pub(super) fn push_line(&mut self, line: &str) {
        if !self.text.is_empty() && !line.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(line);
    }
}

/// The spaces before the first letter.
pub(super) fn margin(line: &str) -> usize {
    line.len() - line.trim_start().len()
}
