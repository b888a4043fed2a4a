//! The code of a prompt.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::SpanForm;

/// The header of a block that is in no class.
const MODULE: &str = "module";

/// Stands where lines of a file are left out.
const LEFT_OUT: &str = "...";

/// A block of a file, as far as a prompt shows it. The flags that say which blocks matter are no input.
#[derive(Deserialize)]
pub(super) struct Block {
    #[serde(default)]
    header: String,
    content: String,
    #[serde(default)]
    line_ranges: Vec<Lines>,
}

/// Lines from 0, the last one excluded.
#[derive(Deserialize)]
struct Lines {
    start: u32,
    end: u32,
}

/// Takes the code out of the input: blocks of a file, a single block, or a text.
pub(super) fn shown_code(input: &mut Map<String, Value>, form: SpanForm) -> Result<Option<String>, String> {
    if let Some(blocks) = input.remove("blocks") {
        let shown: Vec<String> = Block::read_all(&blocks)?.iter().map(|block| block.shown(form)).collect();
        return Ok(Some(shown.join("\n")));
    }
    let header = match input.remove("block_header") {
        Some(Value::String(header)) => header,
        _ => String::new(),
    };
    let text = ["content", "text", "code"].into_iter().find_map(|name| match input.remove(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    });
    Ok(text.map(|content| Block { header, ..Block::of_text(&content) }.shown(form)))
}

impl Block {
    pub(super) fn read_all(blocks: &Value) -> Result<Vec<Self>, String> {
        Vec::deserialize(blocks).map_err(|error| format!("`blocks`: {error}"))
    }

    /// A text that is a file of its own.
    pub(super) fn of_text(content: &str) -> Self {
        let lines = content.lines().count() as u32;
        let line_ranges = vec![Lines { start: 0, end: lines }];
        Self { header: String::new(), content: content.to_owned(), line_ranges }
    }

    /// The lines with their numbers from 0; those of an artificial block have none.
    pub(super) fn numbered(&self) -> impl Iterator<Item = (Option<u32>, &str)> {
        let mut numbers = self.line_ranges.iter().flat_map(|lines| lines.start..lines.end);
        self.content.lines().map(move |line| (numbers.next(), line))
    }

    pub(super) fn shown(&self, form: SpanForm) -> String {
        let mut text = String::new();
        if !self.header.is_empty() && self.header != MODULE {
            // The header stands elsewhere in the file, in a block of its own.
            let _ = writeln!(text, "{}", self.header.trim_end());
        }
        let Some(first) = form.first_line() else {
            let _ = writeln!(text, "{}", self.content.trim_end_matches(['\n', '\r']));
            return text;
        };
        let last = self.line_ranges.iter().map(|lines| lines.end.saturating_sub(1) + first);
        let width = last.max().map_or(0, |last| last.to_string().len());
        let mut before: Option<u32> = None;
        for (number, line) in self.numbered() {
            if form == SpanForm::Quotes && before.zip(number).is_some_and(|(before, number)| number != before + 1) {
                let _ = writeln!(text, "{LEFT_OUT}");
            }
            let _ = match number {
                Some(number) => writeln!(text, "{:>width$}| {line}", number + first),
                None => writeln!(text, "{:>width$}| {line}", ""),
            };
            before = number;
        }
        text
    }
}

/// A fence that the text does not close.
pub(super) fn fence_for(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
