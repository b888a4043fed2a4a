//! Docstrings of all styles, line by line: prose, sections below headings, and fields.

use super::entries::{Section, margin};
use super::fields::{Field, Open, push_line};
use super::headings::{Topic, is_underline, topic};
use super::prose::Prose;
use super::{Documentation, Style};

/// Where a line belongs.
enum Place<'t> {
    Prose,
    /// A section whose lines are indented more than its heading, or, with a line of dashes, are not.
    Section(Section<'t>, usize),
    Field(Open, usize),
    /// A session of the interpreter, which a blank line ends.
    Session,
}

/// Reads a docstring, as [`super::docstring_text`] returns it, of a function of this name.
pub fn read_docstring(text: &str, name: &str) -> Documentation {
    let lines: Vec<&str> = text.lines().collect();
    let mut reader = Reader { out: Documentation::default(), prose: Prose::default(), place: Place::Prose };
    let mut at = 0;
    while at < lines.len() {
        at += reader.read(&lines[at..]);
    }
    reader.leave();
    let Reader { mut out, prose, .. } = reader;
    prose.finish(&mut out, |paragraph| is_signature(paragraph, name));
    out
}

struct Reader<'t> {
    out: Documentation,
    prose: Prose,
    place: Place<'t>,
}

impl<'t> Reader<'t> {
    /// Reads the first of some lines, with those that belong to it, and returns how many that are.
    fn read(&mut self, lines: &[&'t str]) -> usize {
        let line = lines[0];
        if let Some((section, indentation, length)) = self.heading(lines) {
            self.begin(if section.is_numpy { Style::Numpy } else { Style::Google });
            self.place = Place::Section(section, indentation);
            return length;
        }
        let is_blank = line.trim().is_empty();
        match &mut self.place {
            Place::Section(section, indentation) => {
                if is_blank || section.is_numpy || margin(line) > *indentation {
                    section.lines.push(line);
                    return 1;
                }
                self.leave();
            }
            Place::Field(open, indentation) => {
                // Behind a blank line the text of a field goes on only if it is indented.
                if !is_blank && Field::of_docstring(line).is_none() && margin(line) >= *indentation {
                    push_line(*open, line, &mut self.out);
                    return 1;
                }
                if is_blank {
                    *indentation = (*indentation).max(1);
                    return 1;
                }
                self.leave();
            }
            Place::Session if is_blank => {
                self.place = Place::Prose;
                return 1;
            }
            Place::Session => return 1,
            Place::Prose => {}
        }
        if let Some(field) = Field::of_docstring(line) {
            self.begin(field.style);
            self.place = Place::Field(field.start(&mut self.out), margin(line));
        } else if line.trim_start().starts_with(">>>") {
            self.prose.end_paragraph();
            self.place = Place::Session;
        } else if is_underline(line) {
            self.prose.end_paragraph();
        } else {
            self.prose.push(line);
        }
        1
    }

    /// The section that begins here, the margin of its heading, and how many lines the heading has.
    fn heading(&self, lines: &[&'t str]) -> Option<(Section<'t>, usize, usize)> {
        let (line, next) = (lines[0], lines.get(1).copied().unwrap_or_default());
        let indentation = margin(line);
        let section = |topic, is_numpy| Section { topic, is_numpy, lines: Vec::new() };
        if is_underline(next) && !line.trim().is_empty() {
            // An unknown heading on top is a title.
            let topic = topic(line.trim().trim_end_matches(':')).or((!self.prose.is_empty()).then_some(Topic::Other));
            return topic.map(|topic| (section(topic, true), indentation, 2));
        }
        // Sections below `Args:` are indented, so that what is indented more is none of them.
        if let Place::Section(open, of_open) = &self.place
            && (open.is_numpy || indentation > *of_open)
        {
            return None;
        }
        let (name, text) = line.trim().split_once(':')?;
        let topic = topic(name)?;
        if text.trim().is_empty() {
            // The next line that is not blank is what the section has, if it is indented.
            let first = lines[1..].iter().take(2).find(|line| !line.trim().is_empty())?;
            return (margin(first) > indentation).then(|| (section(topic, false), indentation, 1));
        }
        // "Returns: text" on one line; on top it is a summary.
        let is_short_form = matches!(topic, Topic::Returns | Topic::Raises) && !self.prose.is_empty();
        is_short_form.then(|| {
            let mut section = section(topic, false);
            section.lines.push(text.trim_start());
            (section, indentation, 1)
        })
    }

    /// Leaves the place that is open for a section or a field.
    fn begin(&mut self, style: Style) {
        self.leave();
        self.prose.end_paragraph();
        if self.out.style == Style::Plain {
            self.out.style = style;
        }
    }

    fn leave(&mut self) {
        if let Place::Section(section, _) = std::mem::replace(&mut self.place, Place::Prose) {
            section.finish(&mut self.out);
        }
    }
}

/// Whether a paragraph only repeats the signature, as those of functions in C do: `name(a, b) -> c`.
fn is_signature(paragraph: &str, name: &str) -> bool {
    let first = paragraph.lines().next().unwrap_or_default();
    let Some((callee, _)) = first.split_once('(') else { return false };
    let callee = callee.rsplit(['.', ' ', '=']).next().unwrap_or_default();
    let last = paragraph.lines().next_back().unwrap_or_default();
    !name.is_empty() && callee == name && (last.ends_with(')') || last.contains("->"))
}
