//! A Python function as transformations see it, and the edits that they make.

use examen_semantics::python::Model;
use examen_syntax::python::{Function, Id, Node, Stmt, Tree};
use examen_syntax::{Edit, Span};

use crate::given_names::{GivenNames, choice, indentation};

/// A function under rewriting; those inside it are parts of it.
#[derive(Debug)]
pub struct PythonFunction<'t> {
    /// The function.
    pub function: Id<Function>,
    /// What is known of its file.
    pub model: &'t Model<'t>,
    seed: u64,
    given: GivenNames,
}

impl<'t> PythonFunction<'t> {
    /// A function of a file.
    pub fn new(function: Id<Function>, model: &'t Model<'t>, seed: u64) -> Self {
        Self { function, model, seed, given: GivenNames::default() }
    }

    /// The tree of the file.
    pub const fn tree(&self) -> &'t Tree {
        self.model.tree
    }

    /// The text of a span.
    pub fn text(&self, span: Span) -> &'t str {
        self.model.text(span)
    }

    /// The whole function, decorators included.
    pub fn span(&self) -> Span {
        self.tree()[self.tree()[self.function].stmt].span
    }

    /// The statements of the body behind the docstring.
    pub fn statements(&self) -> &'t [Id<Stmt>] {
        let body = self.tree()[self.function].body;
        let has_docstring = self.tree().docstring(self.model.source, body).is_some();
        self.tree().list(body).get(usize::from(has_docstring)..).unwrap_or_default()
    }

    /// A name that is used nowhere in the file and was not given to another site: `stem`, or `stem` with the first number
    /// that is free.
    pub fn fresh_name(&self, stem: &str) -> String {
        self.given.give_numbered(stem, |name| self.is_used(name))
    }

    /// The first of the candidates that is used nowhere in the file and was not given to another site.
    pub fn first_fresh(&self, candidates: impl Iterator<Item = String>) -> String {
        self.given.give(candidates, |name| self.is_used(name))
    }

    fn is_used(&self, name: &str) -> bool {
        self.model.symbols().find(name).is_some()
    }

    /// Returns one of `count` choices at random, the same in every run.
    pub fn choice(&self, purpose: &str, count: usize) -> usize {
        choice(self.seed, purpose, self.text(self.span()), count)
    }

    /// The whitespace before the first token of the line that a place is on.
    pub fn indentation(&self, offset: u32) -> &'t str {
        indentation(self.model.source, offset)
    }

    pub(crate) fn statement_count(&self) -> usize {
        let mut count = 0_usize;
        self.tree().walk(self.tree()[self.function].stmt.into(), &mut |node| {
            count += usize::from(matches!(node, Node::Stmt(_)));
        });
        // The definition itself is a statement that is around all others.
        count.saturating_sub(1)
    }

    pub(crate) fn forget_given_names(&self) {
        self.given.forget();
    }
}

/// Replaces a span.
pub(crate) fn replace(span: Span, text: impl Into<String>) -> Edit {
    Edit { span, text: text.into() }
}

/// Inserts a text.
pub(crate) fn insert(offset: u32, text: impl Into<String>) -> Edit {
    replace(Span::empty(offset), text)
}
