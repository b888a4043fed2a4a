//! Spans in a text of a fixture: `⟦…⟧`, or `⟨…⟩` for those of a second kind.

use std::ops::Range;

/// A span between markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// Whether it stands between `⟨` and `⟩`.
    pub is_second: bool,
    /// Its bytes in the text without markers.
    pub bytes: Range<u32>,
}

/// Returns a text without its markers, and the spans in the order in which they begin.
pub fn read_markers(text: &str) -> (String, Vec<Marked>) {
    let mut source = String::with_capacity(text.len());
    let (mut spans, mut open): (Vec<Marked>, Vec<usize>) = (Vec::new(), Vec::new());
    for character in text.chars() {
        let here = source.len() as u32;
        match character {
            '⟦' | '⟨' => {
                open.push(spans.len());
                spans.push(Marked { is_second: character == '⟨', bytes: here..here });
            }
            '⟧' | '⟩' => {
                let at = open.pop().unwrap_or_else(|| panic!("a marker is closed that was not opened in\n{text}"));
                spans[at].bytes.end = here;
            }
            _ => source.push(character),
        }
    }
    assert!(open.is_empty(), "a marker is never closed in\n{text}");
    (source, spans)
}
