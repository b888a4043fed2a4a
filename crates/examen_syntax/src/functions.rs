//! The functions of a file: one definition for all who read, measure, rewrite or ask about functions.
//!
//! The list has every function. Which of them count is the rule of whoever asks, a filter by the fields of
//! [`FunctionDefinition`]: nested or not, with a body or without, intact or broken.

mod errors;
mod java;
mod python;
mod qualified_names;

use crate::java::Method;
use crate::python::{Function, Id, Tree};
use crate::{Language, ParsedFile, Span};

pub use errors::{ErrorContact, ErrorPlaces};
pub use java::java_functions;
pub use python::python_functions;

/// A method or constructor of Java, or a function of Python.
#[derive(Clone, Debug)]
pub struct FunctionDefinition<'t> {
    /// The definition in the tree of its language.
    pub node: FunctionNode<'t>,
    /// What it belongs to.
    pub kind: FunctionKind,
    /// The identifier; nothing only if the parser had to guess one.
    pub name: Option<Span>,
    /// The name with the names of the classes around it, joined by dots; `?` stands for one that is not there.
    pub qualified_name: String,
    /// The whole definition, with modifiers, annotations and decorators, without a comment before it.
    pub span: Span,
    /// The body: in Java from brace to brace, in Python from the first statement to the last. Nothing for a method that is declared without one.
    pub body: Option<Span>,
    /// Whether it is a part of another function, or belongs to an anonymous class.
    pub is_nested: bool,
    /// How it stands to what is wrong with the text.
    pub errors: ErrorContact,
}

/// A function in the tree of its language.
#[derive(Clone, Copy, Debug)]
pub enum FunctionNode<'t> {
    /// A method or constructor.
    Java(Method<'t>),
    /// A function, and the tree that it is part of.
    Python(&'t Tree, Id<Function>),
}

/// What a function belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// A function of Python that is no member of a class.
    Function,
    /// A member of a class. In Python: among the statements of its body, also in their `if`, `try` and `with` statements.
    Method,
    /// A constructor of Java, compact or not.
    Constructor,
}

/// Returns the functions of a file in the order of the text, outer ones before those inside them.
pub fn functions<'t>(file: &'t ParsedFile, source: &str) -> Vec<FunctionDefinition<'t>> {
    match file {
        ParsedFile::Java(tree) => java_functions(tree, source),
        ParsedFile::Python(file) => python_functions(file, source),
    }
}

impl FunctionDefinition<'_> {
    /// The language.
    pub const fn language(&self) -> Language {
        match self.node {
            FunctionNode::Java(_) => Language::Java,
            FunctionNode::Python(..) => Language::Python,
        }
    }

    /// Whether nothing is wrong with its text.
    pub const fn is_intact(&self) -> bool {
        !self.errors.touches
    }

    /// The text before the body: in Java from the first modifier to the last token before `{` or `;`, in Python from the first
    /// keyword, not a decorator, to the colon.
    pub fn header(&self) -> Span {
        match self.node {
            FunctionNode::Java(method) => method.header_span(),
            FunctionNode::Python(tree, id) => tree[tree[id].stmt].header,
        }
    }

    /// The docstring with its quotes, or the Javadoc comment before the definition.
    pub fn documentation(&self, source: &str) -> Option<Span> {
        match self.node {
            FunctionNode::Java(method) => method.javadoc(source),
            FunctionNode::Python(tree, id) => tree.docstring(source, tree[id].body).map(|string| tree[string].span),
        }
    }
}
