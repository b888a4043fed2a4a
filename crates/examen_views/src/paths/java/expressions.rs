//! Expressions with operators.

use examen_syntax::java::{Kind, Node};

use super::types::{AnnotationPlace, is_type};
use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, NodeId};

impl Builder<'_> {
    /// A whole expression: one that nothing but a bracket, a comma or a statement's end stops.
    ///
    /// The parser reads `->` and `::` behind a whole expression, so that a conditional or a cast that ends with a lambda
    /// or a method reference comes out in another shape.
    pub(super) fn expression(&mut self, node: Node<'_>) -> NodeId {
        if matches!(node.kind(), Kind::TernaryExpression | Kind::CastExpression)
            && let Some(tail) = super::lambdas::tail(node)
        {
            return self.with_tail(node, tail);
        }
        self.operand(node)
    }

    pub(super) fn operand(&mut self, node: Node<'_>) -> NodeId {
        match node.kind() {
            Kind::AssignmentExpression => self.operation(node, Label::of_assignment),
            Kind::BinaryExpression => self.operation(node, Label::of_binary),
            Kind::UnaryExpression => self.unary(node),
            Kind::UpdateExpression => self.update(node),
            Kind::TernaryExpression => {
                let base = self.height();
                for part in parts(node) {
                    let id = self.expression(part);
                    self.push(id);
                }
                self.close_from_first(base, Label::ConditionalExpr, end_of(node))
            }
            Kind::InstanceofExpression => self.instance_of(node),
            Kind::CastExpression => self.cast(node),
            Kind::LambdaExpression => self.lambda(node),
            Kind::MethodReference => self.method_reference(node),
            Kind::SwitchExpression => self.switch(node, Label::SwitchExpr),
            _ => self.primary(node),
        }
    }

    /// Makes a node of what lies on the stack from `base` on; it begins where the first of them does.
    pub(super) fn close_from_first(&mut self, base: usize, label: Label, end: u32) -> NodeId {
        let begin = self.stack.get(base).map_or(0, |&first| self.begin(first));
        self.close(base, label, begin, end)
    }

    /// Two operands around an operator.
    fn operation(&mut self, node: Node<'_>, label_of: fn(&str) -> Label) -> NodeId {
        let base = self.height();
        let mut label = Label::BinaryPlus;
        for child in node.children() {
            match child.kind() {
                Kind::Token => label = label_of(child.kind_name()),
                Kind::LineComment | Kind::BlockComment | Kind::Error => {}
                // The value of an assignment is a whole expression.
                _ if node.kind() == Kind::AssignmentExpression => {
                    let id = self.expression(child);
                    self.push(id);
                }
                _ => {
                    let id = self.operand(child);
                    self.push(id);
                }
            }
        }
        self.close_from_first(base, label, end_of(node))
    }

    fn unary(&mut self, node: Node<'_>) -> NodeId {
        let Some(operand) = parts(node).next() else { return self.leaf(Label::NameExpr, node) };
        let sign = node.children().next().map_or("", Node::kind_name);
        let extent = Extent::of(node.span());
        if sign == "-" && operand.kind() == Kind::DecimalIntegerLiteral {
            match self.text(operand) {
                "2147483648" => return self.fixed(Label::IntegerLiteralMinValueExpr, extent, "-2147483648"),
                "9223372036854775808L" | "9223372036854775808l" => {
                    return self.fixed(Label::LongLiteralMinValueExpr, extent, "-9223372036854775808L");
                }
                _ => {}
            }
        }
        let operand = self.operand(operand);
        self.tree.add(Label::of_prefix(sign), extent, std::iter::once(operand))
    }

    fn update(&mut self, node: Node<'_>) -> NodeId {
        let Some(operand) = parts(node).next() else { return self.leaf(Label::NameExpr, node) };
        let operator = node.children().find(|child| child.kind() == Kind::Token);
        let Some(operator) = operator else { return self.leaf(Label::NameExpr, node) };
        let is_before = begin_of(operator) < begin_of(operand);
        let operand = self.operand(operand);
        let label = match (operator.kind_name(), is_before) {
            (sign, true) => Label::of_prefix(sign),
            ("++", false) => Label::UnaryPosIncrement,
            _ => Label::UnaryPosDecrement,
        };
        let begin = if is_before { begin_of(node) } else { self.begin(operand) };
        self.tree.add(label, Extent { begin, end: end_of(node) }, std::iter::once(operand))
    }

    /// The expression and the type, or a pattern with a name.
    fn instance_of(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut parts = parts(node);
        if let Some(left) = parts.next() {
            let left = self.operand(left);
            self.push(left);
        }
        let (right, name) = (parts.next(), parts.next());
        match (right, name) {
            (Some(pattern), _) if pattern.kind() == Kind::RecordPattern => {
                let id = self.pattern(pattern);
                self.push(id);
            }
            (Some(right), Some(name)) => {
                let pattern = self.height();
                self.push_pattern_parts(Some(name), Some(right));
                let id = self.close(pattern, Label::PatternExpr, begin_of(right), end_of(name));
                self.push(id);
            }
            (Some(right), None) => {
                let id = self.type_node(right, AnnotationPlace::Type);
                self.push(id);
            }
            (None, _) => {}
        }
        self.close_from_first(base, Label::InstanceOfExpr, end_of(node))
    }

    fn cast(&mut self, node: Node<'_>) -> NodeId {
        let Some(value) = parts(node).filter(|part| !is_type(part.kind())).last() else {
            return self.leaf(Label::NameExpr, node);
        };
        let value = self.operand(value);
        self.cast_around(node, &[value], end_of(node))
    }

    /// A cast with its children behind the type. Of several types the parser makes two casts: one to all but the last,
    /// and around it one to the last.
    pub(super) fn cast_around(&mut self, node: Node<'_>, children: &[NodeId], end: u32) -> NodeId {
        let begin = begin_of(node);
        let base = self.height();
        for part in parts(node).filter(|part| is_type(part.kind())) {
            let id = self.type_node(part, AnnotationPlace::Type);
            self.push(id);
        }
        if self.height() - base < 2 {
            self.stack.extend_from_slice(children);
            return self.close(base, Label::CastExpr, begin, end);
        }
        let last = self.stack.pop();
        let types = self.close(base, Label::IntersectionType, begin, end);
        self.push(types);
        self.stack.extend_from_slice(children);
        let inner = self.close(base, Label::CastExpr, begin, end);
        self.stack.extend(last);
        self.push(inner);
        self.close(base, Label::CastExpr, begin, end)
    }
}
