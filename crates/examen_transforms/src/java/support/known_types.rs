//! Types of expressions that follow from a declaration in sight.

use examen_syntax::java::{Field, Kind, Node};

use super::own_fields::OwnFields;
use crate::java_method::JavaMethod;

/// Types of variables, of the class's own fields, and of elements of arrays among them.
#[derive(Debug)]
pub(crate) struct KnownTypes<'m, 't> {
    method: &'m JavaMethod<'t>,
    pub(crate) own_fields: OwnFields<'t>,
}

impl<'m, 't> KnownTypes<'m, 't> {
    pub(crate) fn of(method: &'m JavaMethod<'t>) -> Self {
        Self { method, own_fields: OwnFields::of(method) }
    }

    /// The type as text that can be written again, brackets behind a name at its end; nothing with annotations or
    /// comments in it.
    pub(crate) fn type_of(&self, expression: Node<'t>) -> Option<String> {
        let mut array = expression;
        let mut indices = 0;
        while array.kind() == Kind::ArrayAccess {
            array = array.child(Field::Array)?;
            indices += 1;
        }
        let declared = match self.variable_type(array) {
            Some(known) => known,
            None => self.own_fields.named(self.method, array)?.type_text.clone(),
        };
        if declared.contains(['@', '/']) {
            return None;
        }
        let mut element = declared.as_str();
        for _ in 0..indices {
            element = without_brackets(element)?;
        }
        Some(element.trim().to_owned())
    }

    /// The type that a variable is declared with, where the name is surely the variable's.
    fn variable_type(&self, name: Node<'t>) -> Option<String> {
        let model = &self.method.model;
        let index = model.variable_at(name).filter(|_| name.kind() == Kind::Identifier)?;
        let variable = model.variables().get(index)?;
        if variable.doubts.iter().any(|doubt| doubt.node == name) {
            return None;
        }
        variable.type_text(self.method.source).or_else(|| self.literal_type(variable.initializer?))
    }

    /// The type of a whole number, which is that of `var a = 1`.
    fn literal_type(&self, value: Node<'t>) -> Option<String> {
        if value.kind() != Kind::DecimalIntegerLiteral {
            return None;
        }
        let is_long = self.method.text(value).ends_with(['l', 'L']);
        Some(if is_long { "long" } else { "int" }.to_owned())
    }
}

/// The type of an array's elements.
pub(crate) fn without_brackets(type_text: &str) -> Option<&str> {
    type_text.trim_end().strip_suffix(']')?.trim_end().strip_suffix('[').map(str::trim_end)
}
