//! From byte offsets to lines and character columns, and back.

use crate::Span;

/// A place as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 0-based column in characters.
    pub char_column: u32,
}

/// Where the lines of one text start.
///
/// A line ends after `\n`, after `\r\n`, or after a `\r` that no `\n` follows, as Python and Java both have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineIndex {
    starts: Vec<u32>,
    length: u32,
    /// The characters that start before every `STEP`th byte, so that a column in a very long line does not cost its length; none in
    /// ASCII, where bytes are characters.
    chars_before: Vec<u32>,
}

/// Bytes between two counts of characters.
const STEP: usize = 1 << 10;

impl LineIndex {
    /// Finds the lines of `source`.
    pub fn new(source: &str) -> Self {
        let bytes = source.as_bytes();
        let mut starts = Vec::with_capacity(bytes.len() / 32 + 1);
        starts.push(0);
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(at as u32 + 1);
            }
        }
        let chars_before = if bytes.is_ascii() { Vec::new() } else { counts_at_steps(bytes) };
        Self { starts, length: bytes.len() as u32, chars_before }
    }

    /// Number of lines; text after the last line end counts as one when there is any.
    pub fn line_count(&self) -> u32 {
        let last_is_empty = self.starts.last() == Some(&self.length);
        self.starts.len() as u32 - u32::from(last_is_empty)
    }

    /// 1-based line that holds the byte at `offset`; the end of the text is on its last line.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// Bytes of a 1-based line, its line end included; empty past the end.
    pub fn line_span(&self, line: u32) -> Span {
        let index = (line as usize).saturating_sub(1);
        let Some(&start) = self.starts.get(index) else {
            return Span::empty(self.length);
        };
        Span::new(start, self.starts.get(index + 1).copied().unwrap_or(self.length))
    }

    /// The position of `offset` in `source`, which must be the text the index was made of.
    pub fn position(&self, source: &str, offset: u32) -> Position {
        let line = self.line_of(offset);
        let char_column = self.chars_before(source, offset) - self.chars_before(source, self.line_span(line).start);
        Position { line, char_column }
    }

    /// The characters that start before a byte.
    fn chars_before(&self, source: &str, offset: u32) -> u32 {
        let step = (offset as usize / STEP).min(self.chars_before.len().saturating_sub(1));
        match self.chars_before.get(step) {
            None => offset,
            Some(before) => {
                before + char_starts(source.as_bytes().get(step * STEP..offset as usize).unwrap_or_default())
            }
        }
    }

    /// The byte offset of `position`, cut to the end of its line.
    pub fn offset(&self, source: &str, position: Position) -> u32 {
        let line = self.line_span(position.line);
        if self.chars_before.is_empty() {
            return line.start.saturating_add(position.char_column).min(line.end);
        }
        let text = line.text(source);
        let column = text.char_indices().nth(position.char_column as usize).map_or(text.len(), |(at, _)| at);
        line.start + column as u32
    }
}

fn counts_at_steps(bytes: &[u8]) -> Vec<u32> {
    let add = |count: &mut u32, chunk: &[u8]| {
        let before = *count;
        *count += char_starts(chunk);
        Some(before)
    };
    bytes.chunks(STEP).scan(0, add).collect()
}

/// The bytes that start a character.
fn char_starts(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let source = "a\r\nb\rc\n\nd";
        let index = LineIndex::new(source);
        assert_eq!(index.line_count(), 5);
        let starts: Vec<u32> = (1..=5).map(|line| index.line_span(line).start).collect();
        assert_eq!(starts, [0, 3, 5, 7, 8]);
        assert_eq!(LineIndex::new("a\n").line_count(), 1);
        assert_eq!(LineIndex::new("").line_count(), 0);
    }

    #[test]
    fn columns_count_characters() {
        let source = "x = 'é' + y\n";
        let index = LineIndex::new(source);
        let offset = source.find('y').unwrap_or_default() as u32;
        let position = index.position(source, offset);
        assert_eq!(position, Position { line: 1, char_column: 10 });
        assert_eq!(index.offset(source, position), offset);
    }

    #[test]
    fn columns_of_long_lines_are_those_of_short_ones() {
        for unit in ["a", "é", "a€", "𝓐b"] {
            let source = format!("x\n{}\n{}", unit.repeat(3 * STEP), unit.repeat(5));
            let index = LineIndex::new(&source);
            let (mut line, mut column) = (1, 0);
            for (at, character) in source.char_indices() {
                assert_eq!(index.position(&source, at as u32), Position { line, char_column: column });
                assert_eq!(index.offset(&source, Position { line, char_column: column }), at as u32);
                (line, column) = if character == '\n' { (line + 1, 0) } else { (line, column + 1) };
            }
        }
    }
}
