//! Names and choices that depend on nothing but the function and the seed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Names that were given to new variables and labels of a function.
#[derive(Debug, Default)]
pub(crate) struct GivenNames {
    given: RefCell<BTreeSet<String>>,
    /// By stem, how many candidates were looked at: a function with thousands of places needs no second look.
    looked_at: RefCell<BTreeMap<String, usize>>,
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

    /// The first of `stem`, `stem0`, `stem1` and so on that neither the function uses nor was given before.
    pub(crate) fn give_numbered(&self, stem: &str, is_used: impl Fn(&str) -> bool) -> String {
        let mut looked_at = self.looked_at.borrow().get(stem).copied().unwrap_or_default();
        let candidates = std::iter::from_fn(|| {
            looked_at += 1;
            Some(if looked_at == 1 { stem.to_owned() } else { format!("{stem}{}", looked_at - 2) })
        });
        let name = self.give(candidates, is_used);
        self.looked_at.borrow_mut().insert(stem.to_owned(), looked_at);
        name
    }

    pub(crate) fn forget(&self) {
        self.given.borrow_mut().clear();
        self.looked_at.borrow_mut().clear();
    }
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

/// The whitespace before the first token of the line that a place is on.
pub(crate) fn indentation(source: &str, offset: u32) -> &str {
    let before = source.get(..offset as usize).unwrap_or_default();
    let line = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let rest = source.get(line..).unwrap_or_default();
    let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
    rest.get(..spaces).unwrap_or_default()
}
