//! Q18: `self.assertTrue(a == b)` can only say that something was false, where `assertEqual(a, b)` shows both.

use examen_semantics::python::{Call, SemanticFile};
use examen_syntax::python::{CompareOp, ExprKind};

use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/imprecise-assert",
    number: 18,
    name: "Imprecise assert",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["maintainability", "testability"],
    description: "When `assertTrue` or `assertFalse` of a comparison fails, the report does not show what was compared; \
                  the assert method for that comparison shows it.",
    example: "class MathTest(TestCase):\n    def test_sum(self):\n        ⟦self.assertTrue(1 + 1 == 2)⟧\n",
    base_rate: BaseRate { answers: 967, plausible: 5473 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The argument is a comparison with one operator, and no second positional argument gives a message.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        if let Some((name, op)) = vague_assert(file, &call) {
            let (symbol, better) = (symbol(op), better_name(name, op));
            let message = format!("{name}(a {symbol} b) cannot show a and b when it fails; {better}(a, b) does.");
            out.add(file.span(call.expr), message);
        }
    }
}

/// The two methods with something else than a comparison, or with a message; and the methods that are more precise.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        let Some((_, name)) = file.attribute(call.function) else {
            continue;
        };
        if is_vague(name) && vague_assert(file, &call).is_none() {
            out.add(file.span(call.expr), "No single comparison is tested, or a message says what is wrong.");
        } else if COMPARISONS.iter().any(|&(_, _, holds, fails)| name == holds || name == fails) {
            out.add(file.span(call.expr), "The method shows what is compared.");
        }
    }
}

fn vague_assert<'p>(file: &SemanticFile<'p>, call: &Call) -> Option<(&'p str, CompareOp)> {
    let (first, rest) = file.list(call.arguments).split_first()?;
    let ExprKind::Compare { rest: comparisons, .. } = file.tree()[*first].kind else {
        return None;
    };
    let [comparison] = file.list(comparisons) else {
        return None;
    };
    // Behind a starred argument no position is known.
    let has_message = rest.first().is_some_and(|&second| !matches!(file.tree()[second].kind, ExprKind::Starred { .. }));
    let (_, name) = file.attribute(call.function)?;
    (!has_message && is_vague(name)).then_some((name, comparison.op))
}

fn is_vague(name: &str) -> bool {
    matches!(name, "assertTrue" | "assertFalse")
}

/// Operators with their symbol, the method to assert that they hold and the method to assert that they do not.
const COMPARISONS: [(CompareOp, &str, &str, &str); 10] = [
    (CompareOp::Equal, "==", "assertEqual", "assertNotEqual"),
    (CompareOp::Greater, ">", "assertGreater", "assertLessEqual"),
    (CompareOp::GreaterEqual, ">=", "assertGreaterEqual", "assertLess"),
    (CompareOp::In, "in", "assertIn", "assertNotIn"),
    (CompareOp::Is, "is", "assertIs", "assertIsNot"),
    (CompareOp::IsNot, "is not", "assertIsNot", "assertIs"),
    (CompareOp::Less, "<", "assertLess", "assertGreaterEqual"),
    (CompareOp::LessEqual, "<=", "assertLessEqual", "assertGreater"),
    (CompareOp::NotEqual, "!=", "assertNotEqual", "assertEqual"),
    (CompareOp::NotIn, "not in", "assertNotIn", "assertIn"),
];

fn symbol(op: CompareOp) -> &'static str {
    COMPARISONS.iter().find(|row| row.0 == op).map_or("", |row| row.1)
}

fn better_name(name: &str, op: CompareOp) -> &'static str {
    let row = COMPARISONS.iter().find(|row| row.0 == op);
    row.map_or("", |row| if name == "assertTrue" { row.2 } else { row.3 })
}
