//! The numbered lines that a model is shown, and places in them.

use examen_data::Place;
use serde_json::Value;

use super::code::Block;
use crate::predict::ExampleRow;

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLine {
    /// Its number, from 0.
    pub number: u32,
    /// Its text without the line end.
    pub text: String,
}

/// The lines of a file that an example shows, in the order in which it shows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownLines(Vec<ShownLine>);

impl ShownLines {
    /// The lines of an example. Those of artificial blocks, which stand nowhere in the file, are left out.
    pub fn of_row(row: &ExampleRow) -> Result<Self, String> {
        let blocks: Vec<Block> = match row.input().get("blocks") {
            Some(blocks) => Block::read_all(blocks)?,
            None => row.input().get("content").and_then(Value::as_str).map(Block::of_text).into_iter().collect(),
        };
        Ok(Self::of_blocks(&blocks))
    }

    /// The numbered lines of blocks.
    pub(super) fn of_blocks(blocks: &[Block]) -> Self {
        let numbered = |block: &Block| {
            let lines = block.numbered().filter_map(|(number, text)| Some((number?, text.to_owned())));
            lines.map(|(number, text)| ShownLine { number, text }).collect::<Vec<ShownLine>>()
        };
        Self(blocks.iter().flat_map(numbered).collect())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All lines in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &ShownLine> {
        self.0.iter()
    }

    /// The position of a line by its number.
    pub(super) fn position(&self, number: u32) -> Option<usize> {
        self.0.iter().position(|line| line.number == number)
    }

    /// The line at a position and those that follow it in the file.
    pub(super) fn run(&self, position: usize) -> impl Iterator<Item = &ShownLine> {
        let first = self.0.get(position).map_or(0, |line| line.number);
        let rest = self.0.get(position..).unwrap_or_default();
        rest.iter().zip(first..).take_while(|(line, number)| line.number == *number).map(|(line, _)| line)
    }

    /// The text at a place, if all of its lines are shown.
    pub fn text(&self, place: Place) -> Option<String> {
        let count = place.end_line.checked_sub(place.start_line)? as usize + 1;
        let lines: Vec<&ShownLine> = self.run(self.position(place.start_line)?).take(count).collect();
        if lines.len() < count {
            return None;
        }
        let part = |(at, line): (usize, &&ShownLine)| {
            let start = if at == 0 { place.start_column as usize } else { 0 };
            let end = if at + 1 == count { place.end_column as usize } else { usize::MAX };
            line.text.chars().take(end).skip(start).collect::<String>()
        };
        Some(lines.iter().enumerate().map(part).collect::<Vec<String>>().join("\n"))
    }
}
