//! A file as the tasks see it.

use std::cell::OnceCell;

use examen_syntax::java::{self, JavaTree};
use examen_syntax::python::{self, PythonFile};
use examen_syntax::{Language, LazyParsedFile, LineIndex, ParsedFile, Span, Unread};

use super::sample::{self, Role, Sample};
use crate::source::LeftOut;

/// A parsed file with its tokens.
#[derive(Debug)]
pub struct Page<'a> {
    /// The text.
    pub source: &'a str,
    /// Its tree and tokens.
    pub code: Code<'a>,
    lines: LineIndex,
    names_in_functions: OnceCell<Vec<Span>>,
}

/// Tree and tokens of a file, comments left out.
#[derive(Debug)]
pub enum Code<'a> {
    /// Of a Java file.
    Java {
        /// The tree.
        tree: &'a JavaTree,
        /// The tokens that the compiler sees.
        tokens: Vec<java::Token>,
    },
    /// Of a Python file.
    Python {
        /// The tree, and what is wrong with it.
        file: &'a PythonFile,
        /// The tokens without comments and empty lines.
        tokens: Vec<python::token::Token>,
    },
}

impl<'a> Page<'a> {
    /// The page of a file, or why it cannot be used.
    pub fn new(code: &'a LazyParsedFile<'a>) -> Result<Self, LeftOut> {
        let source = code.source();
        let code = match code.file() {
            ParsedFile::Java(tree) => {
                check(tree.diagnostics())?;
                Code::Java { tree, tokens: java::tokenize(source).significant().collect() }
            }
            ParsedFile::Python(file) => {
                check(&file.diagnostics)?;
                let mut tokens = python::tokenizer::tokenize(source).tokens;
                tokens.retain(|token| {
                    !matches!(token.kind, python::token::TokenKind::Comment | python::token::TokenKind::Nl)
                });
                Code::Python { file, tokens }
            }
        };
        Ok(Self { source, code, lines: LineIndex::new(source), names_in_functions: OnceCell::new() })
    }

    /// The language.
    pub const fn language(&self) -> Language {
        match self.code {
            Code::Java { .. } => Language::Java,
            Code::Python { .. } => Language::Python,
        }
    }

    /// The functions in the order of the text, or why one cannot be shown. Functions inside functions are parts of these.
    pub fn samples(&self) -> Vec<Result<Sample<'_>, LeftOut>> {
        sample::samples(self)
    }

    /// Where names stand in the functions that can be shown, in order.
    pub fn names_in_functions(&self) -> &[Span] {
        let names = |sample: Sample<'_>| {
            let names = sample.tokens.into_iter().filter(|token| token.role == Role::Identifier);
            names.map(|token| token.place).collect::<Vec<Span>>()
        };
        self.names_in_functions.get_or_init(|| self.samples().into_iter().flatten().flat_map(names).collect())
    }

    /// The line of a place, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines.position(self.source, offset).line
    }
}

/// Fails when there is no whole tree.
fn check(diagnostics: &[examen_syntax::Diagnostic]) -> Result<(), LeftOut> {
    Unread::of(diagnostics).map_or(Ok(()), |unread| Err(unread.into()))
}
