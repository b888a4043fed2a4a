//! Annotations and modifiers.

use examen_syntax::java::{Kind, Node};

use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::NodeId;

impl Builder<'_> {
    /// Pushes the annotations among the modifiers; the beginning of those, or 0 when there are none.
    ///
    /// What stands behind `default` belongs to a second list, of which the parser keeps the words only.
    pub(super) fn push_modifiers(&mut self, modifiers: Node<'_>) -> u32 {
        let mut begin = 0;
        for child in modifiers.children() {
            match child.kind() {
                Kind::Annotation | Kind::MarkerAnnotation => {
                    let id = self.annotation(child);
                    self.push(id);
                }
                Kind::Token if child.kind_name() == "default" => break,
                Kind::Token => {}
                _ => continue,
            }
            if begin == 0 {
                begin = begin_of(child);
            }
        }
        begin
    }

    pub(super) fn push_annotations(&mut self, annotations: &[Node<'_>]) {
        for annotation in annotations {
            let id = self.annotation(*annotation);
            self.push(id);
        }
    }

    pub(super) fn annotation(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut label = Label::MarkerAnnotationExpr;
        for part in parts(node) {
            if part.kind() == Kind::AnnotationArgumentList {
                label = self.push_annotation_arguments(part);
            } else {
                let name = self.qualified_name(part);
                self.push(name);
            }
        }
        self.close(base, label, begin_of(node), end_of(node))
    }

    fn push_annotation_arguments(&mut self, list: Node<'_>) -> Label {
        let mut label = Label::NormalAnnotationExpr;
        for part in parts(list) {
            let id = if part.kind() == Kind::ElementValuePair {
                let base = self.height();
                // The key is no node.
                if let Some(value) = parts(part).nth(1) {
                    let value = self.element_value(value);
                    self.push(value);
                }
                self.close(base, Label::MemberValuePair, begin_of(part), end_of(part))
            } else {
                label = Label::SingleMemberAnnotationExpr;
                self.element_value(part)
            };
            self.push(id);
        }
        label
    }

    pub(super) fn element_value(&mut self, node: Node<'_>) -> NodeId {
        match node.kind() {
            Kind::Annotation | Kind::MarkerAnnotation => self.annotation(node),
            Kind::ElementValueArrayInitializer => self.array_initializer(node),
            _ => self.expression(node),
        }
    }

    /// A name with dots; only what stands before the last one is a child.
    fn qualified_name(&mut self, node: Node<'_>) -> NodeId {
        if node.kind() != Kind::ScopedIdentifier {
            return self.leaf(Label::NameExpr, node);
        }
        let base = self.height();
        if let Some(scope) = parts(node).next() {
            let scope = self.qualified_name(scope);
            self.push(scope);
        }
        self.close(base, Label::QualifiedNameExpr, begin_of(node), end_of(node))
    }
}
