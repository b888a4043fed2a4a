//! The fields that the class around a method declares.

use std::collections::BTreeMap;

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind, Node, Parameter};

use crate::java_method::JavaMethod;

/// A field of the class that a method belongs to.
#[derive(Debug)]
pub(crate) struct OwnField<'t> {
    /// The type with all dimensions, as written.
    pub(crate) type_text: String,
    pub(crate) is_static: bool,
    pub(crate) is_final: bool,
    pub(crate) initializer: Option<Node<'t>>,
}

/// How many members all methods of a class together look at. A class of up to 1,400 members is seen by each; nothing is known
/// of what comes late in a larger one, so that the work stays in bounds.
const MOST_VISITS: usize = 2_000_000;

/// The fields of the class that a method belongs to, by name, as far as the method has their names. What the class inherits
/// is not known.
#[derive(Debug)]
pub(crate) struct OwnFields<'t> {
    fields: BTreeMap<&'t str, OwnField<'t>>,
    /// The bodies of local and anonymous classes, where a name may be one of theirs; outermost ones, in order.
    class_bodies: Vec<Span>,
}

impl<'t> OwnFields<'t> {
    pub(crate) fn of(method: &JavaMethod<'t>) -> Self {
        let mut fields = BTreeMap::new();
        if let Some(class) = method.method.enclosing_type() {
            if class.node.kind() == Kind::RecordDeclaration
                && method.method.node.kind() != Kind::CompactConstructorDeclaration
            {
                let components = class.node.child(Field::Parameters).into_iter().flat_map(Node::named_children);
                fields.extend(components.filter_map(|component| of_component(method, component)));
            }
            for member in class.body().into_iter().flat_map(members) {
                declared(method, member, &mut fields);
            }
        }
        Self { fields, class_bodies: class_bodies(method.method.node) }
    }

    /// The field that an expression names, alone or behind `this`.
    pub(crate) fn named(&self, method: &JavaMethod<'t>, expression: Node<'t>) -> Option<&OwnField<'t>> {
        let name = match expression.kind() {
            Kind::Identifier => Some(expression).filter(|&name| method.model.variable_at(name).is_none()),
            Kind::FieldAccess => this_field(expression),
            _ => None,
        }?;
        self.fields.get(method.text(name)).filter(|_| !self.is_in_other_class(expression))
    }

    /// The field of a name, wherever that stands.
    pub(crate) fn by_name(&self, name: &str) -> Option<&OwnField<'t>> {
        self.fields.get(name)
    }

    /// Returns whether `this` and the fields are another class's at a place.
    pub(crate) fn is_in_other_class(&self, node: Node<'t>) -> bool {
        let place = node.span();
        let before = self.class_bodies.partition_point(|body| body.start <= place.start);
        before.checked_sub(1).and_then(|at| self.class_bodies.get(at)).is_some_and(|body| body.contains(place))
    }
}

/// The name in `this.name`.
fn this_field(access: Node<'_>) -> Option<Node<'_>> {
    let object = access.child(Field::Object)?;
    access.child(Field::Field).filter(|field| object.kind() == Kind::This && field.kind() == Kind::Identifier)
}

/// Returns what is declared between the braces of a class; an enum's members stand behind its constants.
fn members(body: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_enum = body.kind() == Kind::EnumBody;
    let list = if is_enum { body.child_of_kind(Kind::EnumBodyDeclarations) } else { Some(body) };
    let most = MOST_VISITS / list.map_or(1, |list| list.child_count().max(1));
    list.into_iter().flat_map(Node::named_children).take(most)
}

fn declared<'t>(method: &JavaMethod<'t>, member: Node<'t>, fields: &mut BTreeMap<&'t str, OwnField<'t>>) {
    if !matches!(member.kind(), Kind::FieldDeclaration | Kind::ConstantDeclaration) {
        return;
    }
    let Some(type_node) = member.child(Field::Type) else { return };
    let has = |word: &str| {
        let modifiers = member.child_of_kind(Kind::Modifiers);
        modifiers.is_some_and(|list| list.children().any(|it| it.kind_name() == word))
    };
    let is_constant = member.kind() == Kind::ConstantDeclaration;
    for declarator in member.children_of(Field::Declarator) {
        let name = declarator.child(Field::Name);
        let Some(name) = name.filter(|&name| method.model.names().contains(method.text(name))) else { continue };
        let brackets = declarator.child(Field::Dimensions).map_or("", |dimensions| method.text(dimensions));
        let field = OwnField {
            type_text: format!("{}{brackets}", method.text(type_node)),
            is_static: is_constant || has("static"),
            is_final: is_constant || has("final"),
            initializer: declarator.child(Field::Value),
        };
        fields.insert(method.text(name), field);
    }
}

fn of_component<'t>(method: &JavaMethod<'t>, component: Node<'t>) -> Option<(&'t str, OwnField<'t>)> {
    let parameter = Parameter { node: component };
    let (name, type_node) = (parameter.name()?, parameter.type_node()?);
    let brackets = if parameter.is_variadic() { "[]" } else { "" };
    let behind_name = component.child(Field::Dimensions).map_or("", |dimensions| method.text(dimensions));
    let type_text = format!("{}{brackets}{behind_name}", method.text(type_node));
    Some((method.text(name), OwnField { type_text, is_static: false, is_final: true, initializer: None }))
}

fn class_bodies(root: Node<'_>) -> Vec<Span> {
    let mut bodies = Vec::new();
    let mut walk = root.descendants();
    while let Some(node) = walk.next() {
        if matches!(node.kind(), Kind::ClassBody | Kind::InterfaceBody | Kind::EnumBody | Kind::AnnotationTypeBody) {
            bodies.push(node.span());
            walk.skip_children();
        }
    }
    bodies
}
