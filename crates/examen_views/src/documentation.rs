//! Documentation of functions: docstrings and Javadoc, split into what they say of the function and of its parts.
//!
//! Docstrings may be written in the styles of Google, `NumPy`, Sphinx (reST), Epytext, or in none; one reader knows them all, because
//! authors mix them. Any text gives a value, in time that grows with its length: what no style explains is prose.

mod docstring;
mod docstring_text;
mod entries;
mod fields;
mod headings;
mod javadoc;
mod prose;

use examen_syntax::java::javadoc_text;
use examen_syntax::{FunctionDefinition, FunctionNode};

pub use docstring::read_docstring;
pub use docstring_text::docstring_text;
pub use javadoc::read_javadoc;

/// What the documentation of a function says, with its markup as it was written. Lines are joined by `\n`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Documentation {
    /// The style of the first section or field.
    pub style: Style,
    /// The first paragraph, a signature apart.
    pub summary: String,
    /// The paragraphs behind the summary, without examples and without sections of other kinds, such as notes and references.
    pub description: String,
    /// The parameters.
    pub parameters: Vec<Entry>,
    /// What is returned or yielded; several entries where several values are.
    pub returns: Vec<Entry>,
    /// What is raised.
    pub raises: Vec<Entry>,
}

/// A parameter, a returned value or an exception. What is not said is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The type; that of an exception is its name.
    pub kind: String,
    /// What is said of it.
    pub text: String,
}

/// How parameters, returned values and exceptions are marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Not at all.
    #[default]
    Plain,
    /// `Args:` and lines that are indented below it.
    Google,
    /// `Parameters` with a line of dashes below it.
    Numpy,
    /// `:param name: text`.
    Rest,
    /// `@param name: text`.
    Epytext,
    /// `@param name text`.
    Javadoc,
}

/// Reads the documentation of a function; nothing for a function without.
pub fn documentation(function: &FunctionDefinition<'_>, source: &str) -> Option<Documentation> {
    match function.node {
        FunctionNode::Java(method) => Some(read_javadoc(&javadoc_text(method.javadoc(source)?.text(source)))),
        FunctionNode::Python(..) => {
            let name = function.name.map_or("", |name| name.text(source));
            Some(read_docstring(&docstring_text(function, source)?, name))
        }
    }
}

impl Documentation {
    /// Whether nothing is said.
    pub fn is_blank(&self) -> bool {
        self.summary.is_empty() && self.parameters.is_empty() && self.returns.is_empty() && self.raises.is_empty()
    }
}

impl Style {
    /// The style's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Google => "google",
            Self::Numpy => "numpy",
            Self::Rest => "rest",
            Self::Epytext => "epytext",
            Self::Javadoc => "javadoc",
        }
    }
}
