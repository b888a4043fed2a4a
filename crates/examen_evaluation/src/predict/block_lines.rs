//! Lines of a block: between bytes of its text and lines and columns of its file.

use std::ops::Range;

/// The lines of a block.
pub(crate) struct BlockLines<'b> {
    text: &'b str,
    /// For each line its number in the file, and its first byte in the block.
    lines: Vec<(u32, u32)>,
}

impl<'b> BlockLines<'b> {
    /// The lines of a text that stand at these lines of a file; an artificial block has none.
    pub(crate) fn new(text: &'b str, ranges: impl IntoIterator<Item = Range<u32>>) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1));
        Self { text, lines: ranges.into_iter().flatten().zip(starts).collect() }
    }

    /// The byte of a place that is given by line and column in characters.
    pub(crate) fn byte(&self, line: u32, column: u32) -> Option<u32> {
        let &(_, start) = self.lines.iter().find(|(number, _)| *number == line)?;
        let mut bytes = self.text.get(start as usize..)?.chars().take(column as usize).map(|c| c.len_utf8() as u32);
        let within: u32 = bytes.by_ref().sum();
        Some(start + within)
    }

    /// The line and the column in characters of a byte.
    pub(crate) fn place(&self, byte: u32) -> Option<(u32, u32)> {
        let at = self.lines.partition_point(|&(_, start)| start <= byte).checked_sub(1)?;
        let (line, start) = self.lines[at];
        let text = self.text.get(start as usize..byte as usize)?;
        // Behind the last line that is known there is nothing.
        (!text.contains('\n')).then(|| (line, text.chars().count() as u32))
    }
}
