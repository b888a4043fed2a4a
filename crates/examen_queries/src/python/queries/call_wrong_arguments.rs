//! Q5: a call whose number of arguments the function does not take fails when it is reached.

use std::cell::LazyCell;

use examen_semantics::python::{FileId, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{ExprKind, Function, Id, StmtKind};

use crate::python::support::call_arguments::{Arguments, callees};
use crate::python::support::called_functions::callees_of_finding;
use crate::python::support::mox;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/call/wrong-arguments",
    number: 5,
    name: "Wrong number of arguments in a call",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &["reliability", "correctness", "external/cwe/cwe-685"],
    description: "A function is called with more arguments than it takes, or with fewer than it needs. The call raises a \
                  TypeError.",
    example: "⟨def area(width, height):⟩\n    return width * height\n\n⟦area(3)⟧\n",
    base_rate: BaseRate { answers: 92, plausible: 23_615 },
    relevance: RelevanceRule::multi_hop(callees_of_finding),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let uses_mox = LazyCell::new(|| mox::is_used(file));
    for call in file.calls() {
        let callees = callees(file, &call);
        if callees.is_empty() {
            continue;
        }
        let arguments = Arguments::of(file, &call);
        for (function, bound) in callees {
            let Some(signature) = file.signature(function) else {
                continue;
            };
            let Some(misfit) = arguments.misfit(&signature, bound) else {
                continue;
            };
            let is_excused = file.function_name(function) == "__new__"
                || may_raise_not_implemented(file, function)
                || overrides_what_fits(file, function, &arguments)
                || (bound == 0 && file.class_holding(function).is_some() && *uses_mox);
            if !is_excused {
                let callee = file.described(function);
                let added = out.add(file.span(call.expr), misfit.message(&callee));
                if let Some((at, span)) = file.function_span(function) {
                    added.fact_in(at, span, callee);
                }
            }
        }
    }
}

/// Calls with a right number of arguments.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        let callees = callees(file, &call);
        let arguments = Arguments::of(file, &call);
        let fits = |&(function, bound): &(FunctionRef, usize)| {
            file.function_span(function).is_some()
                && file.signature(function).is_some_and(|signature| arguments.misfit(&signature, bound).is_none())
        };
        if let Some(&(function, _)) = callees.iter().find(|callee| fits(callee)) {
            let added = out.add(file.span(call.expr), "The function takes this number of arguments.");
            if let Some((at, span)) = file.function_span(function) {
                added.fact_in(at, span, file.described(function));
            }
        }
    }
}

/// Methods that stand for others often say so by raising `NotImplementedError`, and take any arguments.
fn may_raise_not_implemented(file: &SemanticFile<'_>, function: FunctionRef) -> bool {
    match function {
        FunctionRef::Defined(at, function) => raises_not_implemented(file, at, function),
        FunctionRef::Known(_) | FunctionRef::Lambda(_) => false,
    }
}

fn raises_not_implemented(file: &SemanticFile<'_>, at: FileId, function: Id<Function>) -> bool {
    let model = file.model_of(at);
    let tree = model.tree;
    let scope = model.function_scope(function);
    file.raises(at, scope).any(|stmt| {
        let StmtKind::Raise { exception: Some(exception), .. } = tree[stmt].kind else {
            return false;
        };
        let class = match tree[exception].kind {
            ExprKind::Call { function, .. } => function,
            _ => exception,
        };
        model.text(tree[class].span) == "NotImplementedError"
    })
}

/// Returns whether a base class has a method of the same name that would take the arguments.
fn overrides_what_fits(file: &SemanticFile<'_>, function: FunctionRef, arguments: &Arguments<'_>) -> bool {
    let Some(class) = file.class_holding(function) else {
        return false;
    };
    let name = file.function_name(function);
    file.mro(class).into_iter().skip(1).any(|base| {
        let Some(declared) = file.declared(base, name) else {
            return false;
        };
        declared.iter().any(|value| match value {
            Value::Function(overridden) => {
                file.signature(overridden).is_some_and(|signature| arguments.fit_method(&signature))
            }
            _ => false,
        })
    })
}
