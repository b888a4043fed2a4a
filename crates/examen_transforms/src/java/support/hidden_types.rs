//! Names of types that mean something else inside a method.

use std::collections::BTreeSet;

use examen_syntax::java::{Field, Kind, Node};

use crate::java_method::JavaMethod;

/// The types that a method declares itself: a type of the same name from outside cannot be written where they are.
#[derive(Debug)]
pub(crate) struct HiddenTypes<'t> {
    local: BTreeSet<&'t str>,
    parameters: BTreeSet<&'t str>,
}

impl<'t> HiddenTypes<'t> {
    pub(crate) fn of(method: &JavaMethod<'t>) -> Self {
        let classes = method.method.node.descendants().filter(|node| node.kind().is_type_declaration());
        let names = classes.filter_map(|class| class.child(Field::Name));
        let list = method.method.node.child(Field::TypeParameters);
        let parameters = list.into_iter().flat_map(Node::named_children);
        let parameter_names = parameters.filter_map(|parameter| parameter.child_of_kind(Kind::TypeIdentifier));
        Self {
            local: names.map(|name| method.text(name)).collect(),
            parameters: parameter_names.map(|name| method.text(name)).collect(),
        }
    }

    /// Returns whether a type that the method's head names may be another one in its body.
    pub(crate) fn hide_from_head(&self, type_text: &str) -> bool {
        !self.local.is_empty() && names(type_text).any(|name| self.local.contains(name))
    }

    /// Returns whether a type that the class names may be another one in the method.
    pub(crate) fn hide_from_class(&self, type_text: &str) -> bool {
        self.hide_from_head(type_text) || names(type_text).any(|name| self.parameters.contains(name))
    }
}

fn names(type_text: &str) -> impl Iterator<Item = &str> {
    type_text.split(|character: char| !character.is_alphanumeric() && !matches!(character, '_' | '$'))
}
