//! Q34: the inner of two loops over the same variable changes what the rest of the outer one sees.

use examen_semantics::python::{SemanticFile, VariableId};
use examen_syntax::python::{Expr, Id, Node, Stmt, StmtKind};

use crate::python::support::contained::is_or_contains;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/nested-loops-with-same-variable",
    number: 34,
    name: "Nested loops with same variable",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "correctness"],
    description: "When a loop inside another stores to the same variable, what the outer loop does with it after the \
                  inner one is done with the wrong value.",
    example: "⟨for x in rows:⟩\n    ⟦for x in x.cells:⟧\n        show(x)\n    close(x)\n",
    base_rate: BaseRate { answers: 128, plausible: 7156 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_nesting(file, |inner, outer| {
        each_shared_variable(file, inner, outer, |variable| {
            if is_read_between(file, variable, inner, outer) {
                let name = file.model().name_of(variable);
                let message = format!("Nested for statement uses loop variable '{name}' of enclosing for statement.");
                out.add(file.header(inner.stmt), message).fact(file.header(outer.stmt), "for statement");
            }
        });
    });
}

/// Inner loops with variables of their own, or with a shared one that only they read.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_nesting(file, |inner, _| {
        out.add(file.header(inner.stmt), "No variable of an outer loop is lost.");
    });
}

#[derive(Clone, Copy)]
struct Loop {
    stmt: Id<Stmt>,
    target: Id<Expr>,
}

/// Calls `visit` for each loop with each loop in whose body, not `else`, it lies.
fn each_nesting(file: &SemanticFile<'_>, mut visit: impl FnMut(Loop, Loop)) {
    let tree = file.tree();
    for (stmt, node) in file.stmts() {
        let StmtKind::For { target, .. } = node.kind else {
            continue;
        };
        for outer in file.model().ancestors(stmt) {
            let Node::Stmt(outer) = outer else {
                continue;
            };
            if let StmtKind::For { target: outer_target, orelse, .. } = tree[outer].kind {
                let is_in_else =
                    file.list(orelse).first().is_some_and(|&first| file.span(first).start <= node.span.start);
                if !is_in_else {
                    visit(Loop { stmt, target }, Loop { stmt: outer, target: outer_target });
                }
            }
        }
    }
}

fn each_shared_variable(file: &SemanticFile<'_>, inner: Loop, outer: Loop, mut visit: impl FnMut(VariableId)) {
    let tree = file.tree();
    is_or_contains(tree, inner.target, &mut |node| {
        if let Some(variable) = stored(file, node)
            && is_or_contains(tree, outer.target, &mut |node| stored(file, node) == Some(variable))
        {
            visit(variable);
        }
        false
    });
}

fn stored(file: &SemanticFile<'_>, node: Node) -> Option<VariableId> {
    let Node::Expr(expr) = node else {
        return None;
    };
    file.model().definition_at(expr).map(|definition| file.model()[definition].variable)
}

/// Returns whether the outer loop reads the variable outside of the inner one.
fn is_read_between(file: &SemanticFile<'_>, variable: VariableId, inner: Loop, outer: Loop) -> bool {
    let (inner, outer) = (file.span(inner.stmt), file.span(outer.stmt));
    file.model()
        .uses(variable)
        .iter()
        .map(|&name| file.span(name))
        .any(|name| outer.contains(name) && !inner.contains(name))
}
