//! Q20: `x == None` asks the operand's `__eq__`, where `x is None` asks which object it is.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{CompareOp, Comparison, ExprKind};

use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/test-equals-none",
    number: 20,
    name: "Testing equality to None",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["efficiency", "maintainability"],
    description: "Testing whether a value is None with `==` calls `__eq__`, which a class may define as it likes; `is` is \
                  meant and faster.",
    example: "if ⟦x == None⟧:\n    pass\n",
    base_rate: BaseRate { answers: 247, plausible: 29_960 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The first operator is `==` and some right operand is `None`: `None == x` and `!=` are not asked for.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        let rest = file.list(comparison.rest);
        if rest.first().is_some_and(|first| first.op == CompareOp::Equal) && has_none(file, rest) {
            out.add(file.span(comparison.expr), "Testing for None should use the 'is' operator.");
        }
    }
}

/// `is None`, and `==` with other operands.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for comparison in file.comparisons() {
        let rest = file.list(comparison.rest);
        let Some(first) = rest.first() else {
            continue;
        };
        let message = match first.op {
            CompareOp::Is | CompareOp::IsNot if has_none(file, &rest[..1]) => "None is tested with 'is'.",
            CompareOp::Equal if !has_none(file, rest) => "Neither operand is None.",
            _ => continue,
        };
        out.add(file.span(comparison.expr), message);
    }
}

fn has_none(file: &SemanticFile<'_>, rest: &[Comparison]) -> bool {
    rest.iter().any(|part| matches!(file.tree()[part.right].kind, ExprKind::None))
}
