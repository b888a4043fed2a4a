//! The ids of the released data: places in `CuBERT`'s vocabulary.

use rustc_hash::FxHashMap;

use examen_tokenizers::cubert_entries;

/// The entries of the vocabulary both ways.
pub struct TokenIds {
    entries: Vec<&'static str>,
    ids: FxHashMap<&'static str, u32>,
}

impl TokenIds {
    /// Reads the vocabulary, which takes some milliseconds.
    pub fn cubert() -> Self {
        let entries: Vec<&str> = cubert_entries().collect();
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
