//! Methods, constructors, fields, initialisers, parameters.

use examen_syntax::java::{Kind, Node};

use super::types::{AnnotationPlace, is_type};
use super::{Builder, JavaMethod, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, NodeId};

impl Builder<'_> {
    /// Annotations, type parameters, type, name, parameters, brackets of the type and behind the parameters, exceptions,
    /// body.
    pub(super) fn method(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (mut begin, mut name, mut body) = (0, node.span(), None);
        let mut pairs = Vec::new();
        let mut dimensions = None;
        let mut throws = None;
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::TypeParameters => {
                    begin = if begin == 0 { begin_of(part) } else { begin };
                    self.push_type_parameters(part);
                }
                Kind::Annotation | Kind::MarkerAnnotation => self.push_annotations(&[part]),
                Kind::Identifier => {
                    name = part.span();
                    self.push_leaf(Label::NameExpr, part);
                }
                Kind::FormalParameters => self.push_parameters(part),
                Kind::Dimensions => dimensions = Some(part),
                Kind::Throws => throws = Some(part),
                Kind::Block => body = Some(part),
                kind if is_type(kind) => {
                    let (element, brackets) = self.element_type(part);
                    pairs = brackets;
                    begin = if begin == 0 { self.type_begin(element, &pairs) } else { begin };
                    self.push(element);
                }
                _ => {}
            }
        }
        self.stack.append(&mut pairs);
        if let Some(dimensions) = dimensions {
            self.push_bracket_pairs(dimensions);
        }
        if let Some(throws) = throws {
            self.push_throws(throws);
        }
        let body = body.map(|body| self.block(body));
        self.stack.extend(body);
        let id = self.close(base, Label::MethodDeclaration, begin, end_of(node));
        self.methods.push(JavaMethod { node: id, name, body, is_intact: !node.has_error() });
        id
    }

    /// Annotations, type parameters, a placeholder, parameters, exceptions, body, and the name last. Without modifiers and
    /// type parameters it begins nowhere.
    pub(super) fn constructor(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (mut begin, mut name) = (0, None);
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::TypeParameters => {
                    begin = if begin == 0 { begin_of(part) } else { begin };
                    self.push_type_parameters(part);
                }
                Kind::Identifier => {
                    name = Some(part);
                    self.push_placeholder();
                }
                Kind::FormalParameters => self.push_parameters(part),
                Kind::Throws => self.push_throws(part),
                Kind::Block | Kind::ConstructorBody => {
                    let body = self.block(part);
                    self.push(body);
                }
                _ => {}
            }
        }
        if let Some(name) = name {
            self.push_leaf(Label::NameExpr, name);
        }
        let label = match node.kind() {
            Kind::CompactConstructorDeclaration => Label::CompactConstructorDeclaration,
            _ => Label::ConstructorDeclaration,
        };
        self.close(base, label, begin, end_of(node))
    }

    fn push_throws(&mut self, throws: Node<'_>) {
        for part in parts(throws) {
            let id = self.type_node(part, AnnotationPlace::Text);
            self.push(id);
        }
    }

    pub(super) fn field(&mut self, node: Node<'_>) -> NodeId {
        let (base, begin) = self.push_variables(node);
        self.close(base, Label::FieldDeclaration, begin, end_of(node))
    }

    /// Pushes annotations, type, declarators and the type's brackets of a declaration; the height of the stack below them, and where it
    /// begins.
    pub(super) fn push_variables(&mut self, node: Node<'_>) -> (usize, u32) {
        let base = self.height();
        let mut begin = 0;
        let mut pairs = Vec::new();
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::VariableDeclarator => {
                    let id = self.declarator(part);
                    self.push(id);
                }
                kind if is_type(kind) => {
                    let (element, brackets) = self.element_type(part);
                    pairs = brackets;
                    begin = if begin == 0 { self.type_begin(element, &pairs) } else { begin };
                    self.push(element);
                }
                _ => {}
            }
        }
        self.stack.append(&mut pairs);
        (base, begin)
    }

    /// An array type begins nowhere.
    pub(super) fn type_begin(&self, element: NodeId, pairs: &[NodeId]) -> u32 {
        if pairs.is_empty() { self.begin(element) } else { 0 }
    }

    pub(super) fn declarator(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut parts = parts(node).peekable();
        let begin = begin_of(node);
        if let Some(name) = parts.next() {
            let dimensions = parts.next_if(|part| part.kind() == Kind::Dimensions);
            let id = self.declarator_id(name, dimensions);
            self.push(id);
        }
        if let Some(value) = parts.next() {
            let value = self.initializer_value(value);
            self.push(value);
        }
        self.close(base, Label::VariableDeclarator, begin, end_of(node))
    }

    /// A declared name; brackets behind it are its children.
    pub(super) fn declarator_id(&mut self, name: Node<'_>, dimensions: Option<Node<'_>>) -> NodeId {
        let base = self.height();
        if let Some(dimensions) = dimensions {
            self.push_bracket_pairs(dimensions);
        }
        let end = dimensions.map_or_else(|| end_of(name), end_of);
        let id = self.close(base, Label::VariableDeclaratorId, begin_of(name), end);
        self.tree.node_mut(id).name = name.span();
        id
    }

    pub(super) fn initializer_value(&mut self, node: Node<'_>) -> NodeId {
        if node.kind() == Kind::ArrayInitializer { self.array_initializer(node) } else { self.expression(node) }
    }

    pub(super) fn push_parameters(&mut self, list: Node<'_>) {
        for part in parts(list) {
            let id = self.parameter(part);
            self.push(id);
        }
    }

    /// Annotations, name, type, the type's brackets.
    fn parameter(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (mut begin, mut type_node, mut name, mut dimensions) = (0, None, None, None);
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::VariableDeclarator => {
                    let mut inner = parts(part);
                    name = inner.next();
                    dimensions = inner.next().filter(|it| it.kind() == Kind::Dimensions);
                }
                Kind::Dimensions => dimensions = Some(part),
                kind if is_type(kind) && type_node.is_none() => type_node = Some(part),
                Kind::Identifier | Kind::This | Kind::UnderscorePattern => name = Some(part),
                _ => {}
            }
        }
        if let Some(name) = name {
            let id = self.declarator_id(name, dimensions);
            self.push(id);
        }
        if let Some(type_node) = type_node {
            let (element, mut pairs) = self.element_type(type_node);
            begin = if begin == 0 { self.type_begin(element, &pairs) } else { begin };
            self.push(element);
            self.stack.append(&mut pairs);
        }
        self.close(base, Label::Parameter, begin, end_of(node))
    }

    /// Annotations, type, default value. Without modifiers it begins with its last token.
    pub(super) fn annotation_member(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut begin = 0;
        let mut has_name = false;
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::Dimensions => {}
                Kind::Identifier if !has_name => has_name = true,
                kind if is_type(kind) && !has_name => {
                    let id = self.type_node(part, AnnotationPlace::Type);
                    self.push(id);
                }
                _ => {
                    let value = self.element_value(part);
                    self.push(value);
                }
            }
        }
        let end = end_of(node);
        let begin = if begin == 0 { end.saturating_sub(1) } else { begin };
        self.close(base, Label::AnnotationMemberDeclaration, begin, end)
    }

    pub(super) fn initializer(&mut self, node: Node<'_>) -> NodeId {
        let block = match node.kind() {
            Kind::StaticInitializer => node.child_of_kind(Kind::Block),
            _ => Some(node),
        };
        let base = self.height();
        if let Some(block) = block {
            let block = self.block(block);
            self.push(block);
        }
        let extent = Extent::of(node.span());
        self.close(base, Label::InitializerDeclaration, extent.begin, extent.end)
    }
}
