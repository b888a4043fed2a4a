//! A Java method or constructor as transformations see it, and the edits that they make.

use examen_semantics::java::MethodModel;
use examen_syntax::java::{Field, Kind, Method, Node, Parameter};
use examen_syntax::{Edit, Span};

use crate::given_names::{GivenNames, choice, indentation};

/// A method or constructor under rewriting.
#[derive(Debug)]
pub struct JavaMethod<'t> {
    /// The method.
    pub method: Method<'t>,
    /// What is known of it.
    pub model: MethodModel<'t>,
    /// The file's text.
    pub source: &'t str,
    seed: u64,
    given: GivenNames,
}

impl<'t> JavaMethod<'t> {
    /// Works out what is known of a method.
    pub fn new(method: Method<'t>, source: &'t str, seed: u64) -> Self {
        Self { method, model: MethodModel::new(method, source), source, seed, given: GivenNames::default() }
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'t>) -> &'t str {
        node.text(self.source)
    }

    /// A name that is used nowhere in the method and was not given to another site: `stem`, or `stem` with the first number
    /// that is free. Names of fields that the method does not use are safe, since a local hides them from nobody.
    pub fn fresh_name(&self, stem: &str) -> String {
        self.given.give_numbered(stem, |name| self.is_used(name))
    }

    /// The first of the candidates that is used nowhere in the method and was not given to another site.
    pub fn first_fresh(&self, candidates: impl Iterator<Item = String>) -> String {
        self.given.give(candidates, |name| self.is_used(name))
    }

    fn is_used(&self, name: &str) -> bool {
        self.model.names().contains(name) || self.is_component(name)
    }

    /// Returns whether this is a compact constructor and its record has a component of that name: a parameter, though
    /// not written.
    fn is_component(&self, name: &str) -> bool {
        let is_compact = self.method.node.kind() == Kind::CompactConstructorDeclaration;
        let record = self.method.enclosing_type().filter(|_| is_compact);
        let components = record.and_then(|record| record.node.child(Field::Parameters));
        let is_named = |node| Parameter { node }.name().is_some_and(|component| self.text(component) == name);
        components.into_iter().flat_map(Node::named_children).any(is_named)
    }

    /// Returns one of `count` choices at random, the same in every run.
    pub fn choice(&self, purpose: &str, count: usize) -> usize {
        choice(self.seed, purpose, self.text(self.method.node), count)
    }

    /// The whitespace before the first token of the line that a place is on.
    pub fn indentation(&self, offset: u32) -> &'t str {
        indentation(self.source, offset)
    }

    pub(crate) fn statements(&self) -> usize {
        let is_statement = |node: &Node<'t>| match node.kind() {
            Kind::LocalVariableDeclaration | Kind::ExplicitConstructorInvocation => true,
            _ => node.kind_name().ends_with("_statement"),
        };
        self.method.node.descendants().filter(is_statement).count()
    }

    pub(crate) fn forget_given_names(&self) {
        self.given.forget();
    }
}

/// Replaces a node.
pub(crate) fn replace(node: Node<'_>, text: impl Into<String>) -> Edit {
    Edit { span: node.span(), text: text.into() }
}

/// Inserts a text.
pub(crate) fn insert(offset: u32, text: impl Into<String>) -> Edit {
    Edit { span: Span::empty(offset), text: text.into() }
}
