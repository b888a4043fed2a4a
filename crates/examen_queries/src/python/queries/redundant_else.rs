//! Q30: the `else` of a loop is skipped only by a `break`; without one it might as well follow the loop.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Id, List, Node, Stmt, StmtKind};

use crate::python::support::contained::list_contains;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/redundant-else",
    number: 30,
    name: "Unnecessary 'else' clause in loop",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code"],
    description: "The `else` clause of a loop runs unless the loop is left by `break`. In a loop without `break` it always \
                  runs, so it only makes readers look for one.",
    example: "def total(items):\n    ⟦for item in items:⟧\n        add(item)\n    else:\n        report()\n",
    base_rate: BaseRate { answers: 217, plausible: 23_274 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (keyword, stmt, body, orelse) in loops(file) {
        if !orelse.is_empty() && !has_break(file, body) {
            let message =
                format!("This '{keyword}' statement has a redundant 'else' as no 'break' is present in the body.");
            out.add(file.header(stmt), message);
        }
    }
}

/// Loops with `else` and `break`, and loops without `else`.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (_, stmt, body, orelse) in loops(file) {
        if orelse.is_empty() {
            out.add(file.header(stmt), "The loop has no 'else'.");
        } else if has_break(file, body) {
            out.add(file.header(stmt), "A 'break' skips the 'else'.");
        }
    }
}

type Loop = (&'static str, Id<Stmt>, List<Id<Stmt>>, List<Id<Stmt>>);

fn loops(file: &SemanticFile<'_>) -> impl Iterator<Item = Loop> {
    file.stmts().filter_map(|(stmt, node)| match node.kind {
        StmtKind::For { body, orelse, .. } => Some(("for", stmt, body, orelse)),
        StmtKind::While { body, orelse, .. } => Some(("while", stmt, body, orelse)),
        _ => None,
    })
}

/// Returns whether there is a `break` anywhere in the body, be it that of an inner loop.
fn has_break(file: &SemanticFile<'_>, body: List<Id<Stmt>>) -> bool {
    let tree = file.tree();
    list_contains(
        tree,
        body,
        &mut |node| matches!(node, Node::Stmt(stmt) if matches!(tree[stmt].kind, StmtKind::Break)),
    )
}
