//! Names as numbers.

use std::hash::{BuildHasher, BuildHasherDefault};

use rustc_hash::FxHasher;

/// An identifier of one file: equal symbols are equal names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

impl Symbol {
    /// Position in a table beside the symbols.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The identifiers of one file.
///
/// The table holds numbers of names only, since a program has the tables of all its files in memory.
#[derive(Debug, Default)]
pub struct Symbols<'t> {
    names: Vec<&'t str>,
    /// Open addressing: a power of two of slots, at most three quarters of them taken.
    slots: Vec<u32>,
}

/// A slot that is not taken.
const FREE: u32 = u32::MAX;

impl<'t> Symbols<'t> {
    /// The symbol of a name, or nothing when the file does not use it.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        let at = self.slot_of(name)?;
        Some(self.slots[at]).filter(|&number| number != FREE).map(Symbol)
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &'t str {
        self.names[symbol.index()]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    pub(super) fn intern(&mut self, name: &'t str) -> Symbol {
        if self.names.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        // There are slots from here on.
        let at = self.slot_of(name).unwrap_or_default();
        if self.slots[at] == FREE {
            self.slots[at] = self.names.len() as u32;
            self.names.push(name);
        }
        Symbol(self.slots[at])
    }

    /// Gives back what is reserved beyond the names there are.
    pub(super) fn shrink_to_fit(&mut self) {
        self.names.shrink_to_fit();
    }

    /// The slot that a name has, or would get; none while there are no slots.
    fn slot_of(&self, name: &str) -> Option<usize> {
        let last = self.slots.len().checked_sub(1)?;
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(name);
        let mut at = hash as usize & last;
        while self.slots[at] != FREE && self.names[self.slots[at] as usize] != name {
            at = (at + 1) & last;
        }
        Some(at)
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; (self.slots.len() * 2).max(64)];
        for number in 0..self.names.len() {
            if let Some(at) = self.slot_of(self.names[number]) {
                self.slots[at] = number as u32;
            }
        }
    }
}
