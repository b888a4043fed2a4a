//! Names and choices that depend on nothing but the function and the seed.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// Names that were given to new variables and labels of a function.
#[derive(Debug, Default)]
pub(crate) struct GivenNames {
    given: RefCell<BTreeSet<String>>,
}

impl GivenNames {
    /// The first of the candidates that neither the function uses nor was given before.
    pub(crate) fn give(&self, mut candidates: impl Iterator<Item = String>, is_used: impl Fn(&str) -> bool) -> String {
        let mut given = self.given.borrow_mut();
        // Candidates are numbered, and there are more numbers than names in a function.
        let name = candidates.find(|name| !is_used(name) && !given.contains(name)).unwrap_or_default();
        given.insert(name.clone());
        name
    }

    pub(crate) fn forget(&self) {
        self.given.borrow_mut().clear();
    }
}

/// `stem`, `stem0`, `stem1` and so on.
pub(crate) fn numbered(stem: &str) -> impl Iterator<Item = String> {
    std::iter::once(stem.to_owned()).chain((0_u32..).map(move |number| format!("{stem}{number}")))
}

/// One of `count` choices; the same in every run for one text, purpose and seed.
pub(crate) fn choice(seed: u64, purpose: &str, text: &str, count: usize) -> usize {
    let mut hasher = blake3::Hasher::new_derive_key("examen 2026 choice of a place");
    hasher.update(&seed.to_le_bytes());
    hasher.update(&(purpose.len() as u64).to_le_bytes());
    hasher.update(purpose.as_bytes());
    hasher.update(text.as_bytes());
    let hash = hasher.finalize();
    let number = hash.as_bytes()[..8].iter().fold(0, |number: u64, &byte| number << 8 | u64::from(byte));
    (number % count.max(1) as u64) as usize
}

/// The blanks before the first token of the line that a place is on.
pub(crate) fn indentation(source: &str, offset: u32) -> &str {
    let before = source.get(..offset as usize).unwrap_or_default();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let rest = source.get(line..).unwrap_or_default();
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    rest.get(..blanks).unwrap_or_default()
}
