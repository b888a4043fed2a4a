//! The way from text to tree.

use super::lowering::Lowered;
use super::tree::Tree;
use super::{descent, ruff};
use crate::Diagnostic;

/// What the text of one Python file is.
#[derive(Clone, Debug)]
pub struct PythonFile {
    /// The syntax tree.
    pub tree: Tree,
    /// The language version whose rules fit.
    pub dialect: Dialect,
    /// The front end that made the tree.
    pub front_end: FrontEnd,
    /// What does not fit; empty for a clean file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Python 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Dialect {
    Python2,
    Python3,
}

/// The ways to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrontEnd {
    /// Our own parser: Python 2 and 3, and text with errors.
    Descent,
    /// ruff's parser: Python 3 only. A reference for the other.
    Ruff,
}

/// Parses Python text of either version. Never fails.
pub fn parse(source: &str) -> PythonFile {
    parse_with(source, FrontEnd::Descent)
}

/// Parses with the given front end, for the test that holds the two together.
pub fn parse_with(source: &str, front_end: FrontEnd) -> PythonFile {
    let lowered = match front_end {
        FrontEnd::Descent => descent::parse(source),
        FrontEnd::Ruff => ruff::parse(source),
    };
    PythonFile::new(lowered, front_end)
}

impl PythonFile {
    fn new(lowered: Lowered, front_end: FrontEnd) -> Self {
        let Lowered { tree, has_python2_syntax, diagnostics } = lowered;
        let dialect = if has_python2_syntax { Dialect::Python2 } else { Dialect::Python3 };
        Self { tree, dialect, front_end, diagnostics }
    }
}
