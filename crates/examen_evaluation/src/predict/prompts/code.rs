//! The code of a prompt.

use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::PromptSettings;

/// The header of a block that is in no class.
const MODULE: &str = "module";

/// A block of a file, as far as a prompt shows it. The flags that say which blocks matter are no input.
#[derive(Deserialize)]
struct Block {
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
pub(super) fn shown_code(input: &mut Map<String, Value>, settings: PromptSettings) -> Result<Option<String>, String> {
    if let Some(blocks) = input.remove("blocks") {
        let blocks: Vec<Block> = serde_json::from_value(blocks).map_err(|error| format!("`blocks`: {error}"))?;
        let shown: Vec<String> = blocks.iter().map(|block| block.shown(settings)).collect();
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
    let block = text.map(|content| {
        let lines = content.lines().count() as u32;
        Block { header, content, line_ranges: vec![Lines { start: 0, end: lines }] }
    });
    Ok(block.map(|block| block.shown(settings)))
}

impl Block {
    fn shown(&self, settings: PromptSettings) -> String {
        let mut text = String::new();
        if !self.header.is_empty() && self.header != MODULE {
            // The header stands elsewhere in the file, in a block of its own.
            let _ = writeln!(text, "{}", self.header.trim_end());
        }
        if !settings.has_line_numbers {
            let _ = writeln!(text, "{}", self.content.trim_end_matches(['\n', '\r']));
            return text;
        }
        let mut numbers = self.line_ranges.iter().flat_map(|lines| lines.start..lines.end);
        let width =
            self.line_ranges.iter().map(|lines| lines.end.saturating_sub(1).to_string().len()).max().unwrap_or(0);
        for line in self.content.lines() {
            let _ = match numbers.next() {
                Some(number) => writeln!(text, "{number:>width$}| {line}"),
                None => writeln!(text, "{:>width$}| {line}", ""),
            };
        }
        text
    }
}

/// A fence that the text does not close.
pub(super) fn fence_for(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}
