//! Whether the compiler may take an expression for a constant.

use examen_semantics::java::Variable;
use examen_syntax::java::{Field, Kind, Node};

use super::own_fields::OwnFields;
use crate::java_method::JavaMethod;

/// Returns whether an expression may be a constant one (JLS 15.29). Fields of other classes may be constants; an
/// expression with any part that cannot be constant is none.
pub(crate) fn may_be_constant<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, expression: Node<'t>) -> bool {
    let mut pending = vec![expression];
    while let Some(node) = pending.pop() {
        match node.kind() {
            Kind::Identifier if !may_name_constant(method, fields, node) => return false,
            // Only `Type.NAME` is constant, and what a variable or a field of ours begins is no type.
            Kind::FieldAccess => {
                let mut object = node;
                while object.kind() == Kind::FieldAccess
                    && let Some(inner) = object.child(Field::Object)
                {
                    object = inner;
                }
                let is_name = object.kind() == Kind::Identifier;
                let is_value = method.model.variable_at(object).is_some() || fields.named(method, object).is_some();
                if !is_name || is_value {
                    return false;
                }
            }
            Kind::CastExpression => pending.extend(node.child(Field::Value)),
            Kind::ParenthesizedExpression
            | Kind::UnaryExpression
            | Kind::BinaryExpression
            | Kind::TernaryExpression => pending.extend(node.named_children()),
            Kind::MethodInvocation
            | Kind::ObjectCreationExpression
            | Kind::ArrayAccess
            | Kind::ArrayCreationExpression
            | Kind::ArrayInitializer
            | Kind::AssignmentExpression
            | Kind::UpdateExpression
            | Kind::InstanceofExpression
            | Kind::LambdaExpression
            | Kind::MethodReference
            | Kind::SwitchExpression
            | Kind::ClassLiteral
            | Kind::NullLiteral
            | Kind::This => return false,
            _ => {}
        }
    }
    true
}

fn may_name_constant<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, name: Node<'t>) -> bool {
    if let Some(variable) = method.model.variable_at(name).and_then(|index| method.model.variables().get(index)) {
        let is_doubtful = variable.doubts.iter().any(|doubt| doubt.node == name);
        return is_doubtful || (variable.is_final && variable.initializer.is_some());
    }
    fields.named(method, name).is_none_or(|field| field.is_final && field.initializer.is_some())
}

/// Returns whether a variable has a type that constants have; `var` may stand for one.
pub(crate) fn may_hold_constant(method: &JavaMethod<'_>, variable: &Variable<'_>) -> bool {
    match variable.type_text(method.source) {
        Some(text) => is_constant_type(&text),
        None => true,
    }
}

/// Returns whether there are constants of a type: a primitive one or `String`, annotations apart.
pub(crate) fn is_constant_type(type_text: &str) -> bool {
    let named = type_text.rsplit(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    matches!(named, "boolean" | "byte" | "short" | "char" | "int" | "long" | "float" | "double" | "String")
}
