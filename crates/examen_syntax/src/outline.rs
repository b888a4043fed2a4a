//! What a file holds at a glance: the counts that describe a corpus.

use crate::python::{self, Class, Function, Id, List, Stmt, StmtKind, Tree};
use crate::{Diagnostic, DiagnosticKind, Language, java};

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
    match language {
        Language::Java => java_outline(source),
        Language::Python => python_outline(source),
    }
}

fn java_outline(source: &str) -> Outline {
    let tree = java::parse(source);
    let mut outline = Outline::default();
    for method in tree.methods().filter(|method| !method.is_local()) {
        outline.methods += 1;
        outline.documented += u32::from(method.javadoc(source).is_some());
    }
    outline.note(tree.diagnostics());
    outline
}

fn python_outline(source: &str) -> Outline {
    let file = python::parse(source);
    let tree = &file.tree;
    let methods = tree.all::<Class>().map(|(_, class)| member_functions(tree, class.body)).sum();
    let functions = tree.all::<Function>().count() as u32 - methods;
    let documented =
        tree.all::<Function>().filter(|(_, function)| tree.docstring(source, function.body).is_some()).count();
    let mut outline = Outline { functions, methods, documented: documented as u32, ..Outline::default() };
    outline.is_python2 = file.dialect == python::Dialect::Python2;
    outline.note(&file.diagnostics);
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

/// Functions among the statements of a class body, also inside its `if`, `try` and `with` statements.
fn member_functions(tree: &Tree, body: List<Id<Stmt>>) -> u32 {
    let mut count = 0;
    let mut pending = vec![body];
    while let Some(body) = pending.pop() {
        for &id in tree.list(body) {
            match tree[id].kind {
                StmtKind::Function(_) => count += 1,
                StmtKind::If { branches, orelse } => {
                    pending.extend(tree.list(branches).iter().map(|branch| branch.body));
                    pending.push(orelse);
                }
                StmtKind::Try { body, handlers, orelse, finally, .. } => {
                    pending.extend([body, orelse, finally]);
                    pending.extend(tree.list(handlers).iter().map(|handler| handler.body));
                }
                StmtKind::With { body, .. } => pending.push(body),
                _ => {}
            }
        }
    }
    count
}
