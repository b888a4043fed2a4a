//! Q39: a condition that is a constant decides nothing.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Branch, Expr, ExprKind, Id, List, Stmt, StmtKind};

use crate::python::support::constant::is_constant;
use crate::python::support::imported::is_builtin;
use crate::python::support::reachability::{is_unreachable, literal_truth};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/constant-conditional-expression",
    number: 39,
    name: "Constant in conditional expression or statement",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code", "external/cwe/cwe-561", "external/cwe/cwe-570", "external/cwe/cwe-571"],
    description: "A test that is always true or always false can go, or was meant to be another one.",
    example: "if ⟦True⟧:\n    start()\n",
    base_rate: BaseRate { answers: 171, plausible: 33_785 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The test of an `if`, `elif` or conditional expression is constant. Where that leaves code that cannot be reached, the
/// code is at fault, not the test.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_test(file, |test, disabled| {
        if is_fixed(file, test) && !disabled() {
            out.add(file.span(test), "Testing a constant will always give the same result.");
        }
    });
}

/// Conditions that vary, and constant ones that switch code off.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_test(file, |test, _| {
        let message =
            if is_fixed(file, test) { "The test switches code off." } else { "The test depends on something." };
        out.add(file.span(test), message);
    });
}

/// Calls `visit` for each test, with a way to ask whether some code under it cannot be reached.
fn each_test(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Expr>, &dyn Fn() -> bool)) {
    for (_, node) in file.stmts() {
        let StmtKind::If { branches, orelse } = node.kind else {
            continue;
        };
        for (at, branch) in file.list(branches).iter().enumerate() {
            visit(branch.test, &|| {
                starts_unreachable(file, branch.body) || is_rest_unreachable(file, branches, at, orelse)
            });
        }
    }
    for (_, node) in file.exprs() {
        match node.kind {
            ExprKind::Conditional { test, .. } => visit(test, &|| false),
            ExprKind::DictComprehension { clauses, .. }
            | ExprKind::Generator { clauses, .. }
            | ExprKind::ListComprehension { clauses, .. }
            | ExprKind::SetComprehension { clauses, .. } => {
                for &test in file.list(clauses).iter().flat_map(|clause| file.list(clause.conditions)) {
                    visit(test, &|| literal_truth(file, test) == Some(false));
                }
            }
            _ => {}
        }
    }
}

/// Returns whether what follows a branch, the next `elif` or the `else`, cannot be reached.
fn is_rest_unreachable(file: &SemanticFile<'_>, branches: List<Branch>, at: usize, orelse: List<Id<Stmt>>) -> bool {
    let tree = file.tree();
    match tree.ids(branches).nth(at + 1) {
        Some(next) => {
            let is_ruled_out = |branch: &Branch| literal_truth(file, branch.test) == Some(true);
            !file.flow().is_reachable(next) || tree.list(branches)[..=at].iter().any(is_ruled_out)
        }
        None => starts_unreachable(file, orelse),
    }
}

fn starts_unreachable(file: &SemanticFile<'_>, body: List<Id<Stmt>>) -> bool {
    file.list(body).first().is_some_and(|&first| is_unreachable(file, first))
}

fn is_fixed(file: &SemanticFile<'_>, test: Id<Expr>) -> bool {
    match file.tree()[test].kind {
        ExprKind::Name { .. } => is_builtin(file, test, "NotImplemented"),
        // The usual tests, which are looked into for nothing.
        ExprKind::Call { .. } => false,
        _ => is_constant(file, test),
    }
}
