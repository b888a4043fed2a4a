//! The type of a selector, as far as declarations of the method and its file tell.

use examen_syntax::java::{Field, Kind, Node};

use super::{Selectors, Sort};
use crate::java::support::file_types::{MemberType, has_supertypes};

/// How many steps are taken from one expression to another.
const MOST_STEPS: usize = 8;

impl<'t> Selectors<'_, 't> {
    /// The sort of an expression's type; none if it is not certain.
    pub(super) fn sort_of(&self, expression: Node<'t>) -> Option<Sort> {
        self.follow(expression, MOST_STEPS)
    }

    fn follow(&self, expression: Node<'t>, steps: usize) -> Option<Sort> {
        let steps = steps.checked_sub(1)?;
        let part = |field| expression.child(field).and_then(|part| self.follow(part, steps));
        match expression.kind() {
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral
            | Kind::CharacterLiteral
            | Kind::UpdateExpression
            | Kind::UnaryExpression => Some(Sort::Number),
            Kind::StringLiteral => Some(Sort::Text),
            Kind::ParenthesizedExpression => {
                let inner = expression.named_children().find(|child| !child.kind().is_comment())?;
                self.follow(inner, steps)
            }
            Kind::CastExpression => Sort::of(self.method.text(expression.child(Field::Type)?)),
            Kind::AssignmentExpression => part(Field::Left),
            Kind::BinaryExpression => match expression.child(Field::Operator)?.kind_name() {
                "+" => match (part(Field::Left), part(Field::Right)) {
                    (Some(Sort::Text), _) | (_, Some(Sort::Text)) => Some(Sort::Text),
                    (Some(Sort::Number), Some(Sort::Number)) => Some(Sort::Number),
                    _ => None,
                },
                "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | ">>>" => Some(Sort::Number),
                _ => None,
            },
            Kind::TernaryExpression => {
                let first = part(Field::Consequence)?;
                (part(Field::Alternative)? == first).then_some(first)
            }
            Kind::This => {
                let class = *self.file().enclosing().first()?;
                let is_enum = class.kind() == Kind::EnumDeclaration && !self.is_in_local_class(expression);
                self.file().name_of(class).filter(|_| is_enum).and_then(Sort::of)
            }
            Kind::Identifier => self.sort_of_name(expression, steps),
            Kind::ArrayAccess => self.sort_of_element(expression),
            Kind::FieldAccess => self.sort_of_field(expression, steps),
            Kind::MethodInvocation => self.sort_of_call(expression, steps),
            _ => None,
        }
    }

    fn sort_of_name(&self, name: Node<'t>, steps: usize) -> Option<Sort> {
        let Some(index) = self.method.model.variable_at(name) else {
            if self.is_in_local_class(name) {
                return None;
            }
            return Sort::of_member(self.field(self.method.text(name))?);
        };
        let variable = self.method.model.variables().get(index)?;
        match variable.type_text(self.method.source) {
            Some(text) => Sort::of(&text),
            None => self.follow(variable.initializer?, steps),
        }
    }

    /// An element of an array that is a variable.
    fn sort_of_element(&self, access: Node<'t>) -> Option<Sort> {
        let array = access.child(Field::Array)?;
        let index = self.method.model.variable_at(array);
        let text = match index {
            Some(index) => self.method.model.variables().get(index)?.type_text(self.method.source)?,
            None if array.kind() == Kind::Identifier && !self.is_in_local_class(array) => {
                let member = self.field(self.method.text(array))?;
                format!("{}{}", member.text, if member.is_array { "[]" } else { "" })
            }
            None => return None,
        };
        Sort::of(text.strip_suffix("[]")?)
    }

    fn sort_of_field(&self, access: Node<'t>, steps: usize) -> Option<Sort> {
        let (object, name) = (access.child(Field::Object)?, access.child(Field::Field)?);
        let name = self.method.text(name);
        if object.kind() == Kind::This {
            let class = *self.file().enclosing().first().filter(|_| !self.is_in_local_class(access))?;
            let (_, member) = self.file().fields(class).find(|&(field, _)| field == name)?;
            return Sort::of_member(member);
        }
        let owner = self.owner(object, self.follow(object, steps))?;
        let (_, member) = self.file().fields(owner).find(|&(field, _)| field == name)?;
        self.seen_from_here(owner, member)
    }

    fn sort_of_call(&self, call: Node<'t>, steps: usize) -> Option<Sort> {
        let name = self.method.text(call.child(Field::Name)?);
        let arguments = call.child(Field::Arguments)?.named_children().filter(|child| !child.kind().is_comment());
        let arity = arguments.count();
        match (name, arity) {
            // All objects have these.
            ("hashCode", 0) => return Some(Sort::Number),
            ("toString", 0) => return Some(Sort::Text),
            _ => {}
        }
        let object = call.child(Field::Object).filter(|object| object.kind() != Kind::This);
        let Some(object) = object else {
            if self.is_in_local_class(call) {
                return None;
            }
            return Sort::of_member(self.own_method(name, arity)?);
        };
        let sort = self.follow(object, steps);
        if sort == Some(Sort::Text) {
            return string_method(name);
        }
        let owner = self.owner(object, sort)?;
        self.seen_from_here(owner, self.file().returned(owner, name, arity)?)
    }

    /// A method that is called by its simple name, if it is certain in which type it is declared.
    fn own_method(&self, name: &str, arity: usize) -> Option<MemberType<'t>> {
        for &class in self.file().enclosing() {
            if let Some(returned) = self.file().returned(class, name, arity) {
                return Some(returned);
            }
            if has_supertypes(class) {
                return None;
            }
        }
        None
    }

    /// The type of the file that an object has, or that is named where an object could be.
    fn owner(&self, object: Node<'t>, sort: Option<Sort>) -> Option<Node<'t>> {
        let named = match sort {
            Some(Sort::Named(named)) => named,
            None if object.kind() == Kind::Identifier && self.method.model.variable_at(object).is_none() => {
                self.method.text(object).to_owned()
            }
            _ => return None,
        };
        let simple = named.rsplit('.').next().unwrap_or_default();
        let mut found = self.file().declared().into_iter().filter(|it| it.path.rsplit('.').next() == Some(simple));
        let (owner, None) = (found.next()?, found.next()) else { return None };
        Some(owner.node)
    }

    /// The type of another type's member, by a name that means the same here.
    fn seen_from_here(&self, owner: Node<'t>, member: MemberType<'t>) -> Option<Sort> {
        let Sort::Named(named) = Sort::of_member(member)? else { return Sort::of_member(member) };
        let file = self.file();
        if file.enclosing().contains(&owner) || file.imports(&named) {
            return Some(Sort::Named(named));
        }
        let mut found = file.declared().into_iter().filter(|it| it.path.rsplit('.').next() == Some(named.as_str()));
        let (declared, None) = (found.next()?, found.next()) else { return None };
        Some(Sort::Named(self.name_in_scope(&declared.path, declared.node)))
    }
}

/// Returns what a method of `String` returns.
fn string_method(name: &str) -> Option<Sort> {
    match name {
        "charAt" | "length" | "indexOf" | "lastIndexOf" | "codePointAt" | "compareTo" => Some(Sort::Number),
        "trim" | "strip" | "toLowerCase" | "toUpperCase" | "substring" | "intern" | "replace" | "concat" | "repeat" => {
            Some(Sort::Text)
        }
        _ => None,
    }
}
