//! Q23: a `pass` beside other statements does nothing, not even for the grammar.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Id, Node, Stmt, StmtKind};

use crate::python::support::literal::is_string_constant;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unnecessary-pass",
    number: 23,
    name: "Unnecessary pass",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code"],
    description: "A `pass` is needed only where a block would be empty; beside other statements it is noise, often left \
                  from an earlier version.",
    example: "def finish(self):\n    self.done = True\n    ⟦pass⟧\n",
    base_rate: BaseRate { answers: 181, plausible: 10_459 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    for (stmt, node) in file.stmts() {
        if matches!(node.kind, StmtKind::Pass) && is_unnecessary(file, stmt) {
            out.add(node.span, "Unnecessary 'pass' statement.");
        }
    }
}

/// A `pass` that is all there is in its block, or all but a docstring.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (stmt, node) in file.stmts() {
        if matches!(node.kind, StmtKind::Pass) && !is_unnecessary(file, stmt) {
            out.add(node.span, "The block needs a statement.");
        }
    }
}

fn is_unnecessary(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    match *file.siblings(stmt) {
        [] | [_] => false,
        [first, _] => !(is_in_body_of_scope(file, stmt) && is_string(file, first)),
        _ => true,
    }
}

fn is_in_body_of_scope(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    match file.model().parent(stmt) {
        None => true,
        Some(Node::Stmt(parent)) => {
            matches!(file.tree()[parent].kind, StmtKind::Function(_) | StmtKind::Class(_))
        }
        Some(_) => false,
    }
}

fn is_string(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    matches!(file.tree()[stmt].kind, StmtKind::Expr { value } if is_string_constant(file, value))
}
