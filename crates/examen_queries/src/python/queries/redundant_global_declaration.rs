//! Q49: at module level every variable is global already.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::StmtKind;

use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/redundant-global-declaration",
    number: 49,
    name: "Use of 'global' at module level",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code"],
    description: "The `global` statement makes a function use a variable of its module. Outside of functions it has no \
                  effect.",
    example: "⟦global count⟧\ncount = 0\n",
    base_rate: BaseRate { answers: 13, plausible: 1119 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let model = file.model();
    for (stmt, node) in file.stmts() {
        let StmtKind::Global { names } = node.kind else {
            continue;
        };
        if model.scope_of_stmt(stmt) != model.module_scope() {
            continue;
        }
        for name in file.list(names) {
            let name = file.text(name.span);
            out.add(node.span, format!("Declaring '{name}' as global at module-level is redundant."));
        }
    }
}

/// Declarations in functions and classes.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (_, node) in file.stmts() {
        if matches!(node.kind, StmtKind::Global { .. }) {
            out.add(node.span, "The declaration is not at module level.");
        }
    }
}
