//! Names with those of the classes around them.

use crate::Span;

/// The classes around the current place of a walk in the order of the text.
#[derive(Default)]
pub(super) struct QualifiedNames<'s> {
    open: Vec<(Span, &'s str)>,
}

impl<'s> QualifiedNames<'s> {
    /// Enters a class.
    pub(super) fn enter(&mut self, class: Span, name: &'s str) {
        self.open.retain(|(open, _)| open.contains(class));
        self.open.push((class, name));
    }

    /// Returns the name of what stands at `span` with the names of the classes around it, joined by dots.
    pub(super) fn of(&mut self, span: Span, name: &str) -> String {
        self.open.retain(|(open, _)| open.contains(span));
        let mut qualified = String::new();
        for (_, class) in &self.open {
            qualified.push_str(class);
            qualified.push('.');
        }
        qualified + name
    }
}
