//! The groups of a switch: labels with the statements behind them.

use examen_syntax::java::{Kind, Node};

use super::Switch;
use super::breaks::tail_breaks;
use crate::java_method::JavaMethod;

/// `case A: case B: …` or `case A, B -> …`.
pub(super) struct Group<'t> {
    pub(super) labels: Vec<Label<'t>>,
    /// All statements, empty ones included; comments are none.
    pub(super) statements: Vec<Node<'t>>,
    /// Where the last of them ends.
    pub(super) end: u32,
    /// Whether control runs on into the next group.
    pub(super) falls: bool,
    /// The jumps out of the switch that are the last thing the group does.
    pub(super) tail_breaks: Vec<Node<'t>>,
    /// The only statement besides such a jump, if it is a block.
    pub(super) block: Option<Node<'t>>,
}

/// `case A, B` or `default`.
pub(super) struct Label<'t> {
    pub(super) node: Node<'t>,
    /// The colon or arrow.
    pub(super) separator: Node<'t>,
    pub(super) values: Vec<Node<'t>>,
}

impl<'t> Label<'t> {
    fn of(node: Node<'t>, separator: Node<'t>) -> Self {
        let values = node.named_children().filter(|child| !child.kind().is_comment()).collect();
        Self { node, separator, values }
    }

    pub(super) fn is_default(&self) -> bool {
        self.values.is_empty()
    }
}

impl<'t> Group<'t> {
    pub(super) fn values(&self) -> impl Iterator<Item = Node<'t>> {
        self.labels.iter().flat_map(|label| label.values.iter().copied())
    }

    pub(super) fn has_default(&self) -> bool {
        self.labels.iter().any(Label::is_default)
    }
}

/// The groups in order; labels without statements belong to those behind them.
pub(super) fn groups_of<'t>(method: &JavaMethod<'t>, switch: &Switch<'t>) -> Result<Vec<Group<'t>>, &'static str> {
    let mut groups = Vec::new();
    let mut labels = Vec::new();
    let is_group = |node: &Node<'t>| matches!(node.kind(), Kind::SwitchBlockStatementGroup | Kind::SwitchRule);
    for node in switch.block.named_children().filter(is_group) {
        let mut statements = Vec::new();
        let mut label = None;
        for child in node.children() {
            match child.kind() {
                Kind::SwitchLabel => label = Some(child),
                _ if child.kind().is_comment() => {}
                Kind::Token if child.kind_name() != ";" => {
                    labels.extend(label.take().map(|label| Label::of(label, child)));
                }
                _ => statements.push(child),
            }
        }
        if statements.is_empty() {
            continue;
        }
        let falls = node.kind() == Kind::SwitchBlockStatementGroup && method.model.can_complete(node);
        groups.push(group(method, switch, std::mem::take(&mut labels), statements, falls));
    }
    if !labels.is_empty() {
        groups.push(group(method, switch, labels, Vec::new(), false));
    }
    let Some(last) = groups.last_mut() else { return Err("no-labels") };
    if last.falls {
        // Control runs out of the switch, not into a group.
        let statements = std::mem::take(&mut last.statements);
        *last = group(method, switch, std::mem::take(&mut last.labels), statements, false);
    }
    let is_new = |value: Node<'t>| {
        matches!(
            value.kind(),
            Kind::Pattern | Kind::Guard | Kind::NullLiteral | Kind::RecordPattern | Kind::TypePattern
        )
    };
    if groups.iter().flat_map(Group::values).any(is_new) {
        return Err("pattern-or-null-label");
    }
    Ok(groups)
}

fn group<'t>(
    method: &JavaMethod<'t>,
    switch: &Switch<'t>,
    labels: Vec<Label<'t>>,
    statements: Vec<Node<'t>>,
    falls: bool,
) -> Group<'t> {
    let tail_breaks = match statements.last() {
        // Where control may run on, the end of the group is not the end of the switch.
        Some(&last) if !falls => tail_breaks(method, switch.node, last),
        _ => Vec::new(),
    };
    let block = match statements[..] {
        [block] => Some(block),
        [block, jump] if tail_breaks.contains(&jump) => Some(block),
        _ => None,
    };
    let block = block.filter(|block| block.kind() == Kind::Block);
    let end = statements.last().map_or(0, |last| last.span().end);
    Group { labels, statements, end, falls, tail_breaks, block }
}
