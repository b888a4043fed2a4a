//! Q22: the first parameter of a method is `self`.

use examen_semantics::python::{FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Class, Expr, Function, Id, Node, ParameterKind, StmtKind};

use crate::python::support::class_members::is_zope_interface;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/not-named-self",
    number: 22,
    name: "First parameter of a method is not named 'self'",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "readability", "convention"],
    description: "The first parameter of a method is called something other than `self`, or there is none. Readers take \
                  the function for something else than a method.",
    example: "class Point:\n    ⟦def move(point, x):⟧\n        point.x += x\n",
    base_rate: BaseRate { answers: 302, plausible: 30_314 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (function, class) in methods(file) {
        let first = first_name(file, function);
        if first == Some("self") || is_exempt(file, function, class) {
            continue;
        }
        let message = match first {
            Some(name) => {
                format!("Normal methods should have 'self', rather than '{name}', as their first parameter.")
            }
            None => "Normal methods should have at least one parameter (the first of which should be 'self').".into(),
        };
        out.add(file.header(file.tree()[function].stmt), message);
    }
}

/// Methods with `self`.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (function, _) in methods(file) {
        if first_name(file, function) == Some("self") {
            out.add(file.header(file.tree()[function].stmt), "The first parameter is 'self'.");
        }
    }
}

/// The functions in class bodies.
fn methods(file: &SemanticFile<'_>) -> impl Iterator<Item = (Id<Function>, Id<Class>)> {
    let functions = file.tree().all::<Function>();
    functions.filter_map(|(function, _)| Some((function, file.model().class_of(function)?)))
}

/// The name of the first positional parameter; a tuple has none.
fn first_name<'p>(file: &SemanticFile<'p>, function: Id<Function>) -> Option<&'p str> {
    let first = file.list(file.tree()[function].parameters).first()?;
    let is_positional = matches!(first.kind, ParameterKind::Positional | ParameterKind::PositionalOnly);
    (is_positional && first.tuple.is_none()).then(|| file.text(first.name.span))
}

/// Returns whether a function is no method of instances, for all one can see.
fn is_exempt(file: &SemanticFile<'_>, function: Id<Function>, class: Id<Class>) -> bool {
    let node = &file.tree()[function];
    let name = file.text(node.name.span);
    if matches!(name, "__new__" | "__metaclass__" | "__init_subclass__" | "__class_getitem__")
        || file.list(node.parameters).iter().any(|parameter| parameter.kind == ParameterKind::Variadic)
    {
        return true;
    }
    let this = file.class_ref(class);
    let declared = file.declared(this, name).unwrap_or_default();
    !declared.functions().any(|declared| declared == FunctionRef::Defined(file.id(), function))
        || !file.is_new_style(this)
        || file.descends_from(this, "type")
        || is_called_in_class(file, function)
        || is_zope_interface(file, class)
}

/// Returns whether the class body itself calls the function, as a decorator or otherwise.
fn is_called_in_class(file: &SemanticFile<'_>, function: Id<Function>) -> bool {
    let model = file.model();
    let definition = model[model.function_definition(function)];
    let this = Value::Function(FunctionRef::Defined(file.id(), function));
    model.uses(definition.variable).iter().any(|&name| {
        model.scope_of_expr(name) == definition.scope
            && is_called(file, name)
            && file.values(name).iter().any(|value| value == this)
    })
}

fn is_called(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.model().parent(expr) {
        Some(Node::Expr(around)) => file.call(around).is_some_and(|call| call.function == expr),
        Some(Node::Stmt(around)) => {
            let decorators = match file.tree()[around].kind {
                StmtKind::Function(function) => file.tree()[function].decorators,
                StmtKind::Class(class) => file.tree()[class].decorators,
                _ => return false,
            };
            file.list(decorators).contains(&expr)
        }
        _ => false,
    }
}
