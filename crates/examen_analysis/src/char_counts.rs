//! How many characters stand before a byte of a text.

/// Bytes between two counts that are kept.
const STEP: usize = 1 << 10;

/// Counts at regular steps, so that the columns of a very long line do not cost its length each.
pub(crate) struct CharCounts {
    at_steps: Vec<u32>,
}

impl CharCounts {
    pub(crate) fn new(text: &str) -> Self {
        let mut count = 0;
        let at_steps = text.as_bytes().chunks(STEP).map(|chunk| {
            let before = count;
            count += starts(chunk);
            before
        });
        Self { at_steps: at_steps.collect() }
    }

    /// The characters that start before a byte of the text that the counts were made of.
    pub(crate) fn before(&self, text: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(text.len());
        let step = (offset / STEP).min(self.at_steps.len().saturating_sub(1));
        let at_step = self.at_steps.get(step).copied().unwrap_or_default();
        at_step + starts(&text.as_bytes()[step * STEP..offset])
    }
}

/// Bytes that start a character.
fn starts(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u32
}
