//! Q37: a comparison whose outcome an earlier one has settled.

use examen_semantics::python::SemanticFile;
use examen_semantics::python::flow::BlockId;
use examen_syntax::python::{Expr, ExprKind, Id, Node, UnaryOp};

use crate::python::support::difference_constraint::{DifferenceConstraint, Subject, difference_constraints};
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/redundant-comparison",
    number: 37,
    name: "Redundant comparison",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["useless-code", "external/cwe/cwe-561", "external/cwe/cwe-570", "external/cwe/cwe-571"],
    description: "A comparison that an earlier one implies or excludes always has the same outcome; perhaps another \
                  variable or bound was meant.",
    example: "def check(size):\n    if ⟨size < 10⟩:\n        if ⟦size > 20⟧:\n            raise ValueError\n",
    base_rate: BaseRate { answers: 136, plausible: 1530 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// How many earlier comparisons of the same values a comparison is held against.
const MAX_EARLIER: usize = 64;

/// One pair of operands of a comparison.
struct Test {
    expr: Id<Expr>,
    constraint: DifferenceConstraint,
    /// Where it is evaluated.
    block: BlockId,
    index: u32,
    /// The block that branches on it, unless it has further operands.
    branch: Option<BlockId>,
}

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_pair(file, |earlier, later, branch| {
        for outcome in [true, false] {
            if let Some(truth) = earlier.constraint.when(outcome).settles(later.constraint)
                && file.flow().controls(branch, outcome, later.block)
            {
                let message = format!("Test is always {truth}, because of an earlier condition.");
                out.add(file.span(later.expr), message).fact(file.span(whole(file, earlier.expr)), "earlier condition");
            }
        }
    });
}

/// Comparisons under another one of the same values that does not settle them.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut last = None;
    each_pair(file, |_, later, branch| {
        let is_under = [true, false].into_iter().any(|outcome| file.flow().controls(branch, outcome, later.block));
        if is_under && last.replace(later.expr) != Some(later.expr) {
            out.add(file.span(later.expr), "The earlier comparison leaves both outcomes open.");
        }
    });
}

/// Calls `visit` for each pair of comparisons of the same values, with the block that branches on the first.
fn each_pair(file: &SemanticFile<'_>, mut visit: impl FnMut(&Test, &Test, BlockId)) {
    let tests = tests(file);
    for same in tests.chunk_by(|a, b| a.constraint.subject == b.constraint.subject) {
        for (at, later) in same.iter().enumerate() {
            let earlier = same[..at].iter().rev().take(MAX_EARLIER).filter(|earlier| earlier.expr != later.expr);
            for earlier in earlier {
                if let Some(branch) = earlier.branch {
                    visit(earlier, later, branch);
                }
            }
        }
    }
}

/// The comparisons of variables with each other and with numbers, grouped by what is compared and in the order of
/// execution. Those in several copies of a `finally` are left out.
fn tests(file: &SemanticFile<'_>) -> Vec<Test> {
    let flow = file.flow();
    let mut tests = Vec::new();
    for comparison in file.comparisons() {
        difference_constraints(file, &comparison, |constraint| {
            let mut places = flow.places(comparison.expr);
            let (Some(place), None) = (places.next(), places.next()) else {
                return;
            };
            let is_whole = comparison.rest.len() == 1;
            let branch = is_whole.then(|| branch_on(file, place.block, comparison.expr)).flatten();
            tests.push(Test { expr: comparison.expr, constraint, block: place.block, index: place.index, branch });
        });
    }
    let key = |test: &Test| -> (Subject, BlockId, u32) { (test.constraint.subject, test.block, test.index) };
    tests.sort_by_key(key);
    tests
}

/// The block that branches on an expression: the one it is in, or the next one where it may raise.
fn branch_on(file: &SemanticFile<'_>, block: BlockId, expr: Id<Expr>) -> Option<BlockId> {
    let flow = file.flow();
    let next = flow.successors(block).iter().map(|edge| edge.to);
    std::iter::once(block).chain(next).find(|&block| flow.branch(block) == Some(expr))
}

/// The condition with the `not`s in front of it.
fn whole(file: &SemanticFile<'_>, expr: Id<Expr>) -> Id<Expr> {
    match file.model().parent(expr) {
        Some(Node::Expr(outer)) if matches!(file.tree()[outer].kind, ExprKind::Unary { op: UnaryOp::Not, .. }) => {
            whole(file, outer)
        }
        _ => expr,
    }
}
