//! Q28: a loop that never looks at what it iterates over.

use examen_semantics::python::{Definition, DefinitionKind, SemanticFile, VariableId};
use examen_syntax::Span;
use examen_syntax::python::{Context, Expr, ExprKind, Id, List, Node, Stmt, StmtKind};

use crate::python::support::acceptable_name::is_acceptable_when_unused;
use crate::python::support::contained::{contains, is_or_contains};
use crate::python::support::imported::is_builtin;
use crate::python::support::literal::is_integer;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/unused-loop-variable",
    number: 28,
    name: "Suspicious unused loop iteration variable",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["maintainability", "correctness"],
    description: "A loop whose body does not use the variable does the same for each element; often another variable is \
                  used by mistake.",
    example: "def show(items, item_count):\n    ⟦for item in items:⟧\n        print(item_count, end=\" \")\n        flush(item_count)\n",
    base_rate: BaseRate { answers: 215, plausible: 22_890 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// Comprehensions of more clauses are not asked about: each is a loop in the one before it, and the work grows with their square.
const MOST_CLAUSES: usize = 20;

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_loop(file, |found| {
        let Some(variable) = found.variable(file) else {
            return;
        };
        if is_suspicious(file, &found, variable) {
            let name = file.model().name_of(variable);
            let message = if is_deleted(file, &found, variable) {
                format!("For loop variable '{name}' is deleted, but not used, in the loop body.")
            } else {
                format!("For loop variable '{name}' is not used in the loop body.")
            };
            out.add(found.span, message);
        }
    });
}

/// Loops whose variable is used.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_loop(file, |found| {
        if found.variable(file).is_some_and(|variable| is_accessed(file, &found, variable)) {
            out.add(found.span, "The variable is used in the loop.");
        }
    });
}

/// A `for` statement, or a `for` clause of a list, set or dict comprehension.
struct Loop<'p> {
    /// The header, or the whole comprehension.
    span: Span,
    target: Id<Expr>,
    iter: Id<Expr>,
    body: Body<'p>,
}

/// What is done for each element.
enum Body<'p> {
    Stmts {
        body: List<Id<Stmt>>,
        stmt: Id<Stmt>,
    },
    /// Conditions, clauses behind it and elements of a comprehension.
    Exprs(&'p [Id<Expr>]),
}

impl Loop<'_> {
    /// The one variable of the loop.
    fn variable(&self, file: &SemanticFile<'_>) -> Option<VariableId> {
        matches!(file.tree()[self.target].kind, ExprKind::Name { .. }).then(|| file.model().variable_of(self.target))?
    }

    fn body_contains(&self, file: &SemanticFile<'_>, wanted: &mut impl FnMut(Node) -> bool) -> bool {
        match self.body {
            Body::Stmts { body, .. } => file.list(body).iter().any(|&stmt| is_or_contains(file.tree(), stmt, wanted)),
            Body::Exprs(exprs) => exprs.iter().any(|&expr| is_or_contains(file.tree(), expr, wanted)),
        }
    }
}

/// Calls `visit` for each loop; generator expressions are not asked for, since what reads them decides how far they go.
fn each_loop(file: &SemanticFile<'_>, mut visit: impl FnMut(Loop<'_>)) {
    for (stmt, node) in file.stmts() {
        if let StmtKind::For { target, iter, body, .. } = node.kind {
            visit(Loop { span: node.header, target, iter, body: Body::Stmts { body, stmt } });
        }
    }
    let mut parts = Vec::new();
    for (_, node) in file.exprs() {
        let (clauses, elements) = match node.kind {
            ExprKind::ListComprehension { element, clauses } | ExprKind::SetComprehension { element, clauses } => {
                (clauses, [Some(element), None])
            }
            ExprKind::DictComprehension { key, value, clauses } => (clauses, [Some(key), Some(value)]),
            _ => continue,
        };
        let clauses = file.list(clauses);
        if clauses.len() > MOST_CLAUSES {
            continue;
        }
        for (at, clause) in clauses.iter().enumerate() {
            parts.clear();
            parts.extend(elements.into_iter().flatten());
            parts.extend(file.list(clause.conditions));
            for inner in &clauses[at + 1..] {
                parts.extend([inner.target, inner.iter]);
                parts.extend(file.list(inner.conditions));
            }
            visit(Loop { span: node.span, target: clause.target, iter: clause.iter, body: Body::Exprs(&parts) });
        }
    }
}

fn is_suspicious(file: &SemanticFile<'_>, found: &Loop<'_>, variable: VariableId) -> bool {
    !is_acceptable_when_unused(file.model().name_of(variable))
        && !is_range(file, found.iter)
        && !is_accessed(file, found, variable)
        && !matches!(found.body, Body::Stmts { body, stmt } if has_other_purpose(file, stmt, body))
        && !repeats_constant(file, found)
}

/// Returns whether a loop does nothing, is left in its first round, or counts.
fn has_other_purpose(file: &SemanticFile<'_>, stmt: Id<Stmt>, body: List<Id<Stmt>>) -> bool {
    let tree = file.tree();
    let body = file.list(body);
    let is_empty = matches!(*body, [only] if matches!(tree[only].kind, StmtKind::Pass));
    let ends = body.last().is_some_and(|&last| matches!(tree[last].kind, StmtKind::Return { .. } | StmtKind::Break));
    let mut is_continue = |node| matches!(node, Node::Stmt(stmt) if matches!(tree[stmt].kind, StmtKind::Continue));
    is_empty || body.iter().any(|&stmt| is_increment(file, stmt)) || ends && !contains(tree, stmt, &mut is_continue)
}

/// Returns whether the variable is read or stored to in the body; a deletion does not count.
fn is_accessed(file: &SemanticFile<'_>, found: &Loop<'_>, variable: VariableId) -> bool {
    let model = file.model();
    let is_access = |expr: Id<Expr>| {
        model.variable_of(expr) == Some(variable)
            && !matches!(file.tree()[expr].kind, ExprKind::Name { context: Context::Delete })
    };
    found.body_contains(file, &mut |node| matches!(node, Node::Expr(expr) if is_access(expr)))
        || definitions_in_body(file, found, variable).any(|kind| !matches!(kind, DefinitionKind::Delete { .. }))
}

fn is_deleted(file: &SemanticFile<'_>, found: &Loop<'_>, variable: VariableId) -> bool {
    definitions_in_body(file, found, variable).any(|kind| matches!(kind, DefinitionKind::Delete { .. }))
}

/// Returns how the body of a `for` statement defines the variable, be it by an import or a function.
fn definitions_in_body(
    file: &SemanticFile<'_>,
    found: &Loop<'_>,
    variable: VariableId,
) -> impl Iterator<Item = DefinitionKind> {
    let model = file.model();
    let body = match found.body {
        Body::Stmts { body, .. } => file.list(body),
        Body::Exprs(_) => &[],
    };
    let span = match body {
        [first, .., last] => file.span(*first).cover(file.span(*last)),
        [only] => file.span(*only),
        [] => Span::default(),
    };
    // They stand in the order of the text, and one name may be that of a hundred thousand loops.
    let definitions = model.definitions_of(variable);
    let first = definitions.partition_point(|&id| model[id].name.start < span.start);
    let from = definitions[first..].iter().map(|&id| &model[id]);
    let inside = from.take_while(move |definition| definition.name.start < span.end);
    inside.filter(move |definition| span.contains(definition.name)).map(|definition| definition.kind)
}

/// Returns whether something is a call of `range`, under whatever definition of that name, or a list of one.
fn is_range(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    let Some(call) = file.call(expr) else {
        return false;
    };
    matches!(file.name(call.function), Some("range" | "xrange"))
        || is_builtin(file, call.function, "list")
            && file.list(call.arguments).first().is_some_and(|&argument| is_range(file, argument))
}

/// `n += 1` with any operator, or `n = n + 1`.
fn is_increment(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    match file.tree()[stmt].kind {
        StmtKind::AugAssign { value, .. } => is_integer(file, value),
        StmtKind::Assign { targets, value } => {
            let ExprKind::Binary { left, right, .. } = file.tree()[value].kind else {
                return false;
            };
            let target = file.list(targets).first().and_then(|&target| file.model().variable_of(target));
            is_integer(file, right) && target.is_some() && file.model().variable_of(left) == target
        }
        _ => false,
    }
}

/// Returns whether the body is one statement with a literal and without variables that change: it does the same thing
/// that many times, as in `queue.put(None)`.
fn repeats_constant(file: &SemanticFile<'_>, found: &Loop<'_>) -> bool {
    let is_short = match found.body {
        Body::Stmts { body, .. } => body.len() == 1,
        Body::Exprs(_) => true,
    };
    is_short
        && found.body_contains(file, &mut |node| matches!(node, Node::Expr(expr) if is_literal(file, expr)))
        && !found.body_contains(file, &mut |node| matches!(node, Node::Expr(expr) if changes(file, expr)))
}

/// A constant, or a string; what is interpolated in it is looked at on its own.
fn is_literal(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    matches!(
        file.tree()[expr].kind,
        ExprKind::False | ExprKind::None | ExprKind::Number | ExprKind::String { .. } | ExprKind::True
    )
}

/// Returns whether an expression reads a local variable that is defined more than once, or in a loop.
fn changes(file: &SemanticFile<'_>, expr: Id<Expr>) -> bool {
    let model = file.model();
    // What a comprehension iterates over is a variable of the function that CodeQL makes of it.
    if file.is_comprehension(expr) {
        return true;
    }
    let is_read =
        matches!(file.tree()[expr].kind, ExprKind::Name { context: Context::Load }) || model.is_augmented(expr);
    if !is_read {
        return false;
    }
    let Some(variable) = model.variable_of(expr) else {
        return false;
    };
    let module = model.module_scope();
    if model.scope_of_expr(expr) == module || model[variable].scope == module {
        return false;
    }
    let definitions = model.definitions_of(variable).iter().map(|&id| &model[id]);
    let mut definitions = definitions.filter(|definition| !matches!(definition.kind, DefinitionKind::Delete { .. }));
    definitions.clone().nth(1).is_some() || definitions.any(|definition| is_in_loop(file, definition))
}

fn is_in_loop(file: &SemanticFile<'_>, definition: &Definition) -> bool {
    matches!(definition.kind, DefinitionKind::Comprehension { .. })
        || file.stmts().any(|(_, node)| {
            matches!(node.kind, StmtKind::For { .. } | StmtKind::While { .. }) && node.span.contains(definition.name)
        })
}
