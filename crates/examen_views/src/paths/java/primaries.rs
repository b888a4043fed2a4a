//! Names, literals, calls, accesses, creations.

use examen_syntax::java::{Kind, Node};

use super::types::{AnnotationPlace, brackets, is_type};
use super::{Builder, begin_of, end_of, few_parts, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, LeafText, NodeId};

impl Builder<'_> {
    pub(super) fn primary(&mut self, node: Node<'_>) -> NodeId {
        match node.kind() {
            Kind::This => self.leaf(Label::ThisExpr, node),
            Kind::Super => self.leaf(Label::SuperExpr, node),
            Kind::MethodInvocation => self.call(node),
            Kind::FieldAccess => self.field_access(node),
            Kind::ArrayAccess => {
                let base = self.height();
                for (at, part) in parts(node).enumerate() {
                    let id = if at == 0 { self.operand(part) } else { self.expression(part) };
                    self.push(id);
                }
                self.close_from_first(base, Label::ArrayAccessExpr, end_of(node))
            }
            Kind::ParenthesizedExpression => {
                let base = self.height();
                self.push_condition(node);
                self.close(base, Label::EnclosedExpr, begin_of(node), end_of(node))
            }
            Kind::ObjectCreationExpression => self.object_creation(node),
            Kind::ArrayCreationExpression => self.array_creation(node),
            Kind::ArrayInitializer | Kind::ElementValueArrayInitializer => self.array_initializer(node),
            Kind::ClassLiteral => self.class_literal(node),
            Kind::TemplateExpression => {
                let base = self.height();
                for part in parts(node) {
                    let id = self.operand(part);
                    self.push(id);
                }
                self.close_from_first(base, Label::TemplateExpr, end_of(node))
            }
            kind => {
                let label = self.literal_label(kind, node);
                self.leaf(label, node)
            }
        }
    }

    fn literal_label(&self, kind: Kind, node: Node<'_>) -> Label {
        match kind {
            Kind::StringLiteral => Label::StringLiteralExpr,
            Kind::CharacterLiteral => Label::CharLiteralExpr,
            Kind::True | Kind::False => Label::BooleanLiteralExpr,
            Kind::NullLiteral => Label::NullLiteralExpr,
            Kind::DecimalFloatingPointLiteral | Kind::HexFloatingPointLiteral => Label::DoubleLiteralExpr,
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral => {
                if self.text(node).ends_with(['l', 'L']) {
                    Label::LongLiteralExpr
                } else {
                    Label::IntegerLiteralExpr
                }
            }
            _ => Label::NameExpr,
        }
    }

    pub(super) fn push_arguments(&mut self, list: Node<'_>) {
        for part in parts(list) {
            let id = self.expression(part);
            self.push(id);
        }
    }

    /// Scope, type arguments, a placeholder, arguments, name.
    fn call(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (all, count) = few_parts(node);
        let [before @ .., name, arguments] = &all[..count] else { return self.leaf(Label::NameExpr, node) };
        let (scope, type_arguments) = match before {
            [scope @ .., last] if last.kind() == Kind::TypeArguments => (scope, Some(last)),
            _ => (before, None),
        };
        if let Some(id) = self.scope(scope) {
            self.push(id);
        }
        let begin = self.stack.get(base).map_or_else(|| begin_of(*name), |&scope| self.begin(scope));
        if let Some(type_arguments) = type_arguments {
            self.push_type_arguments(*type_arguments);
        }
        self.push_placeholder();
        self.push_arguments(*arguments);
        self.push_leaf(Label::NameExpr, *name);
        self.close(base, Label::MethodCallExpr, begin, end_of(node))
    }

    /// What stands before the dot: an expression, `super`, or `Outer.super`.
    fn scope(&mut self, scope: &[Node<'_>]) -> Option<NodeId> {
        let (object, rest) = scope.split_first()?;
        let object = self.operand(*object);
        let Some(outer_super) = rest.iter().find(|part| part.kind() == Kind::Super) else { return Some(object) };
        Some(self.wrapped(Label::SuperExpr, object, end_of(*outer_super)))
    }

    /// Scope, a placeholder, name.
    fn field_access(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (all, count) = few_parts(node);
        let Some((field, scope)) = all[..count].split_last() else { return self.leaf(Label::NameExpr, node) };
        let Some(scope) = self.scope(scope) else { return self.leaf(Label::NameExpr, node) };
        if field.kind() == Kind::This {
            return self.wrapped(Label::ThisExpr, scope, end_of(node));
        }
        self.push(scope);
        self.push_placeholder();
        self.push_leaf(Label::NameExpr, *field);
        self.close_from_first(base, Label::FieldAccessExpr, end_of(node))
    }

    /// Scope, type, type arguments, arguments, the members of an anonymous class.
    fn object_creation(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut is_past_new = false;
        let (mut created, mut type_arguments, mut arguments, mut body) = (None, None, None, None);
        let mut begin = begin_of(node);
        for child in node.children() {
            match child.kind() {
                Kind::Token => is_past_new |= child.kind_name() == "new",
                Kind::LineComment | Kind::BlockComment | Kind::Error => {}
                _ if !is_past_new => {
                    let scope = self.operand(child);
                    begin = self.begin(scope);
                    self.push(scope);
                }
                Kind::TypeArguments => type_arguments = Some(child),
                Kind::ArgumentList => arguments = Some(child),
                Kind::ClassBody => body = Some(child),
                kind if is_type(kind) => created = Some(child),
                _ => {}
            }
        }
        if let Some(created) = created {
            let id = self.type_node(created, AnnotationPlace::Scope);
            self.push(id);
        }
        if let Some(type_arguments) = type_arguments {
            self.push_type_arguments(type_arguments);
        }
        if let Some(arguments) = arguments {
            self.push_arguments(arguments);
        }
        if let Some(body) = body {
            self.push_members(body);
        }
        self.close(base, Label::ObjectCreationExpr, begin, end_of(node))
    }

    /// Levels, element type, values. All levels have the extent of the whole.
    fn array_creation(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let extent = Extent::of(node.span());
        let (mut element, mut values, mut annotations) = (None, None, Vec::new());
        for part in parts(node) {
            match part.kind() {
                Kind::Annotation | Kind::MarkerAnnotation => annotations.push(part),
                Kind::DimensionsExpr => self.push_level(Some(part), extent),
                Kind::Dimensions => {
                    for _ in brackets(part) {
                        self.push_level(None, extent);
                    }
                }
                Kind::ArrayInitializer => values = Some(part),
                kind if is_type(kind) => element = Some(part),
                _ => {}
            }
        }
        if let Some(element) = element {
            let id = self.type_node(element, AnnotationPlace::Type);
            self.push(id);
            // The parser drops those of a class.
            if self.tree.node(id).label == Label::PrimitiveType {
                for annotation in annotations {
                    let child = self.annotation(annotation);
                    self.tree.append_child(id, child);
                }
            }
        }
        if let Some(values) = values {
            let id = self.array_initializer(values);
            self.push(id);
        }
        self.close(base, Label::ArrayCreationExpr, extent.begin, extent.end)
    }

    fn push_level(&mut self, dimension: Option<Node<'_>>, extent: Extent) {
        let base = self.height();
        let mut annotations = Vec::new();
        for part in dimension.into_iter().flat_map(parts) {
            if matches!(part.kind(), Kind::Annotation | Kind::MarkerAnnotation) {
                annotations.push(part);
            } else {
                let id = self.expression(part);
                self.push(id);
            }
        }
        self.push_annotations(&annotations);
        let id = self.close(base, Label::ArrayCreationLevel, extent.begin, extent.end);
        self.tree.node_mut(id).text = LeafText::Fixed("[]");
        self.push(id);
    }

    pub(super) fn array_initializer(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let is_annotation = node.kind() == Kind::ElementValueArrayInitializer;
        for part in parts(node) {
            let id = if is_annotation { self.element_value(part) } else { self.initializer_value(part) };
            self.push(id);
        }
        let id = self.close(base, Label::ArrayInitializerExpr, begin_of(node), end_of(node));
        self.tree.node_mut(id).text = LeafText::Fixed("{}");
        id
    }

    fn class_literal(&mut self, node: Node<'_>) -> NodeId {
        let Some(part) = parts(node).next() else { return self.leaf(Label::NameExpr, node) };
        let id = self.type_node(part, AnnotationPlace::Type);
        self.wrapped(Label::ClassExpr, id, end_of(node))
    }
}
