//! The rules of Java.

use super::Relation;
use super::walk::Walk;

/// Looks at a node that is no token.
pub(super) fn visit(walk: &mut Walk<'_>, node: usize) {
    match walk.kind(node) {
        "variable_declarator" => walk.declaration(node),
        "assignment_expression" => assignment(walk, node),
        "update_expression" => walk.define_from_each(node, node, Relation::ComputedFrom),
        "if_statement" => if_statement(walk, node),
        "for_statement" => walk.in_loop(|walk| for_statement(walk, node)),
        "enhanced_for_statement" => walk.in_loop(|walk| enhanced_for_statement(walk, node)),
        "while_statement" => walk.in_loop(|walk| {
            walk.visit_children(node);
            walk.visit_children(node);
        }),
        _ => walk.visit_children(node),
    }
}

/// `left = right`, and the other operators too, of which none reads the left side.
fn assignment(walk: &mut Walk<'_>, node: usize) {
    let (Some(left), Some(right)) = (walk.tree.child(node, "left"), walk.tree.child(node, "right")) else {
        return walk.visit_children(node);
    };
    walk.visit(right);
    walk.define_from_each(left, right, Relation::ComputedFrom);
}

/// The first branch is read behind the condition. From an `else` on, or from an `if` without braces on, each child is read as if
/// it came first; so what was known before the statement is known behind it as well, with an `else` or without.
fn if_statement(walk: &mut Walk<'_>, node: usize) {
    let tree = walk.tree;
    let snapshot = walk.definitions.snapshot();
    let is_other = |&child: &usize| matches!(tree.nodes()[child].kind, "else" | "if_statement");
    let first_other = tree.children(node).find(is_other).unwrap_or(usize::MAX);
    for child in tree.children(node).filter(|&child| child < first_other) {
        walk.visit(child);
    }
    let mut ends = vec![walk.definitions.roll_back(snapshot)];
    for child in tree.children(node).filter(|&child| child >= first_other) {
        walk.visit(child);
        ends.push(walk.definitions.roll_back(snapshot));
    }
    // Without `else` the statement may be passed by; the word itself is read as a branch that does nothing.
    walk.join(&ends, true);
}

/// Read in full, and then once more from behind the declaration on. A loop that declares nothing is read once.
fn for_statement(walk: &mut Walk<'_>, node: usize) {
    let tree = walk.tree;
    walk.visit_children(node);
    let is_declaration = |&child: &usize| tree.nodes()[child].kind == "local_variable_declaration";
    for child in tree.children(node).skip_while(|child| !is_declaration(child)).skip(1) {
        walk.visit(child);
    }
}

/// The type of the variable is not looked at.
fn enhanced_for_statement(walk: &mut Walk<'_>, node: usize) {
    let [name, value, body] = ["name", "value", "body"].map(|part| walk.tree.child(node, part));
    let (Some(name), Some(value), Some(body)) = (name, value, body) else {
        return walk.visit_children(node);
    };
    for _ in 0..2 {
        walk.visit(value);
        walk.define_from_each(name, value, Relation::ComputedFrom);
        walk.visit(body);
    }
}
