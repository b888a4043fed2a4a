//! Code that is shown, each text once: examples of many tasks are made of the same functions.

use std::collections::HashMap;
use std::fmt::Write;

/// Characters of a line that are shown.
const LONGEST_LINE: usize = 400;
/// Lines of a text that are shown.
const MOST_LINES: usize = 4_000;
/// Bytes of a text that are shown.
const MOST_BYTES: usize = 200_000;
/// What stands between the shown part of a line and the number of its further characters; behind the last line, of further lines.
const CUT: char = '\u{1}';

/// All texts by number.
#[derive(Default)]
pub(crate) struct Texts {
    numbers: HashMap<String, u32>,
    texts: Vec<String>,
}

impl Texts {
    /// The number of a text, and how many bytes were added for it.
    pub(crate) fn add(&mut self, text: &str) -> (u32, usize) {
        let shown = shown(text);
        if let Some(&number) = self.numbers.get(&shown) {
            return (number, 0);
        }
        let (number, bytes) = (self.texts.len() as u32, shown.len());
        self.numbers.insert(shown.clone(), number);
        self.texts.push(shown);
        (number, bytes)
    }

    /// The texts in order.
    pub(crate) fn all(&self) -> &[String] {
        &self.texts
    }
}

/// A text with long lines and many lines cut; what was cut is counted.
fn shown(text: &str) -> String {
    let mut out = String::new();
    let lines = text.split('\n').count();
    for (at, line) in text.split('\n').enumerate() {
        if at >= MOST_LINES || out.len() > MOST_BYTES {
            // Writing to a string cannot fail.
            let _ = write!(out, "\n{CUT}{}", lines - at);
            break;
        }
        if at > 0 {
            out.push('\n');
        }
        let line = line.strip_suffix('\r').unwrap_or(line);
        // Columns are counted in characters: each stays one.
        out.extend(line.chars().take(LONGEST_LINE).map(|it| if it == CUT { '\u{fffd}' } else { it }));
        let rest = line.chars().skip(LONGEST_LINE).count();
        if rest > 0 {
            let _ = write!(out, "{CUT}{rest}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_and_counted() {
        let mut texts = Texts::default();
        let long = format!("a\n{}\nb", "x".repeat(1_000_000));
        assert_eq!(texts.add(&long).0, 0);
        assert_eq!(texts.all()[0], format!("a\n{}\u{1}999600\nb", "x".repeat(400)));
        assert_eq!(texts.add(&long), (0, 0));
        assert_eq!(texts.add("\u{1}\r\n").0, 1);
        assert_eq!(texts.all()[1], "\u{fffd}\n");
    }
}
