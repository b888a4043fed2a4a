//! Q36: `NotImplemented` is a value for operators to return; raised, it is a `TypeError`.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Expr, Id, StmtKind};

use crate::python::support::imported::is_builtin;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/raise-not-implemented",
    number: 36,
    name: "NotImplemented is not an Exception",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["reliability", "maintainability"],
    description: "`NotImplemented` is no exception, so raising it fails with a TypeError that hides what was meant: \
                  `NotImplementedError`.",
    example: "def area(self):\n    raise ⟦NotImplemented⟧()\n",
    base_rate: BaseRate { answers: 26, plausible: 16_163 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for raised in raised(file) {
        if is_builtin(file, raised, "NotImplemented") {
            out.add(file.span(raised), "NotImplemented is not an Exception. Did you mean NotImplementedError?");
        }
    }
}

fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for raised in raised(file) {
        out.add(file.span(raised), "Something else than NotImplemented is raised.");
    }
}

/// Returns what the `raise` statements raise, without the call that makes it.
fn raised(file: &SemanticFile<'_>) -> impl Iterator<Item = Id<Expr>> {
    file.stmts().filter_map(|(_, node)| match node.kind {
        StmtKind::Raise { exception: Some(exception), .. } => {
            Some(file.call(exception).map_or(exception, |call| call.function))
        }
        _ => None,
    })
}
