//! Paragraphs of prose, of which the first is the summary.

use super::Documentation;

/// Paragraphs as they are read line by line.
#[derive(Default)]
pub(super) struct Prose {
    paragraphs: Vec<String>,
    is_open: bool,
}

impl Prose {
    /// Adds a line to the paragraph; a blank one ends it.
    pub(super) fn push(&mut self, line: &str) {
        let line = line.trim();
        if line.is_empty() {
            self.is_open = false;
            return;
        }
        match self.paragraphs.last_mut().filter(|_| self.is_open) {
            Some(paragraph) => {
                paragraph.push('\n');
                paragraph.push_str(line);
            }
            None => self.paragraphs.push(line.to_owned()),
        }
        self.is_open = true;
    }

    /// Ends the paragraph.
    pub(super) fn end_paragraph(&mut self) {
        self.is_open = false;
    }

    /// Whether nothing was said yet.
    pub(super) fn is_empty(&self) -> bool {
        self.paragraphs.is_empty()
    }

    /// Puts summary and description into a documentation. `is_signature` says which paragraphs in front only repeat the signature.
    pub(super) fn finish(self, out: &mut Documentation, is_signature: impl Fn(&str) -> bool) {
        let signatures = self.paragraphs.iter().take_while(|paragraph| is_signature(paragraph)).count();
        // Where there is nothing else, a signature is better than no summary.
        let skipped = if signatures < self.paragraphs.len() { signatures } else { 0 };
        let mut paragraphs = self.paragraphs.into_iter().skip(skipped);
        out.summary = paragraphs.next().unwrap_or_default();
        out.description = paragraphs.collect::<Vec<_>>().join("\n\n");
    }
}
