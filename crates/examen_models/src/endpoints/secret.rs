//! The key of an endpoint.

/// The most characters of a foreign text that a message shows.
const SHOWN: usize = 200;

/// A key. It has neither `Debug` nor `Display`, so that it gets into no message by accident.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a key; nothing for one without a character.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// The header that shows it.
    pub(super) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// A text without the key.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        text.replace(&self.0, "***")
    }
}

/// A foreign text for a message: without the key, short, and without control characters.
pub(super) fn scrubbed(key: Option<&Secret>, text: &str) -> String {
    let hidden = key.map_or_else(|| text.to_owned(), |key| key.hidden_in(text));
    let line: String = hidden.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    line.split_whitespace().collect::<Vec<&str>>().join(" ").chars().take(SHOWN).collect()
}
