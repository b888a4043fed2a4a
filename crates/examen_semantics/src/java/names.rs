//! The names of a method that are none of its variables'.

use std::collections::BTreeSet;

use examen_syntax::java::{Field, Kind};

use super::bindings::Bindings;
use super::outline::Index;

impl<'t> Bindings<'t> {
    /// The texts of all identifiers.
    pub(super) fn all_names(&self) -> BTreeSet<&'t str> {
        self.identifiers().map(|index| self.text(index)).collect()
    }

    /// The simple names that are no variable's, of types, methods and fields, where they are declared too.
    pub(super) fn free_names(&self) -> BTreeSet<&'t str> {
        let is_free = |&index: &Index| self.variable(index).is_none() && self.is_simple_name(index);
        self.identifiers().filter(is_free).map(|index| self.text(index)).collect()
    }

    fn identifiers(&self) -> impl Iterator<Item = Index> + '_ {
        let is_identifier =
            |&index: &Index| matches!(self.outline.kind(index), Kind::Identifier | Kind::TypeIdentifier);
        (0..self.outline.len()).filter(is_identifier)
    }

    /// Whether an identifier stands alone, or first in a dotted name; labels are no names in this sense.
    fn is_simple_name(&self, index: Index) -> bool {
        let Some(parent) = self.outline.parent(index) else { return true };
        let is_first = index == parent + 1;
        match self.outline.kind(parent) {
            Kind::FieldAccess | Kind::MethodReference | Kind::ScopedIdentifier | Kind::ScopedTypeIdentifier => is_first,
            Kind::MethodInvocation => {
                is_first || self.outline.node(parent).child(Field::Name) != Some(self.outline.node(index))
            }
            Kind::LabeledStatement | Kind::BreakStatement | Kind::ContinueStatement => false,
            Kind::ElementValuePair => !is_first,
            _ => true,
        }
    }
}
