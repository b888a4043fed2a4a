//! The key of an endpoint.

/// The most characters of a foreign text that a message shows.
const SHOWN: usize = 200;
/// A shorter key is a placeholder, as servers of one's own want one (`EMPTY`), or a header that is no secret. To take it out of replies
/// would change answers.
const SHORTEST: usize = 8;

/// A key. It has neither `Debug` nor `Display`, so that it gets into no message by accident.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Takes a key; nothing for one without a character.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        (!key.is_empty()).then(|| Self(key.to_owned()))
    }

    /// The value of the header that shows it, which is as secret.
    pub(super) fn bearer(&self) -> Self {
        Self(format!("Bearer {}", self.0))
    }

    /// The value of a header that is secret as a whole.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// A text without the key.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        if self.0.len() < SHORTEST { text.to_owned() } else { text.replace(&self.0, "***") }
    }
}

/// A foreign text for a message: short, and without control characters.
pub(super) fn scrubbed(text: &str) -> String {
    let line: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    line.split_whitespace().collect::<Vec<&str>>().join(" ").chars().take(SHOWN).collect()
}
