//! Classes, interfaces, enums, records and annotation types.

use examen_syntax::java::{Field, Kind, Node};

use super::types::AnnotationPlace;
use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::NodeId;

impl Builder<'_> {
    /// A type that is declared: annotations, a placeholder, members, the rest of its head, and its name last.
    pub(super) fn type_declaration(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut begin = 0;
        if let Some(modifiers) = node.child_of_kind(Kind::Modifiers) {
            begin = self.push_modifiers(modifiers);
        }
        if begin == 0 {
            let keyword = node.children().find(|child| child.kind() == Kind::Token);
            begin = keyword.map_or_else(|| begin_of(node), begin_of);
        }
        self.push_placeholder();
        let body = node.child(Field::Body);
        if let Some(body) = body {
            self.push_members(body);
        }
        for part in parts(node) {
            self.push_head_part(part);
        }
        if let Some(body) = body.filter(|body| body.kind() == Kind::EnumBody) {
            for constant in parts(body).filter(|part| part.kind() == Kind::EnumConstant) {
                let id = self.enum_constant(constant);
                self.push(id);
            }
        }
        if let Some(name) = node.child(Field::Name) {
            self.push_leaf(Label::NameExpr, name);
        }
        let label = match node.kind() {
            Kind::EnumDeclaration => Label::EnumDeclaration,
            Kind::RecordDeclaration => Label::RecordDeclaration,
            Kind::AnnotationTypeDeclaration => Label::AnnotationDeclaration,
            _ => Label::ClassOrInterfaceDeclaration,
        };
        self.close(base, label, begin, end_of(node))
    }

    fn push_head_part(&mut self, part: Node<'_>) {
        match part.kind() {
            Kind::TypeParameters => self.push_type_parameters(part),
            Kind::FormalParameters => self.push_parameters(part),
            Kind::Superclass | Kind::SuperInterfaces | Kind::ExtendsInterfaces | Kind::Permits | Kind::TypeList => {
                parts(part).for_each(|inner| self.push_head_part(inner));
            }
            kind if super::types::is_type(kind) => {
                let id = self.type_node(part, AnnotationPlace::Scope);
                self.push(id);
            }
            _ => {}
        }
    }

    /// The members in a body, but for an enum's constants.
    pub(super) fn push_members(&mut self, body: Node<'_>) {
        let empty = match body.kind() {
            Kind::AnnotationTypeBody => Label::EmptyTypeDeclaration,
            _ => Label::EmptyMemberDeclaration,
        };
        // The first `;` in an enum ends its constants.
        let skipped = usize::from(body.kind() == Kind::EnumBodyDeclarations);
        for child in body.children().filter(|child| child.kind_name() != "{" && child.kind_name() != "}").skip(skipped)
        {
            self.push_member(child, empty);
        }
    }

    /// Pushes what a member becomes; what is none is passed over.
    pub(super) fn push_member(&mut self, node: Node<'_>, empty: Label) {
        let kind = node.kind();
        let id = match kind {
            Kind::EnumBodyDeclarations => return self.push_members(node),
            Kind::Error => return node.children().for_each(|child| self.push_member(child, empty)),
            Kind::Token if node.kind_name() == ";" => {
                let extent = crate::paths::tree::Extent::of(node.span());
                self.fixed(empty, extent, ";")
            }
            Kind::MethodDeclaration => self.method(node),
            Kind::ConstructorDeclaration | Kind::CompactConstructorDeclaration => self.constructor(node),
            Kind::FieldDeclaration | Kind::ConstantDeclaration => self.field(node),
            Kind::AnnotationTypeElementDeclaration => self.annotation_member(node),
            Kind::StaticInitializer | Kind::Block => self.initializer(node),
            _ if kind.is_type_declaration() => self.type_declaration(node),
            _ => return,
        };
        self.push(id);
    }

    /// An enum's constant, whose name is no node.
    fn enum_constant(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let mut begin = 0;
        let mut name = node.span();
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                Kind::Identifier => {
                    name = part.span();
                    begin = if begin == 0 { begin_of(part) } else { begin };
                }
                Kind::ArgumentList => self.push_arguments(part),
                Kind::ClassBody => self.push_members(part),
                _ => {}
            }
        }
        let id = self.close(base, Label::EnumConstantDeclaration, begin, end_of(node));
        self.tree.node_mut(id).name = name;
        id
    }

    pub(super) fn push_type_parameters(&mut self, list: Node<'_>) {
        for parameter in parts(list) {
            let base = self.height();
            let (mut name, mut annotations) = (parameter, Vec::new());
            for part in parts(parameter) {
                match part.kind() {
                    Kind::Annotation | Kind::MarkerAnnotation => annotations.push(part),
                    Kind::TypeBound => {
                        for bound in parts(part) {
                            let id = self.type_node(bound, AnnotationPlace::Scope);
                            self.push(id);
                        }
                    }
                    _ => name = part,
                }
            }
            self.push_annotations(&annotations);
            let id = self.close(base, Label::TypeParameter, begin_of(name), end_of(parameter));
            self.tree.node_mut(id).name = name.span();
            self.push(id);
        }
    }
}
