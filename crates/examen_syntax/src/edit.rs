//! Text edits that leave everything outside them byte for byte as it was.

use serde::{Deserialize, Serialize};

use crate::Span;

/// Replaces the bytes of a span by another text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; an empty span inserts.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

impl Edit {
    /// How much longer the text becomes, modulo 2³² since it may become shorter.
    fn growth(&self) -> u32 {
        (self.text.len() as u32).wrapping_sub(self.span.len())
    }
}

/// Edits of one text: sorted, and no two of them touch the same byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    edits: Vec<Edit>,
}

/// Why a set of edits cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditError {
    /// Two edits change the same bytes.
    Overlap(Span, Span),
    /// An edit lies outside the text or cuts a character.
    OutOfText(Span),
}

impl std::fmt::Display for EditError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Overlap(first, second) => write!(
                formatter,
                "the edits of bytes {}..{} and {}..{} overlap",
                first.start, first.end, second.start, second.end
            ),
            Self::OutOfText(span) => {
                write!(
                    formatter,
                    "the edit of bytes {}..{} is not on character edges of the text",
                    span.start, span.end
                )
            }
        }
    }
}

impl std::error::Error for EditError {}

impl Edits {
    /// Sorts the edits and checks that they do not overlap; insertions at one place keep their order.
    pub fn new(mut edits: Vec<Edit>) -> Result<Self, EditError> {
        edits.sort_by_key(|edit| edit.span);
        for pair in edits.windows(2) {
            if pair[0].span.end > pair[1].span.start {
                return Err(EditError::Overlap(pair[0].span, pair[1].span));
            }
        }
        Ok(Self { edits })
    }

    /// The edits in the order of the text.
    pub fn as_slice(&self) -> &[Edit] {
        &self.edits
    }

    /// The text after the edits.
    pub fn apply(&self, source: &str) -> Result<String, EditError> {
        let mut result =
            String::with_capacity(source.len() + self.edits.iter().map(|edit| edit.text.len()).sum::<usize>());
        let mut kept_to = 0;
        for edit in &self.edits {
            let kept = source.get(kept_to..edit.span.start as usize);
            let replaced = source.get(edit.span.start as usize..edit.span.end as usize);
            let (Some(kept), Some(_)) = (kept, replaced) else {
                return Err(EditError::OutOfText(edit.span));
            };
            result.push_str(kept);
            result.push_str(&edit.text);
            kept_to = edit.span.end as usize;
        }
        result.push_str(source.get(kept_to..).unwrap_or(""));
        Ok(result)
    }

    /// The edits that lead from the edited text back to `source`.
    #[must_use]
    pub fn inverse(&self, source: &str) -> Self {
        let mut shift = 0u32;
        let edits = self.edits.iter().map(|edit| {
            let start = edit.span.start.wrapping_add(shift);
            shift = shift.wrapping_add(edit.growth());
            Edit { span: Span::new(start, start + edit.text.len() as u32), text: edit.span.text(source).to_owned() }
        });
        Self { edits: edits.collect() }
    }

    /// Where an offset of the original text stands in the edited one; inside a replacement, at its start.
    pub fn map_offset(&self, offset: u32) -> u32 {
        let mut shift = 0u32;
        for edit in &self.edits {
            if edit.span.start >= offset && !(edit.span.is_empty() && edit.span.start == offset) {
                break;
            }
            if offset < edit.span.end {
                return edit.span.start.wrapping_add(shift);
            }
            shift = shift.wrapping_add(edit.growth());
        }
        offset.wrapping_add(shift)
    }

    /// Where what a span of the original text covers stands in the edited one. What is inserted at its end belongs to it, as
    /// the `except` behind a function's last statement does, and what is inserted before it does not; where its first or last
    /// byte was replaced, the replacement counts as a whole.
    pub fn map_span(&self, span: Span) -> Span {
        let mut shift = 0u32;
        let mut end = span.end;
        for edit in &self.edits {
            let is_behind = edit.span.start > span.end || (edit.span.start == span.end && !edit.span.is_empty());
            if is_behind {
                break;
            }
            end = end.max(edit.span.end);
            shift = shift.wrapping_add(edit.growth());
        }
        let start = self.map_offset(span.start);
        Span::new(start, end.wrapping_add(shift).max(start))
    }
}
