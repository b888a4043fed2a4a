//! Values, classes and bindings of Python, by example.
//!
//! The code of a fixture may have `⟦…⟧` around expressions. Blocks behind it say what is known of the code:
//!
//! * `values`: for each expression in markers its line, its text and the values that it may stand for;
//! * `classes`: for each class its bases, resolution order, metaclass, and members with their values;
//! * `bindings`: for each scope its variables with the places where they are bound and read.

use std::fmt::Write;

use examen_semantics::python::knowledge::knowledge;
use examen_semantics::python::{At, ClassRef, FunctionRef, Model, ModuleRef, SemanticFile, Value, Values, Version};
use examen_syntax::python::parse;
use examen_syntax::{LineIndex, Span};

use crate::bindings::bindings;
use crate::fixture::{Make, check};

const OUTPUTS: [(&str, Make); 3] = [("values", &values), ("classes", &classes), ("bindings", &bindings)];

#[test]
fn expressions_stand_for_the_values_of_the_fixtures() {
    check("python/inference", &OUTPUTS);
}

#[test]
fn classes_have_the_facts_of_the_fixtures() {
    check("python/classes", &OUTPUTS);
}

#[test]
fn names_are_bound_as_in_the_fixtures() {
    check("python/bindings", &OUTPUTS);
}

/// Values in words.
struct Shown<'f> {
    file: &'f SemanticFile<'f>,
    lines: &'f LineIndex,
}

impl Shown<'_> {
    fn values(&self, values: &Values) -> String {
        let shown: Vec<String> = values.iter().map(|value| self.value(value)).collect();
        if shown.is_empty() { "unknown".to_owned() } else { shown.join(" | ") }
    }

    fn value(&self, value: Value) -> String {
        match value {
            Value::None => "None".to_owned(),
            Value::Bool(true) => "True".to_owned(),
            Value::Bool(false) => "False".to_owned(),
            Value::Literal(at) => self.file.code(at.expr).to_owned(),
            Value::Instance(class, None) => format!("{} instance", self.class(class)),
            Value::Instance(class, Some(made)) => format!("{} instance of line {}", self.class(class), self.line(made)),
            Value::SelfInstance(class, ..) => format!("self of {}", self.class(class)),
            Value::Class(class) => format!("class {}", self.class(class)),
            Value::Function(function) => self.function(function),
            Value::Method(function, class) => format!("{} bound to {}", self.function(function), self.class(class)),
            Value::Property(function, _) => format!("property of {}", self.function(function)),
            Value::ClassMethod(function, _) => format!("classmethod of {}", self.function(function)),
            Value::StaticMethod(function, _) => format!("staticmethod of {}", self.function(function)),
            Value::Decorated(_, function) => {
                let name = self.file.tree()[function].name;
                format!("function {} under decorators", name.text(self.file.model().source))
            }
            Value::Module(ModuleRef::Known(module), _) => format!("module {}", knowledge().module_facts(module).name),
            Value::Module(ModuleRef::File(file), _) => format!("module of file {}", file.0),
            Value::Super(class, of) => format!("super after {} for {}", self.class(class), self.class(of)),
            Value::VersionInfo => "sys.version_info".to_owned(),
            Value::External(path) => format!("external {}", self.file.external_path(path)),
        }
    }

    /// Classes of the standard library come with their modules, but for built-in ones.
    fn class(&self, class: ClassRef) -> String {
        let name = self.file.class_name(class);
        match class {
            ClassRef::Known(id) if knowledge().class(id).module != knowledge().builtins() => {
                format!("{}.{name}", knowledge().module_facts(knowledge().class(id).module).name)
            }
            _ => name.to_owned(),
        }
    }

    fn function(&self, function: FunctionRef) -> String {
        match function {
            FunctionRef::Known(id) => {
                let known = knowledge().function(id);
                let holder = known.class.map(|class| self.class(ClassRef::Known(class)));
                let module = || knowledge().module_facts(known.module).name.to_owned();
                format!("function {}.{}", holder.unwrap_or_else(module), known.name)
            }
            FunctionRef::Lambda(at) => format!("lambda of line {}", self.line(at)),
            FunctionRef::Defined(..) => self.file.described(function),
        }
    }

    fn line(&self, at: At) -> u32 {
        self.lines.line_of(self.file.span(at.expr).start)
    }
}

fn values(bracketed: &str, version: Version) -> String {
    let (source, spans) = examen_test::read_markers(bracketed);
    let parsed = parse(&source);
    let model = Model::new(&source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    let lines = LineIndex::new(&source);
    let shown = Shown { file: &file, lines: &lines };
    let mut text = String::new();
    for span in spans.into_iter().map(|marked| Span::new(marked.bytes.start, marked.bytes.end)) {
        let code = span.text(&source);
        let expr = file.exprs().find(|(_, expr)| expr.span == span);
        // Text that is broken may be read otherwise than it is meant.
        assert!(expr.is_some() || !parsed.diagnostics.is_empty(), "`{code}` is no expression of\n{source}");
        let values = expr.map_or_else(|| "no expression".to_owned(), |(expr, _)| shown.values(&file.values(expr)));
        let _ = writeln!(text, "{}: {code} = {values}", lines.line_of(span.start));
    }
    text
}

fn classes(bracketed: &str, version: Version) -> String {
    let (source, _) = examen_test::read_markers(bracketed);
    let parsed = parse(&source);
    let model = Model::new(&source, &parsed.tree, version);
    let file = SemanticFile::alone(&model);
    let lines = LineIndex::new(&source);
    let shown = Shown { file: &file, lines: &lines };
    let mut text = String::new();
    for id in file.classes() {
        let class = file.class_ref(id);
        let facts = file.class_facts(file.id(), id);
        let names = |classes: &[ClassRef]| classes.iter().map(|&it| shown.class(it)).collect::<Vec<_>>().join(", ");
        let base = |base: &Option<ClassRef>| base.map_or_else(|| "unknown".to_owned(), |base| shown.class(base));
        let bases: Vec<String> = facts.bases.iter().map(base).collect();
        let metaclass = file.metaclass(class).map_or_else(|| "unknown".to_owned(), |it| shown.class(it));
        let style = if facts.is_new_style { "" } else { ", old style" };
        let knowledge = if facts.has_failed { ", not wholly known" } else { "" };
        let _ = writeln!(text, "class {}({}){style}{knowledge}", file.class_name(class), bases.join(", "));
        let _ = writeln!(text, "  order: {}", names(&facts.mro));
        let _ = writeln!(text, "  metaclass: {metaclass}");
        for name in file.declared_names(class) {
            let values =
                file.declared(class, name).map_or_else(|| "not bound at the end".to_owned(), |it| shown.values(&it));
            let _ = writeln!(text, "  {name} = {values}");
        }
    }
    text
}
