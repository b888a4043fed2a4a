//! Explicit `this`.

use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::maybe_constant::{is_constant_type, may_be_constant};
use crate::java::support::own_fields::{OwnField, OwnFields};
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "TH",
    name: "explicit this",
    description: "`this.` is put before the name of a field of the class that the method belongs to.",
    reason: "The class declares the field, no variable in scope has its name, and `this` is an object of that class, in \
             lambdas too.",
    refuses: "Names in local and anonymous classes, where `this` is another object. Final fields that may be constants: \
              `this.NAME` is no constant expression. Static and inherited fields, names in annotations and behind `case` \
              are no places.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    if method.method.has_modifier("static") {
        return;
    }
    let fields = OwnFields::of(method);
    let mut walk = method.method.node.descendants();
    // Names that are no expressions and not met yet. Inner nodes lie before an outer one's name or behind it, so that the
    // name that was put last is met first.
    let mut skipped = Vec::new();
    while let Some(node) = walk.next() {
        match node.kind() {
            Kind::Annotation
            | Kind::MarkerAnnotation
            | Kind::SwitchLabel
            | Kind::ExplicitConstructorInvocation
            | Kind::ReceiverParameter => walk.skip_children(),
            Kind::Identifier => {
                if skipped.pop_if(|other| *other == node).is_none() {
                    name(method, &fields, node, found);
                }
            }
            _ => skipped.extend(no_expression(node).filter(|other| other.kind() == Kind::Identifier)),
        }
    }
}

/// The child that is a name and no expression.
fn no_expression(node: Node<'_>) -> Option<Node<'_>> {
    match node.kind() {
        Kind::MethodInvocation => node.child(Field::Name),
        Kind::FieldAccess => node.child(Field::Field),
        Kind::MethodReference => node.children().last(),
        Kind::LabeledStatement | Kind::BreakStatement | Kind::ContinueStatement | Kind::RecordPattern => {
            node.child_of_kind(Kind::Identifier)
        }
        Kind::VariableDeclarator | Kind::EnumConstant | Kind::AnnotationTypeElementDeclaration => {
            node.child(Field::Name)
        }
        kind if kind.is_type_declaration() || kind.is_method_declaration() => node.child(Field::Name),
        _ => None,
    }
}

fn name<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, name: Node<'t>, found: &mut Found) {
    if method.model.variable_at(name).is_some() {
        return;
    }
    let Some(field) = fields.by_name(method.text(name)).filter(|field| !field.is_static) else { return };
    if fields.is_in_other_class(name) {
        found.refuse(name.span(), "other-class");
    } else if is_constant(method, fields, field) {
        found.refuse(name.span(), "constant-field");
    } else {
        found.site(name.span(), vec![insert(name.span().start, "this.")]);
    }
}

fn is_constant<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, field: &OwnField<'t>) -> bool {
    let value = field.initializer.filter(|_| field.is_final && is_constant_type(&field.type_text));
    value.is_some_and(|value| may_be_constant(method, fields, value))
}
