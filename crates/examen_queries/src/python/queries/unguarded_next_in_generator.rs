//! Q52: in a generator the `StopIteration` of `next()` ends the generator itself.

use examen_semantics::python::{Call, DefinitionKind, FunctionRef, ScopeKind, SemanticFile, Value};
use examen_syntax::python::{Expr, Id, Node, StmtKind};

use crate::python::support::caught;
use crate::python::support::contained::is_or_contains;
use crate::python::support::imported::is_builtin;
use crate::python::support::passed_test::passed_tests;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unguarded-next-in-generator",
    number: 52,
    name: "Unguarded next in generator",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "portability"],
    description: "At the end of the iterator `next()` raises `StopIteration`, which ends the generator around it without \
                  notice, and since Python 3.7 with an error.",
    example: "def pairs(items):\n    items = iter(items)\n    while True:\n        yield ⟦next(items)⟧, ⟦next(items)⟧\n",
    base_rate: BaseRate { answers: 57, plausible: 1376 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in calls_of_next(file) {
        if is_in_generator(file, &call) && !has_default(file, &call) && !is_guarded(file, &call) {
            out.add(file.span(call.expr), "Call to next() in a generator.");
        }
    }
}

/// Calls with a default, guarded ones, and those outside generators.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in calls_of_next(file) {
        let message = if !is_in_generator(file, &call) {
            "No generator is ended."
        } else if has_default(file, &call) {
            "There is a default."
        } else {
            "The end of the iterator is taken care of."
        };
        out.add(file.span(call.expr), message);
    }
}

fn calls_of_next(file: &SemanticFile<'_>) -> impl Iterator<Item = Call> {
    let is_named = file.model().symbols().find("next").is_some();
    let calls = is_named.then(|| file.calls()).into_iter().flatten();
    calls.filter(|call| {
        !call.arguments.is_empty()
            && may_be_next(file, call.function)
            && file.flow().is_reachable(call.expr)
            && file.is_executed(file.id(), file.model().scope_of_expr(call.expr))
    })
}

/// Returns whether an expression may be the built-in `next`; a module may define another one for old versions of Python.
fn may_be_next(file: &SemanticFile<'_>, function: Id<Expr>) -> bool {
    let is_next = |value| matches!(value, Value::Function(function @ FunctionRef::Known(_)) if file.function_name(function) == "next");
    file.name(function) == Some("next") && file.values(function).iter().any(is_next)
        || is_builtin(file, function, "next")
}

/// Returns whether a call is directly in a generator function, not in a comprehension in it.
fn is_in_generator(file: &SemanticFile<'_>, call: &Call) -> bool {
    let model = file.model();
    let scope = &model[model.scope_of_expr(call.expr)];
    let mut around = model.ancestors(call.expr).map_while(|node| match node {
        Node::Expr(expr) => Some(expr),
        Node::Stmt(_) | Node::Pattern(_) => None,
    });
    scope.is_generator
        && !matches!(scope.kind, ScopeKind::Comprehension(_))
        && !around.any(|expr| file.is_comprehension(expr))
}

fn has_default(file: &SemanticFile<'_>, call: &Call) -> bool {
    let mut names = file.list(call.keywords).iter().filter_map(|keyword| keyword.name);
    call.arguments.len() > 1 || names.any(|name| file.text(name.span) == "default")
}

/// Returns whether `StopIteration` is handled around a call, or the iterator is made of something that was tested
/// before.
fn is_guarded(file: &SemanticFile<'_>, call: &Call) -> bool {
    let mut around = file.model().ancestors(call.expr).filter_map(|node| match node {
        Node::Stmt(stmt) => Some(file.tree()[stmt].kind),
        Node::Expr(_) | Node::Pattern(_) => None,
    });
    let is_handled = around.by_ref().take_while(|kind| !matches!(kind, StmtKind::Function(_))).any(|kind| match kind {
        StmtKind::Try { handlers, .. } => {
            file.list(handlers).iter().any(|handler| caught::names(file, handler, "StopIteration"))
        }
        _ => false,
    });
    is_handled || file.list(call.arguments).first().is_some_and(|&iterator| is_of_tested(file, iterator))
}

/// Returns whether a name holds `iter(sequence)`, made where `sequence` had passed a test.
fn is_of_tested(file: &SemanticFile<'_>, iterator: Id<Expr>) -> bool {
    let (model, ssa) = (file.model(), file.ssa());
    let Some(value) = ssa.value_at(iterator) else {
        return false;
    };
    let reaching = ssa.reaching(value);
    let &[definition] = &reaching.definitions[..] else {
        return false;
    };
    let DefinitionKind::Assign { value, .. } = model[definition].kind else {
        return false;
    };
    let Some(call) = file.call(value).filter(|call| is_builtin(file, call.function, "iter")) else {
        return false;
    };
    let Some(&sequence) = file.list(call.arguments).first() else {
        return false;
    };
    let (Some(place), Some(value)) = (file.flow().place_of(sequence), ssa.value_at(sequence)) else {
        return false;
    };
    let mut is_same = |node| matches!(node, Node::Expr(expr) if ssa.value_at(expr) == Some(value));
    passed_tests(file.flow(), place.block).any(|passed| is_or_contains(file.tree(), passed.test, &mut is_same))
}
