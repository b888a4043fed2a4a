//! `final` on variables that are written once.

use examen_semantics::java::{Variable, VariableKind};
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::maybe_constant::{may_be_constant, may_hold_constant};
use crate::java::support::own_fields::OwnFields;
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "FI",
    name: "final variables",
    description: "`final` is put before the declaration of a local variable that has its value from there, and before that \
                  of a parameter, of the variable of a for-each loop or of a handler, if nothing else writes it.",
    reason: "Nothing but the declaration gives the variable a value, which is what the compiler asks of a final one. \
             Nothing else about the variable changes, since it does not become a constant.",
    refuses: "Variables that may become constants by it, whose value is made of literals and names: constants count for \
              what can be reached, for the types of conditional expressions and for the identity of strings. Variables in \
              the head of a basic `for`, pattern variables and those without a value in the declaration are no places.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let fields = OwnFields::of(method);
    for variable in method.model.variables() {
        match variable.kind {
            VariableKind::Local => {
                let declaration = method.model.parent(variable.declarator);
                let is_first = |it: &Node<'_>| it.child(Field::Declarator) == Some(variable.declarator);
                if let Some(declaration) = declaration.filter(is_first) {
                    check(method, &fields, declaration, &declared(method, declaration), found);
                }
            }
            // A parameter of a lambda may be a mere name.
            VariableKind::ForEach | VariableKind::Catch | VariableKind::Parameter | VariableKind::LambdaParameter => {
                if variable.declarator.kind() != Kind::Identifier {
                    check(method, &fields, variable.declarator, &[variable], found);
                }
            }
            VariableKind::ForInit | VariableKind::Resource | VariableKind::Pattern => {}
        }
    }
}

/// The variables of a declaration.
fn declared<'m, 't>(method: &'m JavaMethod<'t>, declaration: Node<'t>) -> Vec<&'m Variable<'t>> {
    let names = declaration.children_of(Field::Declarator).filter_map(|declarator| declarator.child(Field::Name));
    names.filter_map(|name| method.model.variables().get(method.model.variable_at(name)?)).collect()
}

fn check<'t>(
    method: &JavaMethod<'t>,
    fields: &OwnFields<'t>,
    declaration: Node<'t>,
    variables: &[&Variable<'t>],
    found: &mut Found,
) {
    let is_local = |it: &&Variable<'_>| it.kind == VariableKind::Local;
    let is_place =
        |it: &&Variable<'_>| !it.is_final && !it.is_reassigned() && (!is_local(it) || it.initializer.is_some());
    if !variables.iter().all(is_place) {
        return;
    }
    let may_become_constant = |it: &&Variable<'t>| {
        is_local(it)
            && may_hold_constant(method, it)
            && it.initializer.is_some_and(|value| may_be_constant(method, fields, value))
    };
    if variables.iter().any(may_become_constant) {
        found.refuse(declaration.span(), "may-become-constant");
        return;
    }
    let head = if declaration.kind() == Kind::EnhancedForStatement {
        let parts = [declaration.child_of_kind(Kind::Modifiers), declaration.child(Field::Type)];
        parts.into_iter().flatten().next()
    } else {
        Some(declaration)
    };
    if let Some(head) = head {
        found.site(declaration.span(), vec![insert(head.span().start, "final ")]);
    }
}
