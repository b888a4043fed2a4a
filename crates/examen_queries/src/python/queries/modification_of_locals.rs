//! Q50: `locals()` gives a copy; what is written to it does not reach the variables.

use examen_semantics::python::{ScopeId, SemanticFile, Value};
use examen_syntax::python::{Context, Expr, ExprKind, Id};

use crate::python::support::imported::is_builtin;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/modification-of-locals",
    number: 50,
    name: "Modification of dictionary returned by locals()",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["reliability", "correctness"],
    description: "In a function the dictionary that `locals()` returns is a picture of the variables; changing it leaves \
                  them as they are.",
    example: "def fill(names):\n    for name in names:\n        ⟦locals()[name]⟧ = 0\n",
    base_rate: BaseRate { answers: 11, plausible: 402 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: Some(earlier_answers),
    negatives,
};

const MESSAGE: &str = "Modification of the locals() dictionary will have no effect on the local variables.";

/// At module level `locals()` is `globals()`, and writing to it works.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let module = file.model().module_scope();
    add_changes(file, |scope| scope != module, out);
}

/// The text of August 2021 knew no difference between a module and a function.
fn earlier_answers(file: &SemanticFile<'_>, out: &mut Findings) {
    add_changes(file, |_| true, out);
}

/// Adds what changes the result of `locals()` in some scopes.
fn add_changes(file: &SemanticFile<'_>, is_asked: impl Fn(ScopeId) -> bool, out: &mut Findings) {
    let model = file.model();
    if model.symbols().find("locals").is_none() {
        return;
    }
    for (expr, node) in file.exprs() {
        let object = match node.kind {
            ExprKind::Subscript { value, context: Context::Store | Context::Delete, .. } => value,
            ExprKind::Call { function, .. } => match file.attribute(function) {
                Some((object, "pop" | "popitem" | "update" | "clear")) => object,
                _ => continue,
            },
            _ => continue,
        };
        if is_asked(model.scope_of_expr(expr)) && file.flow().is_reachable(expr) && is_from_locals(file, object) {
            out.add(node.span, MESSAGE);
        }
    }
}

/// Returns what is only read, and what is written at module level.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    if file.model().symbols().find("locals").is_none() {
        return;
    }
    for call in file.calls().filter(|call| is_builtin(file, call.function, "locals")) {
        out.add(file.span(call.expr), "The dictionary is only read, or stands for the names of the module.");
    }
}

/// Returns whether an expression may be the result of a call of `locals`.
fn is_from_locals(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    file.values(expr).iter().any(|value| match value {
        Value::Instance(_, Some(made)) if made.file == file.id() => {
            file.call(made.expr).is_some_and(|call| is_builtin(file, call.function, "locals"))
        }
        _ => false,
    })
}
