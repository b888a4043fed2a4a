//! A file of either language after parsing.

use crate::java::{self, JavaTree};
use crate::python::{self, PythonFile};
use crate::{Diagnostic, DiagnosticKind, Language};

/// A file in the tree of its language.
#[derive(Debug)]
pub enum ParsedFile {
    /// A Java file.
    Java(JavaTree),
    /// A Python file.
    Python(Box<PythonFile>),
}

/// The reason why a file has no tree that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The text nests too deeply.
    TooDeep,
    /// The parser gave up.
    TooMuchWork,
}

impl ParsedFile {
    /// Parses a file.
    pub fn new(source: &str, language: Language) -> Self {
        match language {
            Language::Java => Self::Java(java::parse(source)),
            Language::Python => Self::Python(Box::new(python::parse(source))),
        }
    }

    /// Parses a file or a part of one: a Java text without a type is read as a lone method.
    pub fn of_part(source: &str, language: Language) -> Self {
        match Self::new(source, language) {
            Self::Java(tree) if is_part(&tree) => Self::Java(java::parse_method(source)),
            file => file,
        }
    }

    /// What was wrong with the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Java(tree) => tree.diagnostics(),
            Self::Python(file) => &file.diagnostics,
        }
    }
}

/// Whether a Java text has no type: it is a lone method, if anything.
pub(crate) fn is_part(tree: &JavaTree) -> bool {
    tree.types().next().is_none()
}

impl Unread {
    /// Returns the limit of the parser that a text went beyond, by the diagnostics of its tree.
    pub fn of(diagnostics: &[Diagnostic]) -> Option<Self> {
        diagnostics.iter().find_map(|diagnostic| match diagnostic.kind {
            DiagnosticKind::TooDeep => Some(Self::TooDeep),
            DiagnosticKind::TooMuchWork => Some(Self::TooMuchWork),
            DiagnosticKind::Decoding | DiagnosticKind::Token | DiagnosticKind::Syntax => None,
        })
    }
}
