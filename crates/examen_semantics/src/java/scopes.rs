//! Which names mean what at one place of the walk.

use std::borrow::Cow;

use examen_syntax::java::Node;
use rustc_hash::FxHashMap;

use super::escaped_names::plain_name;

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// A variable, by index, and how many class bodies were open where it was declared.
    Variable { index: usize, class_depth: usize },
    /// A field of a class whose body is open.
    Member,
}

/// What looking up a name finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<'t> {
    /// The variable.
    pub(super) variable: usize,
    /// A class between the variable and the name that may inherit a field of that name.
    pub(super) inheriting_class: Option<Node<'t>>,
}

/// The names that are in scope.
#[derive(Debug, Default)]
pub(super) struct Scopes<'t> {
    symbols: FxHashMap<Cow<'t, str>, usize>,
    /// By symbol, innermost last.
    meanings: Vec<Vec<Meaning>>,
    /// The symbols of all declarations that are in scope, in their order.
    declared: Vec<usize>,
    /// The class bodies that are open: each with its class, if that may inherit fields that are not seen here.
    classes: Vec<Option<Node<'t>>>,
}

/// A point to which [`Scopes::leave`] goes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Height(usize);

impl<'t> Scopes<'t> {
    /// Returns the height of the stack of names.
    pub(super) fn height(&self) -> Height {
        Height(self.declared.len())
    }

    /// Forgets what was declared above a height.
    pub(super) fn leave(&mut self, height: Height) {
        for symbol in self.declared.drain(height.0..) {
            self.meanings[symbol].pop();
        }
    }

    /// From here on the name means the variable.
    pub(super) fn declare(&mut self, name: &'t str, variable: usize) {
        let class_depth = self.classes.len();
        self.push(name, Meaning::Variable { index: variable, class_depth });
    }

    /// From here on the name means a field of the innermost class.
    pub(super) fn declare_member(&mut self, name: &'t str) {
        self.push(name, Meaning::Member);
    }

    fn push(&mut self, name: &'t str, meaning: Meaning) {
        let next = self.meanings.len();
        let symbol = *self.symbols.entry(plain_name(name)).or_insert(next);
        if symbol == next {
            self.meanings.push(Vec::new());
        }
        self.meanings[symbol].push(meaning);
        self.declared.push(symbol);
    }

    /// The body of a class begins; `inheriting` is the class if it may inherit fields that are not seen here.
    pub(super) fn enter_class(&mut self, inheriting: Option<Node<'t>>) {
        self.classes.push(inheriting);
    }

    /// The body of the innermost class ends.
    pub(super) fn leave_class(&mut self) {
        self.classes.pop();
    }

    /// The variable that the name means here.
    pub(super) fn find(&self, name: &'t str) -> Option<Found<'t>> {
        let symbol = *self.symbols.get(&*plain_name(name))?;
        match *self.meanings[symbol].last()? {
            Meaning::Member => None,
            Meaning::Variable { index, class_depth } => {
                let inheriting_class = self.classes[class_depth..].iter().rev().copied().flatten().next();
                Some(Found { variable: index, inheriting_class })
            }
        }
    }
}
