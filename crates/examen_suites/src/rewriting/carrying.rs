//! Places carried from a file to its rewrite.

use examen_syntax::{Edits, LineIndex};
use serde::{Deserialize, Serialize};

/// A piece of the original file and what stands in its place. Lines and columns count from 0, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MovedText {
    pub old_start_line: u32,
    pub old_start_column: u32,
    pub old_end_line: u32,
    pub old_end_column: u32,
    pub new_start_line: u32,
    pub new_start_column: u32,
    pub new_end_line: u32,
    pub new_end_column: u32,
}

/// A line and a column, from 0.
pub(super) type Point = (u32, u32);

/// Edits by lines and columns of both texts.
pub(crate) fn moved_texts(edits: &Edits, old: &str, new: &str) -> Vec<MovedText> {
    let (old_lines, new_lines) = (LineIndex::new(old), LineIndex::new(new));
    let mut shift = 0_u32;
    let moved = edits.as_slice().iter().map(|edit| {
        let start = edit.span.start.wrapping_add(shift);
        let end = start + edit.text.len() as u32;
        shift = end.wrapping_sub(edit.span.end);
        let place = |lines: &LineIndex, text: &str, offset: u32| {
            let position = lines.position(text, offset);
            (position.line - 1, position.char_column)
        };
        let (old_start, old_end) = (place(&old_lines, old, edit.span.start), place(&old_lines, old, edit.span.end));
        let (new_start, new_end) = (place(&new_lines, new, start), place(&new_lines, new, end));
        MovedText {
            old_start_line: old_start.0,
            old_start_column: old_start.1,
            old_end_line: old_end.0,
            old_end_column: old_end.1,
            new_start_line: new_start.0,
            new_start_column: new_start.1,
            new_end_line: new_end.0,
            new_end_column: new_end.1,
        }
    });
    moved.collect()
}

/// Where a span of the original file stands in the rewritten one, from its first character to behind its last. What is
/// inserted at its edges stays outside; where its first or last character was replaced, the replacement counts as a whole.
pub fn carried(span: (Point, Point), edits: &[MovedText]) -> (Point, Point) {
    (carried_point(span.0, edits, true), carried_point(span.1, edits, false))
}

fn carried_point(point: Point, edits: &[MovedText], is_start: bool) -> Point {
    let old_start = |edit: &MovedText| (edit.old_start_line, edit.old_start_column);
    let old_end = |edit: &MovedText| (edit.old_end_line, edit.old_end_column);
    if let Some(inside) = edits.iter().find(|edit| old_start(edit) < point && point < old_end(edit)) {
        return if is_start {
            (inside.new_start_line, inside.new_start_column)
        } else {
            (inside.new_end_line, inside.new_end_column)
        };
    }
    let is_before = |edit: &&MovedText| {
        let is_insertion_here = old_start(edit) == point && old_end(edit) == point;
        if is_insertion_here { is_start } else { old_end(edit) <= point }
    };
    let Some(last) = edits.iter().take_while(is_before).last() else { return point };
    if point.0 == last.old_end_line {
        (last.new_end_line, last.new_end_column + (point.1 - last.old_end_column))
    } else {
        (point.0 + last.new_end_line - last.old_end_line, point.1)
    }
}
