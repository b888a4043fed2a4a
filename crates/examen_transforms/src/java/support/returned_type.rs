//! The type of what a `return` hands over.

use examen_syntax::java::{Field, Kind, Node};

use super::statement_places::has_comment;
use crate::java_method::JavaMethod;

/// The type that the method around a `return` declares, be it one of a local class; nothing in a lambda, nor with a comment
/// in the type.
pub(crate) fn returned_type<'t>(method: &JavaMethod<'t>, statement: Node<'t>) -> Option<String> {
    let callable = method.model.enclosing_callable(statement);
    if callable.kind() != Kind::MethodDeclaration {
        return None;
    }
    let type_node = callable.child(Field::Type).filter(|&node| !has_comment(node))?;
    let brackets = callable.child(Field::Dimensions).map_or("", |dimensions| method.text(dimensions));
    Some(format!("{}{brackets}", method.text(type_node)))
}
