//! Q43: only exceptions can be raised.

use examen_semantics::python::{ClassRef, SemanticFile, Version};
use examen_syntax::python::{Expr, Id, StmtKind};

use crate::python::support::imported::is_builtin;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/illegal-raise",
    number: 43,
    name: "Illegal raise",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "correctness", "types"],
    description: "A `raise` statement raises something whose class does not descend from `BaseException`. What is raised \
                  instead is a TypeError.",
    example: "def check(value):\n    if not value:\n        ⟦raise \"no value\"⟧\n",
    base_rate: BaseRate { answers: 58, plausible: 9992 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (stmt, node) in file.stmts() {
        let StmtKind::Raise { exception: Some(exception), .. } = node.kind else {
            continue;
        };
        for class in file.raised_classes(file.id(), stmt) {
            if !is_exception(file, class) && !file.has_failed(class) && !is_not_implemented(file, exception) {
                let name = file.class_name(class);
                out.add(
                    node.header,
                    format!("Illegal class '{name}' raised; will result in a TypeError being raised instead."),
                );
            }
        }
    }
}

/// Returns what is known to be an exception.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (stmt, node) in file.stmts() {
        if !matches!(node.kind, StmtKind::Raise { exception: Some(_), .. }) {
            continue;
        }
        if let Some(&class) = file.raised_classes(file.id(), stmt).iter().find(|&&class| is_exception(file, class)) {
            out.add(node.header, format!("Class '{}' is an exception.", file.class_name(class)));
        }
    }
}

/// Python 2 also lets objects of old-style classes and tuples pass.
fn is_exception(file: &SemanticFile<'_>, class: ClassRef) -> bool {
    file.descends_from(class, "BaseException")
        || !file.is_new_style(class)
        || (file.version() == Version::Python2 && file.built_in_class("tuple") == Some(class))
}

/// `raise NotImplemented` and `raise NotImplemented()` are another query's.
fn is_not_implemented(file: &SemanticFile<'_>, exception: Id<Expr>) -> bool {
    let raised = file.call(exception).map_or(exception, |call| call.function);
    is_builtin(file, raised, "NotImplemented")
}
