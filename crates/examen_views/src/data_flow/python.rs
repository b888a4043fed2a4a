//! The rules of Python.

use super::Relation;
use super::walk::Walk;

/// Looks at a node that is no token.
pub(super) fn visit(walk: &mut Walk<'_>, node: usize) {
    match walk.kind(node) {
        "default_parameter" => walk.declaration(node),
        "assignment" | "augmented_assignment" => assignment(walk, node),
        "for_in_clause" => for_in_clause(walk, node),
        "if_statement" => if_statement(walk, node),
        "for_statement" => walk.in_loop(|walk| for_statement(walk, node)),
        "while_statement" => walk.in_loop(|walk| {
            walk.visit_children(node);
            walk.visit_children(node);
        }),
        _ => clauses_first(walk, node),
    }
}

/// A declaration without a value is not looked at.
fn assignment(walk: &mut Walk<'_>, node: usize) {
    let Some(right) = walk.tree.child(node, "right") else { return };
    let Some(left) = walk.tree.child(node, "left") else { return clauses_first(walk, node) };
    assign_pairs(walk, left, right);
}

/// Of `for x in a, b` only `b` is looked at.
fn for_in_clause(walk: &mut Walk<'_>, node: usize) {
    let (Some(left), Some(last)) = (walk.tree.child(node, "left"), walk.tree.children(node).last()) else {
        return clauses_first(walk, node);
    };
    walk.visit(last);
    assign(walk, left, last);
}

/// All clauses are read as if they came first. What was known before is known behind unless there is an `else`.
fn if_statement(walk: &mut Walk<'_>, node: usize) {
    let tree = walk.tree;
    let snapshot = walk.definitions.snapshot();
    let (clauses, own): (Vec<usize>, Vec<usize>) =
        tree.children(node).partition(|&child| matches!(tree.nodes()[child].kind, "elif_clause" | "else_clause"));
    for child in own {
        walk.visit(child);
    }
    let mut ends = vec![walk.definitions.roll_back(snapshot)];
    let has_else = clauses.iter().any(|&clause| walk.kind(clause) == "else_clause");
    for clause in clauses {
        walk.visit(clause);
        ends.push(walk.definitions.roll_back(snapshot));
    }
    walk.join(&ends, !has_else);
}

/// The body is looked at where it ends the statement, so not before an `else`.
fn for_statement(walk: &mut Walk<'_>, node: usize) {
    let tree = walk.tree;
    let (Some(left), Some(right)) = (tree.child(node, "left"), tree.child(node, "right")) else {
        return clauses_first(walk, node);
    };
    for _ in 0..2 {
        assign_pairs(walk, left, right);
        if let Some(last) = tree.children(node).last().filter(|&last| tree.nodes()[last].kind == "block") {
            walk.visit(last);
        }
    }
}

/// Assigns side by side where both sides have as many parts, commas aside, whatever the parts are: `a.b = c.d` is `a = c`,
/// `b = d`. Otherwise all that is on the left is made of all that is on the right.
fn assign_pairs(walk: &mut Walk<'_>, left: usize, right: usize) {
    let [mut lefts, mut rights] = [left, right].map(|side| {
        let mut parts = walk.parts(side);
        parts.retain(|&part| walk.kind(part) != ",");
        parts
    });
    if lefts.len() != rights.len() || lefts.is_empty() {
        (lefts, rights) = (vec![left], vec![right]);
    }
    for &right in &rights {
        walk.visit(right);
    }
    for (left, right) in lefts.into_iter().zip(rights) {
        assign(walk, left, right);
    }
}

/// Each name on the left is computed from all variables on the right.
fn assign(walk: &mut Walk<'_>, left: usize, right: usize) {
    let sources: Vec<usize> = walk.variables(right).into_iter().map(|(token, _)| token).collect();
    for (token, name) in walk.variables(left) {
        walk.note(token, Relation::ComputedFrom, sources.clone());
        walk.definitions.define(name, token);
    }
}

/// Looks at the loops of a comprehension before its value, and at all else in order.
fn clauses_first(walk: &mut Walk<'_>, node: usize) {
    let tree = walk.tree;
    let is_clause = |child: &usize| tree.nodes()[*child].kind == "for_in_clause";
    for child in tree.children(node).filter(is_clause) {
        walk.visit(child);
    }
    for child in tree.children(node).filter(|child| !is_clause(child)) {
        walk.visit(child);
    }
}
