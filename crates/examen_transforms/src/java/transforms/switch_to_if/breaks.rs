//! The jumps out of a switch.

use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use super::Switch;
use super::group::Group;
use crate::java::support::tidy_edits::removal;
use crate::java_method::{JavaMethod, insert, replace};

/// The jumps out of the switch behind which nothing is left to do in a statement: without them control gets to its end.
pub(super) fn tail_breaks<'t>(method: &JavaMethod<'t>, switch: Node<'t>, statement: Node<'t>) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut open = vec![statement];
    while let Some(node) = open.pop() {
        match node.kind() {
            Kind::BreakStatement => {
                let has_comment = node.children().any(|child| child.kind().is_comment());
                if !has_comment && method.model.jump_target(node) == Some(switch) {
                    found.push(node);
                }
            }
            Kind::Block => open.extend(last_statement(node)),
            Kind::IfStatement => {
                open.extend([Field::Consequence, Field::Alternative].iter().filter_map(|&it| node.child(it)));
            }
            Kind::SynchronizedStatement => open.extend(node.child(Field::Body)),
            // What a `finally` does comes last, but it does it also where an exception passes by.
            Kind::TryStatement | Kind::TryWithResourcesStatement => {
                let clauses = node.children().filter(|child| child.kind() == Kind::CatchClause);
                open.extend(std::iter::once(node).chain(clauses).filter_map(|part| part.child(Field::Body)));
            }
            _ => {}
        }
    }
    found
}

fn last_statement(block: Node<'_>) -> Option<Node<'_>> {
    let is_statement = |child: &Node<'_>| !child.kind().is_comment() && !matches!(child.kind_name(), "{" | "}");
    block.children().filter(is_statement).last()
}

/// The jumps that must leave by a label, since they are not the last thing that their group does.
pub(super) fn kept_breaks<'t>(method: &JavaMethod<'t>, switch: &Switch<'t>, groups: &[Group<'t>]) -> Vec<Node<'t>> {
    let mut removed: Vec<_> = groups.iter().flat_map(|group| &group.tail_breaks).map(|jump| jump.span()).collect();
    removed.sort_unstable();
    let jumps = method.model.jumps_to(switch.node).filter(|jump| jump.kind() == Kind::BreakStatement);
    jumps.filter(|jump| removed.binary_search(&jump.span()).is_err()).collect()
}

/// Takes a jump out, so that control gets to the end of the group.
pub(super) fn remove<'t>(method: &JavaMethod<'t>, jump: Node<'t>) -> Edit {
    match method.model.parent(jump).map(Node::kind) {
        Some(Kind::IfStatement) => replace(jump, "{ }"),
        _ => removal(method.source, jump.span()),
    }
}

/// Gives a jump a label, unless it has one.
pub(super) fn leave_by(jump: Node<'_>, label: &str) -> Option<Edit> {
    if jump.child_of_kind(Kind::Identifier).is_some() {
        return None;
    }
    let keyword = jump.children().next()?;
    Some(insert(keyword.span().end, format!(" {label}")))
}
