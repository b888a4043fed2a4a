//! Q26: a comparison of two constants is itself a constant, and a puzzling one.

use examen_semantics::python::{Compare, SemanticFile};
use examen_syntax::python::{Node, StmtKind};

use crate::python::support::constant::is_constant;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/comparison-of-constants",
    number: 26,
    name: "Comparison of constants",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code", "external/cwe/cwe-570", "external/cwe/cwe-571"],
    description: "Comparing two constants always gives the same result; True or False would say it, and perhaps a \
                  variable was meant.",
    example: "if ⟦0 == 1⟧:\n    pass\n",
    base_rate: BaseRate { answers: 50, plausible: 34_429 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// Two neighbouring operands are constants. As the test of an `assert` that is a way to say "never here".
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        if compares_constants(file, &comparison) && !is_test_of_assert(file, &comparison) {
            out.add(file.span(comparison.expr), "Comparison of constants; use 'True' or 'False' instead.");
        }
    }
}

fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        if !compares_constants(file, &comparison) {
            out.add(file.span(comparison.expr), "An operand is not a constant.");
        }
    }
}

fn compares_constants(file: &SemanticFile<'_>, comparison: &Compare) -> bool {
    file.operand_pairs(comparison).any(|(left, _, right)| is_constant(file, left) && is_constant(file, right))
}

fn is_test_of_assert(file: &SemanticFile<'_>, comparison: &Compare) -> bool {
    let Some(Node::Stmt(stmt)) = file.model().parent(comparison.expr) else {
        return false;
    };
    matches!(file.tree()[stmt].kind, StmtKind::Assert { test, .. } if test == comparison.expr)
}
