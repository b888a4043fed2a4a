//! The functions of a text.

use examen_semantics::python::{Model, Version};
use examen_syntax::{FunctionDefinition, FunctionNode, Language, LazyParsedFile, ParsedFile, Span, Unread, java};

use crate::java_method::JavaMethod;
use crate::python_function::PythonFunction;
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
pub fn functions(source: &str, language: Language, seed: u64, show: impl FnMut(&Function<'_>)) -> Result<(), Unread> {
    functions_of(&LazyParsedFile::new(source, language), seed, show)
}

/// Shows the functions of a file that others ask about too.
pub fn functions_of(code: &LazyParsedFile<'_>, seed: u64, mut show: impl FnMut(&Function<'_>)) -> Result<(), Unread> {
    let (source, file) = (code.source(), code.part());
    if let Some(reason) = Unread::of(file.diagnostics()) {
        return Err(reason);
    }
    let model = match file {
        ParsedFile::Java(_) => None,
        ParsedFile::Python(file) => Some(Model::new(source, &file.tree, Version::of(file.dialect))),
    };
    let is_shown = |it: &FunctionDefinition<'_>| !it.is_nested && it.body.is_some() && !it.errors.overlaps;
    for FunctionDefinition { node, qualified_name: name, span, .. } in
        examen_syntax::functions(file, source).into_iter().filter(is_shown)
    {
        let body = match (node, &model) {
            (FunctionNode::Python(_, id), Some(model)) => Body::Python(PythonFunction::new(id, model, seed)),
            (FunctionNode::Python(..), None) => continue,
            (FunctionNode::Java(method), _) => Body::Java(Box::new(JavaMethod::new(method, source, seed))),
        };
        show(&Function { name, span, body });
    }
    Ok(())
}
