//! Looking for something below a node.

use examen_syntax::python::{Id, List, Node, Stmt, Tree};

/// Returns whether some node below a node, at any depth and in any scope, is `wanted`.
pub(crate) fn contains(tree: &Tree, node: impl Into<Node>, wanted: &mut impl FnMut(Node) -> bool) -> bool {
    let mut found = false;
    tree.children(node.into(), &mut |child| found = found || wanted(child) || contains(tree, child, wanted));
    found
}

/// Returns whether a node or some node below it is `wanted`.
pub(crate) fn is_or_contains(tree: &Tree, node: impl Into<Node>, wanted: &mut impl FnMut(Node) -> bool) -> bool {
    let node = node.into();
    wanted(node) || contains(tree, node, wanted)
}

/// Returns whether some statement of a list, or some node below one, is `wanted`.
pub(crate) fn list_contains(tree: &Tree, list: List<Id<Stmt>>, wanted: &mut impl FnMut(Node) -> bool) -> bool {
    tree.list(list).iter().any(|&stmt| is_or_contains(tree, stmt, wanted))
}
