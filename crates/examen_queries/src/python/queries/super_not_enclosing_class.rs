//! Q31: the first argument of `super` is the class that the call stands in.

use examen_semantics::python::{Call, ClassRef, ScopeKind, SemanticFile, Value};
use examen_syntax::python::{Expr, Id};

use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/super-not-enclosing-class",
    number: 31,
    name: "First argument to super() is not enclosing class",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "maintainability", "convention", "external/cwe/cwe-687"],
    description: "A method calls `super` with a class other than the one it belongs to, so the search for the next method \
                  starts in the wrong place and some are left out or called twice.",
    example: "class A:\n    pass\n\nclass B(A):\n    def __init__(self):\n        ⟦super(A, self)⟧.__init__()\n",
    base_rate: BaseRate { answers: 109, plausible: 5049 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (call, argument, name) in super_calls(file) {
        let is_other = |value| match value {
            Value::Class(class) => !is_named(file, class, name),
            // Something imported from elsewhere is not the class around, even if it has the same name.
            Value::External(path) => is_member(&file.external_path(path)),
            _ => false,
        };
        if file.values(argument).iter().any(is_other) {
            out.add(file.span(call.expr), format!("First argument to super() should be {name}."));
        }
    }
}

/// Calls with the enclosing class.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (call, argument, name) in super_calls(file) {
        if classes(file, argument).into_iter().any(|class| is_named(file, class, name)) {
            out.add(file.span(call.expr), format!("First argument to super() is {name}."));
        }
    }
}

/// The calls of `super` with arguments directly in methods, their first argument and the name of the class around.
fn super_calls<'p>(file: &SemanticFile<'p>) -> Vec<(Call, Id<Expr>, &'p str)> {
    let model = file.model();
    if model.symbols().find("super").is_none() {
        return Vec::new();
    }
    let super_call = |call: Call| {
        let &argument = file.list(call.arguments).first()?;
        if file.name(call.function) != Some("super") {
            return None;
        }
        let around = model[model.scope_of_expr(call.expr)].parent?;
        let ScopeKind::Class(class) = model[around].kind else {
            return None;
        };
        let callee = Value::Class(file.built_in_class("super")?);
        let is_super = file.values(call.function).iter().any(|value| value == callee);
        is_super.then(|| (call, argument, file.text(file.tree()[class].name.span)))
    };
    file.calls().filter_map(super_call).collect()
}

fn classes(file: &SemanticFile<'_>, expr: Id<Expr>) -> Vec<ClassRef> {
    let class = |value| match value {
        Value::Class(class) => Some(class),
        _ => None,
    };
    file.values(expr).iter().filter_map(class).collect()
}

/// Returns whether a path is that of a member of a module, not of a module or of what a call gives. What a relative import
/// brings into a file alone is not known to be anything.
fn is_member(path: &str) -> bool {
    path.contains('.') && !path.contains('(') && !path.starts_with('.')
}

/// Returns whether a class has a name; built-in classes do not count by theirs.
fn is_named(file: &SemanticFile<'_>, class: ClassRef, name: &str) -> bool {
    matches!(class, ClassRef::Defined(..)) && file.class_name(class) == name
}
