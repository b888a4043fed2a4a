//! Q42: at the end of a function its local variables go away by themselves.

use examen_semantics::python::{ScopeId, SemanticFile};
use examen_syntax::python::{Expr, ExprKind, Function, Id, List, Node, Stmt, StmtKind};

use crate::python::support::imported::is_member;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unnecessary-delete",
    number: 42,
    name: "Unnecessary delete statement in function",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "useless-code"],
    description: "A function's variables are given up when it returns; a `del` as its last statement only looks as if it \
                  were needed.",
    example: "⟨def size(path):⟩\n    data = read(path)\n    show(len(data))\n    ⟦del ⟨data⟩⟧\n",
    base_rate: BaseRate { answers: 81, plausible: 3904 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The last statement of a function deletes names. In a loop it may be there for the next round; and a variable with the
/// result of `sys.exc_info` is deleted to break a cycle.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut asking = None;
    for (_, function) in file.tree().all::<Function>() {
        let Some((del, targets)) = last_delete(file, function.body) else {
            continue;
        };
        let asking: &Vec<ScopeId> = asking.get_or_insert_with(|| scopes_asking_for_exception(file));
        if is_in_loop(file, del) || asking.contains(&file.model().scope_of_stmt(del)) {
            continue;
        }
        for &target in file.list(targets).iter().filter(|&&target| is_local(file, target)) {
            let (variable, name) = (file.code(target), file.text(function.name.span));
            let message = format!("Unnecessary deletion of local variable {variable} in function {name}.");
            let added = out.add(file.span(del), message);
            added.fact(file.span(target), variable).fact(file.header(function.stmt), name);
        }
    }
}

/// Deletions in functions that do something: they are not the last statement, or in a loop, or delete a part of something.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for (stmt, node) in file.stmts() {
        if matches!(node.kind, StmtKind::Delete { .. })
            && file.model().enclosing_function(file.model().scope_of_stmt(stmt)).is_some()
        {
            out.add(node.span, "The function goes on, or more than a variable is deleted.");
        }
    }
}

/// The `del` that ends a block, following the last part of its last statement.
fn last_delete(file: &SemanticFile<'_>, block: List<Id<Stmt>>) -> Option<(Id<Stmt>, List<Id<Expr>>)> {
    let last = *file.list(block).last()?;
    let last_part = match file.tree()[last].kind {
        StmtKind::Delete { targets } => return Some((last, targets)),
        StmtKind::If { branches, orelse } if orelse.is_empty() => file.list(branches).last()?.body,
        StmtKind::If { orelse, .. } => orelse,
        StmtKind::With { body, .. } => body,
        StmtKind::Try { body, handlers, orelse, finally, .. } => {
            let last_handler = file.list(handlers).last().map(|handler| handler.body);
            [Some(finally), Some(orelse), last_handler, Some(body)]
                .into_iter()
                .flatten()
                .find(|part| !part.is_empty())?
        }
        // What is in a loop is not asked for.
        _ => return None,
    };
    last_delete(file, last_part)
}

fn is_local(file: &SemanticFile<'_>, target: Id<Expr>) -> bool {
    !matches!(file.tree()[target].kind, ExprKind::Subscript { .. } | ExprKind::Attribute { .. })
}

/// Returns whether a statement is in a loop, be it one around the function.
fn is_in_loop(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    file.model().ancestors(stmt).any(|node| match node {
        Node::Stmt(outer) => matches!(file.tree()[outer].kind, StmtKind::For { .. } | StmtKind::While { .. }),
        _ => false,
    })
}

fn scopes_asking_for_exception(file: &SemanticFile<'_>) -> Vec<ScopeId> {
    file.calls()
        .filter(|call| is_member(file, call.function, "sys", &["exc_info"]))
        .map(|call| file.model().scope_of_expr(call.expr))
        .collect()
}
