//! Where a statement stands, and what stands around it.

use examen_syntax::java::{Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java_method::{JavaMethod, insert};

/// Returns whether a statement is one of a list, so that another may stand beside it.
pub(crate) fn is_in_list<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> bool {
    let parent = method.model.parent(statement).map(Node::kind);
    parent.is_some_and(Kind::is_statement_list)
}

/// Returns whether nobody asks for the value of an expression that stands as a statement: in a switch expression `case
/// A -> a++;` has one.
pub(crate) fn is_discarded<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> bool {
    let parent = |node: Node<'t>| method.model.parent(node);
    let Some(rule) = parent(statement) else { return false };
    if rule.kind() != Kind::SwitchRule {
        return true;
    }
    let switch_parent = parent(rule).and_then(parent).and_then(parent).map(Node::kind);
    switch_parent.is_some_and(Kind::is_statement_parent)
}

/// The statement together with all labels before it.
pub(crate) fn with_labels<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> Node<'t> {
    let mut outermost = statement;
    while let Some(label) = method.model.label_of(outermost) {
        outermost = label;
    }
    outermost
}

/// Puts a declaration before a statement, with braces around both where only one statement may stand.
pub(crate) fn declare_before<'t>(method: &JavaMethod<'t>, statement: Node<'t>, declaration: &str) -> Vec<Edit> {
    let Span { start, end } = statement.span();
    if is_in_list(method, statement) {
        return vec![insert(start, format!("{declaration}\n{}", method.indentation(start)))];
    }
    vec![insert(start, format!("{{ {declaration} ")), insert(end, " }")]
}

/// Returns whether there is a comment in a node.
pub(crate) fn has_comment(node: Node<'_>) -> bool {
    node.descendants().any(|part| part.kind().is_comment())
}

/// The lists of statements of a method, each without its comments and labels of a `switch`; outer ones first.
pub(crate) fn statement_lists<'t>(method: &JavaMethod<'t>) -> impl Iterator<Item = Vec<Node<'t>>> {
    let is_list = |node: &Node<'_>| node.kind().is_statement_list();
    let is_statement = |node: &Node<'_>| node.kind() != Kind::SwitchLabel && !node.kind().is_comment();
    let lists = method.method.node.descendants().filter(is_list);
    lists.map(move |list| list.named_children().filter(is_statement).collect())
}
