//! The walk over methods and classes: members, and what a class hides of the variables around it.

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind, Node};

use super::outline::Index;
use super::variable::{DoubtReason, VariableKind};
use super::walk::Walk;

impl<'t> Walk<'t> {
    /// A member of a class, or the method that the walk is of.
    pub(super) fn member(&mut self, index: Index, components: &[&str]) {
        let kind = self.kind(index);
        if kind.is_type_declaration() {
            self.class(index);
            return;
        }
        self.in_callable(index, |walk| match kind {
            Kind::FieldDeclaration | Kind::ConstantDeclaration => {
                for child in walk.children(index) {
                    match walk.kind(child) {
                        Kind::VariableDeclarator => walk.declarator_value(child),
                        _ => walk.anything(child),
                    }
                }
            }
            _ if kind.is_method_declaration() => walk.method(index, components),
            Kind::AnnotationTypeElementDeclaration => {
                let name = walk.bindings.field(index, Field::Name);
                for child in walk.children(index) {
                    if Some(child) != name {
                        walk.anything(child);
                    }
                }
            }
            Kind::StaticInitializer => {
                for child in walk.children(index) {
                    walk.anything(child);
                }
            }
            _ => walk.anything(index),
        });
    }

    fn method(&mut self, index: Index, components: &[&str]) {
        let body = self.bindings.field(index, Field::Body);
        let scope = body.map_or(Span::empty(self.outline().span(index).end), |body| self.outline().span(body));
        for child in self.children(index) {
            match self.kind(child) {
                // The method's own name.
                Kind::Identifier => {}
                Kind::FormalParameters => {
                    let first = self.bindings.variables.len();
                    self.parameters(child, VariableKind::Parameter, scope);
                    self.doubt_canonical(first, components);
                }
                _ => self.anything(child),
            }
        }
    }

    /// A class, interface, enum, record or annotation type among statements or members.
    pub(super) fn class(&mut self, index: Index) {
        let inherits =
            |child| matches!(self.kind(child), Kind::Superclass | Kind::SuperInterfaces | Kind::ExtendsInterfaces);
        let inheriting = self.outline().children(index).any(inherits).then(|| self.outline().node(index));
        let parameters = self.outline().child_of_kind(index, Kind::FormalParameters);
        let components: Vec<&'t str> = parameters.map_or_else(Vec::new, |list| self.component_names(list));
        for child in self.children(index) {
            match self.kind(child) {
                Kind::Identifier | Kind::FormalParameters => {}
                Kind::ClassBody | Kind::InterfaceBody | Kind::EnumBody | Kind::AnnotationTypeBody => {
                    self.class_body(child, inheriting, &components);
                }
                _ => self.anything(child),
            }
        }
    }

    /// The names of a record's components.
    fn component_names(&self, parameters: Index) -> Vec<&'t str> {
        let outline = self.outline();
        let name_of = |parameter: Index| match outline.kind(parameter) {
            Kind::FormalParameter => outline.child_of_kind(parameter, Kind::Identifier),
            Kind::SpreadParameter => outline
                .child_of_kind(parameter, Kind::VariableDeclarator)
                .and_then(|declarator| outline.child_of_kind(declarator, Kind::Identifier)),
            _ => None,
        };
        outline.children(parameters).filter_map(name_of).map(|name| self.bindings.text(name)).collect()
    }

    /// The members between the braces of a class; its fields hide variables of the same name.
    pub(super) fn class_body(&mut self, body: Index, inheriting: Option<Node<'t>>, components: &[&'t str]) {
        let height = self.scopes.height();
        let outer_end = self.enter_block(body);
        self.scopes.enter_class(inheriting);
        for name in components {
            self.scopes.declare_member(name);
        }
        let mut members = Vec::new();
        self.collect_members(body, &mut members);
        for &member in &members {
            self.declare_fields(member);
        }
        for member in members {
            match self.kind(member) {
                Kind::EnumConstant => self.enum_constant(member),
                _ => self.member(member, components),
            }
        }
        self.scopes.leave_class();
        self.block_end = outer_end;
        self.scopes.leave(height);
    }

    fn collect_members(&self, body: Index, members: &mut Vec<Index>) {
        for child in self.outline().children(body) {
            match self.kind(child) {
                Kind::EnumBodyDeclarations => self.collect_members(child, members),
                _ => members.push(child),
            }
        }
    }

    fn declare_fields(&mut self, member: Index) {
        let names: Vec<Index> = match self.kind(member) {
            Kind::EnumConstant => self.outline().child_of_kind(member, Kind::Identifier).into_iter().collect(),
            Kind::FieldDeclaration | Kind::ConstantDeclaration => {
                let outline = self.outline();
                let declarators = outline.children(member).filter(|&at| outline.kind(at) == Kind::VariableDeclarator);
                declarators.filter_map(|at| outline.child_of_kind(at, Kind::Identifier)).collect()
            }
            _ => return,
        };
        for name in names {
            self.scopes.declare_member(self.bindings.text(name));
        }
    }

    fn enum_constant(&mut self, index: Index) {
        self.in_callable(index, |walk| {
            for child in walk.children(index) {
                match walk.kind(child) {
                    Kind::Identifier => {}
                    // Its class inherits from the enum, whose body is open, and from what the enum inherits from.
                    Kind::ClassBody => walk.class_body(child, None, &[]),
                    _ => walk.anything(child),
                }
            }
        });
    }

    fn doubt_canonical(&mut self, first: usize, components: &[&str]) {
        let names = self.bindings.variables[first..].iter().map(|variable| variable.name);
        if components.is_empty() || !names.eq(components.iter().copied()) {
            return;
        }
        for variable in first..self.bindings.variables.len() {
            let declaration = self.bindings.variables[variable].declaration;
            self.doubt(variable, declaration, DoubtReason::CanonicalConstructor);
        }
    }
}
