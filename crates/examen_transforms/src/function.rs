//! The functions of a text.

use examen_semantics::python::{Model, Version};
use examen_syntax::python::{self, Class, Dialect, Id};
use examen_syntax::{DiagnosticKind, Language, QualifiedNames, Span, java};

use crate::java::JavaMethod;
use crate::python::PythonFunction;
use crate::{Finder, Found, Strength, Transform};

/// A function under rewriting.
#[derive(Debug)]
pub struct Function<'t> {
    /// With the names of the classes around it, joined by dots.
    pub name: String,
    /// Where it stands, with modifiers and decorators, without a comment before it.
    pub span: Span,
    body: Body<'t>,
}

#[derive(Debug)]
enum Body<'t> {
    Java(Box<JavaMethod<'t>>),
    Python(PythonFunction<'t>),
}

/// Why no function of a text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// The text nests too deeply.
    TooDeep,
    /// The parser gave up.
    TooMuchWork,
}

impl Function<'_> {
    /// The identifier of the function alone.
    pub fn simple_name(&self) -> Span {
        match &self.body {
            Body::Java(method) => method.method.name().map_or(Span::empty(self.span.start), java::Node::span),
            Body::Python(function) => function.tree()[function.function].name.span,
        }
    }

    /// Returns whether it makes an object: a constructor of Java.
    pub fn is_constructor(&self) -> bool {
        matches!(&self.body, Body::Java(method) if method.method.is_constructor())
    }

    /// Returns how many statements it has, blocks not counted, those of lambdas and inner functions included.
    pub fn statements(&self) -> u32 {
        let count = match &self.body {
            Body::Java(method) => method.statements(),
            Body::Python(function) => function.statement_count(),
        };
        count as u32
    }

    /// The places where a transformation applies; none if it is for another language or has no such strength.
    pub fn find(&self, transform: &Transform, strength: Strength) -> Option<Found> {
        if !transform.has_strength(strength) {
            return None;
        }
        let mut found = Found::default();
        match (&self.body, transform.find) {
            (Body::Java(method), Finder::Java(find)) => {
                method.forget_given_names();
                find(method, strength, &mut found);
            }
            (Body::Python(function), Finder::Python(find)) => {
                function.forget_given_names();
                find(function, &mut found);
            }
            _ => return None,
        }
        Some(found)
    }
}

/// Shows the functions of a text in order: methods and constructors with a body, functions. Those inside others are parts
/// of them. A text without a class may be a lone method. Functions with syntax errors are left out.
pub fn functions(
    source: &str,
    language: Language,
    seed: u64,
    mut show: impl FnMut(&Function<'_>),
) -> Result<(), Unread> {
    match language {
        Language::Java => java_methods(source, seed, &mut show),
        Language::Python => python_functions(source, seed, &mut show),
    }
}

fn java_methods(source: &str, seed: u64, show: &mut dyn FnMut(&Function<'_>)) -> Result<(), Unread> {
    let mut tree = java::parse(source);
    if tree.types().next().is_none() {
        tree = java::parse_method(source);
    }
    refuse(tree.diagnostics())?;
    let types = tree.types().filter(|it| !it.is_local());
    let classes = types.map(|it| (it.node.span(), it.name().map_or("?", |name| name.text(source))));
    let mut names = QualifiedNames::new(classes);
    for method in tree.methods().filter(|method| !method.is_local() && method.body().is_some()) {
        let span = method.span();
        let name = names.of(span, method.name().map_or("?", |name| name.text(source)));
        if !method.node.has_error() {
            let body = Body::Java(Box::new(JavaMethod::new(method, source, seed)));
            show(&Function { name, span, body });
        }
    }
    Ok(())
}

fn python_functions(source: &str, seed: u64, show: &mut dyn FnMut(&Function<'_>)) -> Result<(), Unread> {
    let file = python::parse(source);
    refuse(&file.diagnostics)?;
    let tree = &file.tree;
    let version = match file.dialect {
        Dialect::Python2 => Version::Python2,
        Dialect::Python3 => Version::Python3,
    };
    let model = Model::new(source, tree, version);
    let mut classes: Vec<_> = tree.all::<Class>().map(|(_, it)| (tree[it.stmt].span, it.name.text(source))).collect();
    classes.sort_unstable();
    let mut names = QualifiedNames::new(classes.into_iter());
    let mut functions: Vec<(Span, Id<python::Function>)> =
        tree.all::<python::Function>().map(|(id, function)| (tree[function.stmt].span, id)).collect();
    functions.sort_unstable_by_key(|(span, _)| span.start);
    let mut end = 0;
    for (span, id) in functions {
        if span.start < end {
            continue;
        }
        end = span.end;
        let name = names.of(span, tree[id].name.text(source));
        if !file.diagnostics.iter().any(|diagnostic| diagnostic.span.overlaps(span)) {
            show(&Function { name, span, body: Body::Python(PythonFunction::new(id, &model, seed)) });
        }
    }
    Ok(())
}

/// Trees that are not whole for reasons other than the text.
fn refuse(diagnostics: &[examen_syntax::Diagnostic]) -> Result<(), Unread> {
    let reason = diagnostics.iter().find_map(|diagnostic| match diagnostic.kind {
        DiagnosticKind::TooDeep => Some(Unread::TooDeep),
        DiagnosticKind::TooMuchWork => Some(Unread::TooMuchWork),
        _ => None,
    });
    reason.map_or(Ok(()), Err)
}
