//! What a file holds at a glance: the counts that describe a corpus.

use crate::python::Dialect;
use crate::{Diagnostic, DiagnosticKind, FunctionKind, Language, ParsedFile, functions};

/// Counts over one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Functions outside classes, nested ones included.
    pub functions: u32,
    /// Functions that are members of a class; in Java methods and constructors, also those without a body.
    pub methods: u32,
    /// Functions and methods with a docstring or Javadoc.
    pub documented: u32,
    /// Places where the text does not fit the language.
    pub syntax_errors: u32,
    /// Whether the file is Python 2.
    pub is_python2: bool,
    /// Whether nesting beyond the limit was left out.
    pub is_too_deep: bool,
    /// Whether the parser gave up.
    pub is_too_much_work: bool,
}

/// Parses `source` and counts.
pub fn outline(source: &str, language: Language) -> Outline {
    let file = ParsedFile::new(source, language);
    let mut outline = Outline::default();
    for function in functions(&file, source).iter().filter(|it| !it.is_nested || language == Language::Python) {
        outline.functions += u32::from(function.kind == FunctionKind::Function);
        outline.methods += u32::from(function.kind != FunctionKind::Function);
        outline.documented += u32::from(function.documentation(source).is_some());
    }
    outline.is_python2 = matches!(&file, ParsedFile::Python(file) if file.dialect == Dialect::Python2);
    outline.note(file.diagnostics());
    outline
}

impl Outline {
    /// Whether everything was understood.
    pub fn is_clean(&self) -> bool {
        self.syntax_errors == 0 && !self.is_too_deep && !self.is_too_much_work
    }

    fn note(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            match diagnostic.kind {
                DiagnosticKind::Syntax => self.syntax_errors += 1,
                DiagnosticKind::TooDeep => self.is_too_deep = true,
                DiagnosticKind::TooMuchWork => self.is_too_much_work = true,
                DiagnosticKind::Decoding | DiagnosticKind::Token => {}
            }
        }
    }
}
