//! Types.

use examen_syntax::Span;
use examen_syntax::java::{Kind, Node};

use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, LeafText, NodeId};

/// Where the annotations of a type go.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AnnotationPlace {
    /// Among its children.
    Type,
    /// Among those of what stands before its last dot, if there is one.
    Scope,
    /// Into its text only.
    Text,
}

/// A pair of brackets behind a type or a name.
pub(super) struct Brackets<'t> {
    annotations: Vec<Node<'t>>,
    extent: Extent,
}

/// A name of a type between dots.
struct Segment<'t> {
    name: Span,
    arguments: Option<Node<'t>>,
    annotations: Vec<Node<'t>>,
    end: u32,
}

pub(super) fn is_type(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::AnnotatedType
            | Kind::ArrayType
            | Kind::BooleanType
            | Kind::FloatingPointType
            | Kind::GenericType
            | Kind::IntegralType
            | Kind::ScopedTypeIdentifier
            | Kind::TypeIdentifier
            | Kind::VoidType
    )
}

/// The pairs of brackets of a `dimensions` node, from left to right.
pub(super) fn brackets(dimensions: Node<'_>) -> Vec<Brackets<'_>> {
    let mut pairs = Vec::new();
    let (mut annotations, mut begin) = (Vec::new(), 0);
    for child in dimensions.children() {
        match child.kind() {
            Kind::Annotation | Kind::MarkerAnnotation => annotations.push(child),
            Kind::Token if child.kind_name() == "[" => begin = begin_of(child),
            Kind::Token => {
                let extent = Extent { begin, end: end_of(child) };
                pairs.push(Brackets { annotations: std::mem::take(&mut annotations), extent });
            }
            _ => {}
        }
    }
    pairs
}

impl Builder<'_> {
    /// A type with its array types around it.
    pub(super) fn type_node(&mut self, node: Node<'_>, place: AnnotationPlace) -> NodeId {
        match node.kind() {
            Kind::ArrayType => {
                let (element, pairs) = array_parts(node);
                let mut id = self.type_node(element, place);
                for pair in pairs.iter().rev() {
                    let base = self.height();
                    self.push(id);
                    self.push_annotations(&pair.annotations);
                    id = self.close(base, Label::ArrayType, 0, 0);
                }
                id
            }
            Kind::AnnotatedType => self.annotated_type(node, place),
            Kind::VoidType => self.leaf(Label::VoidType, node),
            Kind::BooleanType | Kind::FloatingPointType | Kind::IntegralType => self.leaf(Label::PrimitiveType, node),
            Kind::Wildcard => self.wildcard(node),
            _ => self.class_type(node, &[]),
        }
    }

    /// The type without its arrays, and the pairs of brackets of those, which have no place.
    pub(super) fn element_type(&mut self, node: Node<'_>) -> (NodeId, Vec<NodeId>) {
        if node.kind() != Kind::ArrayType {
            return (self.type_node(node, AnnotationPlace::Type), Vec::new());
        }
        let (element, pairs) = array_parts(node);
        let id = self.type_node(element, AnnotationPlace::Type);
        let pairs = pairs.into_iter().map(|pair| Brackets { extent: Extent::UNKNOWN, ..pair }).collect::<Vec<_>>();
        (id, pairs.iter().map(|pair| self.bracket_pair(pair)).collect())
    }

    pub(super) fn push_bracket_pairs(&mut self, dimensions: Node<'_>) {
        for pair in brackets(dimensions) {
            let id = self.bracket_pair(&pair);
            self.push(id);
        }
    }

    fn bracket_pair(&mut self, pair: &Brackets<'_>) -> NodeId {
        let base = self.height();
        self.push_annotations(&pair.annotations);
        let id = self.close(base, Label::ArrayBracketPair, pair.extent.begin, pair.extent.end);
        self.tree.node_mut(id).text = LeafText::Fixed("[]");
        id
    }

    fn annotated_type(&mut self, node: Node<'_>, place: AnnotationPlace) -> NodeId {
        let (mut annotations, mut inner) = (Vec::new(), node);
        for part in parts(node) {
            match part.kind() {
                Kind::Annotation | Kind::MarkerAnnotation => annotations.push(part),
                _ => inner = part,
            }
        }
        if place == AnnotationPlace::Text {
            let id = self.type_node(inner, place);
            self.tree.node_mut(id).name.start = node.span().start;
            return id;
        }
        if matches!(inner.kind(), Kind::TypeIdentifier | Kind::ScopedTypeIdentifier | Kind::GenericType)
            && place == AnnotationPlace::Scope
        {
            return self.class_type(inner, &annotations);
        }
        let id = self.type_node(inner, place);
        for annotation in annotations {
            let child = self.annotation(annotation);
            self.tree.append_child(id, child);
        }
        id
    }

    fn wildcard(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let (mut begin, mut annotations) = (begin_of(node), Vec::new());
        for child in node.children() {
            match child.kind() {
                Kind::Annotation | Kind::MarkerAnnotation => annotations.push(child),
                Kind::Token if child.kind_name() == "?" => begin = begin_of(child),
                kind if is_type(kind) => {
                    let bound = self.type_node(child, AnnotationPlace::Type);
                    self.push(bound);
                }
                _ => {}
            }
        }
        self.push_annotations(&annotations);
        let id = self.close(base, Label::WildcardType, begin, end_of(node));
        self.tree.node_mut(id).text = LeafText::Fixed("?");
        id
    }

    /// The types between `<` and `>`.
    pub(super) fn push_type_arguments(&mut self, node: Node<'_>) {
        for part in parts(node) {
            let id = self.type_node(part, AnnotationPlace::Type);
            self.push(id);
        }
    }

    /// A class with what stands before its dots, also when the tree has it for an expression.
    ///
    /// A name without arguments takes over those of the name before it, as in `Outer<T>.Inner`: the parser forgets to
    /// forget them.
    pub(super) fn class_type(&mut self, node: Node<'_>, annotations: &[Node<'_>]) -> NodeId {
        if matches!(node.kind(), Kind::TypeIdentifier | Kind::Identifier) && annotations.is_empty() {
            let label = self.class_label(node.span());
            return self.leaf(label, node);
        }
        let mut segments = Vec::new();
        push_segments(node, &mut segments);
        let begin = begin_of(node);
        let annotated = segments.len().saturating_sub(2);
        let mut scope = None;
        let mut arguments = None;
        for (at, segment) in segments.iter().enumerate() {
            let own = segment.arguments;
            let is_inherited = own.is_none() && arguments.is_some();
            arguments = own.or(arguments);
            let is_passed_on = segments.get(at + 1).is_some_and(|next| next.arguments.is_none());
            let base = self.height();
            if let Some(scope) = scope {
                self.push(scope);
            }
            if let Some(arguments) = arguments.filter(|_| !is_passed_on) {
                self.push_type_arguments(arguments);
            }
            self.push_annotations(&segment.annotations);
            if at == annotated {
                self.push_annotations(annotations);
            }
            let has_arguments = arguments.is_some_and(|arguments| parts(arguments).next().is_some());
            let label = self.class_label(segment.name);
            let id = self.close(base, label, begin, segment.end);
            let is_leaf = self.tree.children(id).is_empty();
            let made = self.tree.node_mut(id);
            made.name = segment.name;
            if is_leaf && has_arguments {
                made.label = Label::GenericClass;
            } else if arguments.is_some() && !has_arguments && !is_inherited {
                made.text = LeafText::Diamond;
            }
            scope = Some(id);
        }
        scope.unwrap_or_else(|| self.leaf(Label::ClassOrInterfaceType, node))
    }

    fn class_label(&self, name: Span) -> Label {
        let is_boxed = matches!(
            name.text(self.source),
            "Boolean" | "Character" | "Byte" | "Short" | "Integer" | "Long" | "Float" | "Double"
        );
        if is_boxed { Label::BoxedType } else { Label::ClassOrInterfaceType }
    }
}

/// The element of an array type and its pairs of brackets.
fn array_parts(node: Node<'_>) -> (Node<'_>, Vec<Brackets<'_>>) {
    let (mut element, mut pairs) = (node, Vec::new());
    for part in parts(node) {
        if part.kind() == Kind::Dimensions {
            pairs = brackets(part);
        } else {
            element = part;
        }
    }
    (element, pairs)
}

fn push_segments<'t>(node: Node<'t>, segments: &mut Vec<Segment<'t>>) {
    match node.kind() {
        Kind::ScopedTypeIdentifier | Kind::ScopedIdentifier | Kind::FieldAccess => {
            let mut annotations = Vec::new();
            for (at, part) in parts(node).enumerate() {
                match part.kind() {
                    Kind::Annotation | Kind::MarkerAnnotation => annotations.push(part),
                    _ if at == 0 => push_segments(part, segments),
                    _ => segments.push(Segment {
                        name: part.span(),
                        arguments: None,
                        annotations: std::mem::take(&mut annotations),
                        end: end_of(part),
                    }),
                }
            }
        }
        Kind::GenericType => {
            for part in parts(node) {
                if part.kind() != Kind::TypeArguments {
                    push_segments(part, segments);
                } else if let Some(last) = segments.last_mut() {
                    last.arguments = Some(part);
                    last.end = end_of(part);
                }
            }
        }
        _ => segments.push(Segment { name: node.span(), arguments: None, annotations: Vec::new(), end: end_of(node) }),
    }
}
