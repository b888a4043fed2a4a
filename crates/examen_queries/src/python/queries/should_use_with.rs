//! Q46: `with` closes a resource by itself, where `try` and `finally` only closes it.

use examen_semantics::python::{Call, ClassRef, SemanticFile, Value};
use examen_syntax::python::{Expr, Id, StmtKind};

use crate::{BaseRate, FactBlocks, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/should-use-with",
    number: 46,
    name: "Should use a 'with' statement",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "readability", "convention"],
    description: "A `finally` block does nothing but close an object that could be used in a `with` statement, which says \
                  the same in fewer lines.",
    example: "file = open(\"x.txt\")\ntry:\n    text = file.read()\nfinally:\n    ⟦file.close()⟧\n",
    base_rate: BaseRate { answers: 309, plausible: 446 },
    relevance: RelevanceRule { facts: FactBlocks::Ignored, ..RelevanceRule::SINGLE_HOP },
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (call, object, is_alone) in closing_calls(file) {
        if is_alone && let Some(class) = context_manager(file, object) {
            let name = file.class_name(class);
            let message = format!(
                "Instance of context-manager class {name} is closed in a finally block. Consider using 'with' statement."
            );
            out.add(file.span(call.expr), message).fact_at(file.class_span(class), format!("class {name}"));
        }
    }
}

/// Where more is done than to close, or nothing says that the object is a context manager.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (call, _, is_alone) in closing_calls(file) {
        let message = if is_alone {
            "The object is not known to be a context manager."
        } else {
            "The finally block does not only close the object."
        };
        out.add(file.span(call.expr), message);
    }
}

/// `object.close()` as a statement of a `finally` block, the object, and whether it is the only statement there.
fn closing_calls(file: &SemanticFile<'_>) -> Vec<(Call, Id<Expr>, bool)> {
    let mut calls = Vec::new();
    for (_, node) in file.stmts() {
        let StmtKind::Try { finally, .. } = node.kind else {
            continue;
        };
        for &stmt in file.list(finally) {
            if let StmtKind::Expr { value } = file.tree()[stmt].kind
                && let Some(call) = file.call(value)
                && let Some((object, "close")) = file.attribute(call.function)
            {
                calls.push((call, object, finally.len() == 1));
            }
        }
    }
    calls
}

/// The class of all values of an expression, when they have one and it is a context manager.
fn context_manager(file: &SemanticFile<'_>, object: Id<Expr>) -> Option<ClassRef> {
    let values = file.values(object);
    let mut known = values.iter().filter(|&value| !is_unknown(file, value));
    let class = file.class_of_value(known.next()?)?;
    let is_one = known.all(|value| file.class_of_value(value) == Some(class));
    let has = |name: &str| file.mro(class).into_iter().any(|class| file.declares(class, name));
    (is_one && has("__enter__") && has("__exit__")).then_some(class)
}

/// Results of what is not known are nothing that could speak against a class.
fn is_unknown(file: &SemanticFile<'_>, value: Value) -> bool {
    match value {
        Value::Decorated(..) => true,
        Value::External(path) => file.external_path(path).ends_with("()"),
        _ => false,
    }
}
