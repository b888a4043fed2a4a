//! Names as numbers.

use rustc_hash::FxHashMap;

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
#[derive(Debug, Default)]
pub struct Symbols<'t> {
    names: Vec<&'t str>,
    numbers: FxHashMap<&'t str, Symbol>,
}

impl<'t> Symbols<'t> {
    /// The symbol of a name, or nothing when the file does not use it.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
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
        let next = Symbol(self.names.len() as u32);
        let symbol = *self.numbers.entry(name).or_insert(next);
        if symbol == next {
            self.names.push(name);
        }
        symbol
    }
}
