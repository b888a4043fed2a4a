//! Q33: under `python -O` an assert does not run, and neither does what it was meant to do by the way.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Expr, ExprKind, Id, Node, Stmt, StmtKind};

use crate::python::support::contained::is_or_contains;
use crate::python::support::imported::is_member;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/side-effect-in-assert",
    number: 33,
    name: "An assert statement has a side-effect",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "maintainability"],
    description: "Assert statements are left out when Python optimises. If their expressions do something beside \
                  testing, the program then behaves differently.",
    example: "⟦assert ⟨queue.pop()⟩ == first⟧\n",
    base_rate: BaseRate { answers: 116, plausible: 9366 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for stmt in asserts(file) {
        if !has_side_effect(file, stmt) {
            continue;
        }
        file.tree().walk(stmt.into(), &mut |node| {
            if let Node::Expr(expr) = node
                && acts(file, expr)
            {
                let message = "This 'assert' statement contains an expression which may have side effects.";
                out.add(file.span(stmt), message).fact(file.span(expr), "an expression");
            }
        });
    }
}

fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for stmt in asserts(file) {
        if !has_side_effect(file, stmt) {
            out.add(file.span(stmt), "Nothing in it is likely to have a side effect.");
        }
    }
}

fn asserts(file: &SemanticFile<'_>) -> impl Iterator<Item = Id<Stmt>> {
    file.stmts().filter(|(_, node)| matches!(node.kind, StmtKind::Assert { .. })).map(|(stmt, _)| stmt)
}

fn has_side_effect(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    is_or_contains(file.tree(), stmt, &mut |node| matches!(node, Node::Expr(expr) if acts(file, expr)))
}

fn acts(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    match file.tree()[expr].kind {
        ExprKind::Yield { .. } => {
            !file.model().ancestors(expr).any(|node| matches!(node, Node::Expr(expr) if file.is_comprehension(expr)))
        }
        ExprKind::YieldFrom { .. } => true,
        ExprKind::Call { function, .. } => {
            let name = file.attribute(function).map(|(_, name)| name).or_else(|| file.name(function));
            name.is_some_and(is_name_of_action)
                || is_member(file, function, "subprocess", &["call", "check_call", "check_output"])
        }
        _ => false,
    }
}

fn is_name_of_action(name: &str) -> bool {
    matches!(name, "append" | "close" | "delete" | "discard" | "exit" | "open" | "pop" | "print" | "remove" | "write")
}
