//! Q3: a function that returns nothing gives None, which is seldom what a caller wants.

use std::cell::LazyCell;

use examen_semantics::python::knowledge::knowledge;
use examen_semantics::python::{Call, FileId, FunctionRef, ScopeKind, SemanticFile};
use examen_syntax::python::{ExprKind, Function, Id, Node, StmtKind};

use crate::python::support::call_arguments::callees;
use crate::python::support::called_functions::callees_of_finding;
use crate::python::support::mox;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/procedure-return-value-used",
    number: 3,
    name: "Use of the return value of a procedure",
    hops: Hops::Multi,
    severity: Severity::Warning,
    tags: &["maintainability"],
    description: "The result of a function without a return statement is used, and is always None. Either the function \
                  should return something or the caller expects too much.",
    example: "⟨def greet(name):⟩\n    print(name)\n\nmessage = ⟦greet('you')⟧\n",
    base_rate: BaseRate { answers: 249, plausible: 16_785 },
    relevance: RelevanceRule::multi_hop(callees_of_finding),
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let uses_mox = LazyCell::new(|| mox::is_used(file));
    for call in file.calls() {
        if !is_used(file, &call) {
            continue;
        }
        let procedures = match procedures(file, &call) {
            Some(procedures) if !*uses_mox => procedures,
            _ => continue,
        };
        for function in procedures {
            let name = file.function_name(function);
            let added =
                out.add(file.span(call.expr), format!("The result of '{name}' is used even though it is always None."));
            if let Some((at, span)) = file.function_span(function) {
                added.fact_in(at, span, file.described(function));
            }
        }
    }
}

/// Used calls of functions that return a value.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    for call in file.calls() {
        if !is_used(file, &call) {
            continue;
        }
        for (function, _) in callees(file, &call) {
            let FunctionRef::Defined(at, id) = function else {
                continue;
            };
            let tree = file.model_of(at).tree;
            if file.returns(at, id).any(|&stmt| matches!(tree[stmt].kind, StmtKind::Return { value: Some(_) })) {
                let added = out.add(file.span(call.expr), "The function returns a value.");
                if let Some((at, span)) = file.function_span(function) {
                    added.fact_in(at, span, file.described(function));
                }
            }
        }
    }
}

/// The functions a call may reach, when there are some and each of them is a procedure.
fn procedures(file: &SemanticFile<'_>, call: &Call) -> Option<Vec<FunctionRef>> {
    let callees = callees(file, call);
    let is_procedure = |&(function, _): &(FunctionRef, usize)| match function {
        FunctionRef::Defined(at, id) => is_procedure(file, at, id),
        FunctionRef::Known(id) => knowledge().function(id).is_procedure,
        FunctionRef::Lambda(_) => false,
    };
    (!callees.is_empty() && callees.iter().all(is_procedure))
        .then(|| callees.into_iter().map(|(function, _)| function).collect())
}

/// A function that ends by falling off its end only.
fn is_procedure(file: &SemanticFile<'_>, at: FileId, function: Id<Function>) -> bool {
    let model = file.model_of(at);
    !model.tree[function].is_async
        && !model[model.function_scope(function)].is_generator
        && file.returns(at, function).next().is_none()
        && file.falls_off_end(at, function)
}

/// Returns whether something is done with the value of a call: part of another call, an attribute or a subscript, or
/// all that a statement works on. A function's only `return` of it passes it on without asking.
fn is_used(file: &SemanticFile<'_>, call: &Call) -> bool {
    let tree = file.tree();
    let mut below = call.expr;
    for node in file.model().ancestors(call.expr) {
        match node {
            Node::Expr(expr) => match tree[expr].kind {
                ExprKind::Call { .. } | ExprKind::Attribute { .. } | ExprKind::Subscript { .. } => return true,
                ExprKind::Lambda { .. } => return false,
                ExprKind::DictComprehension { clauses, .. }
                | ExprKind::Generator { clauses, .. }
                | ExprKind::ListComprehension { clauses, .. }
                | ExprKind::SetComprehension { clauses, .. } => {
                    let is_worked_on = |clause: &examen_syntax::python::Comprehension| {
                        clause.iter == below || tree.list(clause.conditions).contains(&below)
                    };
                    return below == call.expr && tree.list(clauses).iter().any(is_worked_on);
                }
                _ => below = expr,
            },
            Node::Stmt(stmt) => {
                return below == call.expr
                    && match tree[stmt].kind {
                        StmtKind::Expr { .. } | StmtKind::Function(_) | StmtKind::Class(_) => false,
                        StmtKind::Return { .. } => !is_only_return(file, call),
                        _ => true,
                    };
            }
            Node::Pattern(_) => return false,
        }
    }
    false
}

fn is_only_return(file: &SemanticFile<'_>, call: &Call) -> bool {
    match file.model()[file.model().scope_of_expr(call.expr)].kind {
        ScopeKind::Function(function) => file.all_returns(file.id(), function).len() == 1,
        _ => true,
    }
}
