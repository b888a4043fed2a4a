//! The ids of the released data: places in `CuBERT`'s vocabulary.

use rustc_hash::FxHashMap;

const VOCABULARY: &str = include_str!("../../../vocabularies/cubert/vocab.txt");

/// The entries of the vocabulary both ways.
pub struct TokenIds {
    entries: Vec<&'static str>,
    ids: FxHashMap<&'static str, u32>,
}

impl TokenIds {
    /// Reads the vocabulary, which takes some milliseconds.
    pub fn cubert() -> Self {
        let entries: Vec<&str> = VOCABULARY.split('\n').map(entry).collect();
        // Of an entry that is there twice the last one counts.
        let ids = entries.iter().copied().zip(0..).filter(|(entry, _)| !entry.is_empty()).collect();
        Self { entries, ids }
    }

    /// The id of a token; none for one of another vocabulary.
    pub fn id(&self, token: &str) -> Option<u32> {
        self.ids.get(token).copied()
    }

    /// The token with an id.
    pub fn token(&self, id: u32) -> Option<&'static str> {
        self.entries.get(id as usize).copied().filter(|entry| !entry.is_empty())
    }
}

/// An entry without the quotes in which a line has it.
fn entry(line: &'static str) -> &'static str {
    let line = line.trim_end();
    ['\'', '"'].iter().find_map(|&quote| line.strip_prefix(quote)?.strip_suffix(quote)).unwrap_or(line)
}
