//! `switch`, old and new, and patterns.

use examen_syntax::java::{Kind, Node};

use super::types::{AnnotationPlace, is_type};
use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::NodeId;

impl Builder<'_> {
    /// The selector, then the entries: one for each label, the last of them with the statements.
    pub(super) fn switch(&mut self, node: Node<'_>, label: Label) -> NodeId {
        let base = self.height();
        for part in parts(node) {
            if part.kind() == Kind::ParenthesizedExpression {
                self.push_condition(part);
            } else {
                parts(part).for_each(|entry| self.push_entries(entry));
            }
        }
        self.close(base, label, begin_of(node), end_of(node))
    }

    fn push_entries(&mut self, group: Node<'_>) {
        let mut base = self.height();
        let mut begin = begin_of(group);
        let mut colon = None;
        for child in group.children() {
            if child.kind() == Kind::SwitchLabel {
                if let Some(end) = colon.take() {
                    let id = self.close(base, Label::SwitchEntryStmt, begin, end);
                    self.push(id);
                    base = self.height();
                }
                begin = begin_of(child);
                self.push_label(child);
            } else if child.kind_name() == ":" {
                colon = Some(end_of(child));
            } else if let Some(statement) = self.statement(child) {
                self.push(statement);
            }
        }
        let id = self.close(base, Label::SwitchEntryStmt, begin, end_of(group));
        self.push(id);
    }

    fn push_label(&mut self, label: Node<'_>) {
        for part in parts(label) {
            let id = match part.kind() {
                Kind::Pattern => match parts(part).next() {
                    Some(pattern) => self.pattern(pattern),
                    None => continue,
                },
                Kind::Guard => match parts(part).next() {
                    Some(condition) => self.expression(condition),
                    None => continue,
                },
                _ => self.expression(part),
            };
            self.push(id);
        }
    }

    /// A pattern with a variable is like a parameter: the name first, then the type. One of a record has its type and the
    /// patterns of its components.
    pub(super) fn pattern(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        if node.kind() == Kind::RecordPattern {
            for part in parts(node) {
                if part.kind() == Kind::RecordPatternBody {
                    for component in parts(part) {
                        let id = self.pattern(component);
                        self.push(id);
                    }
                } else {
                    let id = self.class_type(part, &[]);
                    self.push(id);
                }
            }
            return self.close(base, Label::RecordPatternExpr, begin_of(node), end_of(node));
        }
        let name = parts(node).filter(|part| !is_type(part.kind())).last();
        let type_node = parts(node).find(|part| is_type(part.kind()));
        self.push_pattern_parts(name, type_node);
        self.close(base, Label::PatternExpr, begin_of(node), end_of(node))
    }

    pub(super) fn push_pattern_parts(&mut self, name: Option<Node<'_>>, type_node: Option<Node<'_>>) {
        if let Some(name) = name {
            let id = self.declarator_id(name, None);
            self.push(id);
        }
        if let Some(type_node) = type_node {
            let id = self.type_node(type_node, AnnotationPlace::Type);
            self.push(id);
        }
    }
}
