//! Names with those of the classes around them.

use std::iter::Peekable;

use crate::Span;

/// The classes around what is asked about, in the order of the text.
#[derive(Debug)]
pub struct QualifiedNames<'s, I: Iterator<Item = (Span, &'s str)>> {
    classes: Peekable<I>,
    open: Vec<(Span, &'s str)>,
}

impl<'s, I: Iterator<Item = (Span, &'s str)>> QualifiedNames<'s, I> {
    /// Takes the classes of a file with their names, in the order of the text.
    pub fn new(classes: I) -> Self {
        Self { classes: classes.peekable(), open: Vec::new() }
    }

    /// The name of what stands at `span` with the names of the classes around it, joined by dots. Spans must be asked for
    /// in the order of the text.
    pub fn of(&mut self, span: Span, name: &str) -> String {
        while let Some(class) = self.classes.next_if(|(class, _)| class.start <= span.start) {
            self.open.retain(|(open, _)| open.contains(class.0));
            self.open.push(class);
        }
        self.open.retain(|(open, _)| open.contains(span));
        let mut qualified = String::new();
        for (_, class) in &self.open {
            qualified.push_str(class);
            qualified.push('.');
        }
        qualified + name
    }
}
