//! Choosing between the front ends.

use super::lowering::Lowered;
use super::tree::Tree;
use super::{descent, ruff, tree_sitter};
use crate::{Diagnostic, DiagnosticKind};

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

/// The two ways to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrontEnd {
    /// Our own parser: Python 2 and 3, and text with errors.
    Descent,
    /// ruff's parser: fast, Python 3 only.
    Ruff,
    /// tree-sitter: Python 2, and text that the other makes less of.
    TreeSitter,
}

/// Files up to this length may nest as deeply as they are long without using more than some 100 MB of stack.
const SHORT_FILE_BYTES: usize = 32 * 1024;

/// Parses Python text of either version. Never fails.
///
/// ruff goes first. When it finds errors, tree-sitter has a try: its tree is taken when it has fewer of them, which is
/// so for Python 2.
pub fn parse(source: &str) -> PythonFile {
    if may_exhaust_the_stack(source) {
        return parse_with(source, FrontEnd::TreeSitter);
    }
    let first = ruff::parse(source);
    if first.error_count() == 0 {
        return PythonFile::new(first.lower(), FrontEnd::Ruff);
    }
    let mut second = parse_with(source, FrontEnd::TreeSitter);
    let count = |kind| second.diagnostics.iter().filter(|diagnostic| diagnostic.kind == kind).count();
    // A parser that gave up has made nothing, however few errors that is.
    let gave_up = count(DiagnosticKind::TooMuchWork) > 0;
    if gave_up || count(DiagnosticKind::Syntax) >= first.error_count() {
        return PythonFile::new(first.lower(), FrontEnd::Ruff);
    }
    // tree-sitter is lenient: without a sign of Python 2 the text is Python 3 with the errors ruff found.
    if second.dialect == Dialect::Python3 {
        second.diagnostics = first.diagnostics();
    }
    second
}

/// Parses with the given front end, for the test that holds the two together.
pub fn parse_with(source: &str, front_end: FrontEnd) -> PythonFile {
    let lowered = match front_end {
        FrontEnd::Descent => descent::parse(source),
        FrontEnd::Ruff => ruff::parse(source).lower(),
        FrontEnd::TreeSitter => tree_sitter::parse(source),
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

/// ruff's parser recurses, on a stack that grows with the nesting of the text. Nesting needs brackets, or operators
/// with neither a comma nor the end of a statement between them; both are counted here without looking at strings and
/// comments, since a rare false alarm only costs the slower parser.
fn may_exhaust_the_stack(source: &str) -> bool {
    if source.len() <= SHORT_FILE_BYTES {
        return false;
    }
    let mut depth = 0usize;
    let mut run_start = 0;
    for (at, &byte) in source.as_bytes().iter().enumerate() {
        // Nearly all bytes are none of these, and one look tells.
        match STRUCTURE[byte as usize] {
            0 => continue,
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'\n' if depth > 0 => continue,
            _ => run_start = at,
        }
        if depth > SHORT_FILE_BYTES / 8 || at - run_start > 2 * SHORT_FILE_BYTES {
            return true;
        }
    }
    source.len() - run_start > 2 * SHORT_FILE_BYTES
}

/// Brackets of any kind as round ones, commas and line ends as they are, 0 for everything else.
const STRUCTURE: [u8; 256] = {
    let mut table = [0; 256];
    table[b'(' as usize] = b'(';
    table[b'[' as usize] = b'(';
    table[b'{' as usize] = b'(';
    table[b')' as usize] = b')';
    table[b']' as usize] = b')';
    table[b'}' as usize] = b')';
    table[b',' as usize] = b',';
    table[b'\n' as usize] = b'\n';
    table
};
