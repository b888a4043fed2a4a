//! The sort of values that a switch is about.
//!
//! There is no type checker: the labels tell, or the declaration of what is switched over, or what else the file declares.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use examen_semantics::java::Constant;
use examen_syntax::java::{Field, Kind, Node};

use super::Switch;
use super::comparison::Comparison;
use crate::java::support::file_types::{FileTypes, MemberType};
use crate::java_method::JavaMethod;
use number_holders::is_number_holder;

mod expression_type;
mod number_holders;

/// What the switches of a method are about.
pub(super) struct Selectors<'m, 't> {
    method: &'m JavaMethod<'t>,
    file: OnceCell<FileTypes<'t>>,
    constants: OnceCell<BTreeMap<&'t str, Option<Sort>>>,
    enums: OnceCell<Vec<BTreeSet<&'t str>>>,
}

/// A sort of type that can be switched over.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sort {
    /// `byte`, `short`, `char`, `int` or one of their boxes.
    Number,
    Text,
    /// Another class, by its name as written: an enum, if it is switched over.
    Named(String),
}

impl Sort {
    /// Of a type as it is written.
    fn of(text: &str) -> Option<Self> {
        match text.strip_prefix("java.lang.").unwrap_or(text) {
            "int" | "char" | "short" | "byte" | "Integer" | "Character" | "Short" | "Byte" => Some(Self::Number),
            "String" => Some(Self::Text),
            "long" | "boolean" | "float" | "double" | "void" | "var" | "Object" | "" => None,
            _ if text.chars().all(|char| char == '.' || char == '_' || char.is_alphanumeric()) => {
                Some(Self::Named(text.to_owned()))
            }
            _ => None,
        }
    }

    fn of_member(member: MemberType<'_>) -> Option<Self> {
        if member.is_array { None } else { Self::of(member.text) }
    }
}

impl<'m, 't> Selectors<'m, 't> {
    pub(super) fn new(method: &'m JavaMethod<'t>) -> Self {
        Self { method, file: OnceCell::new(), constants: OnceCell::new(), enums: OnceCell::new() }
    }

    /// Returns how the selector is compared with the labels.
    pub(super) fn comparison(&self, switch: &Switch<'t>, values: &[Node<'t>]) -> Result<Comparison, &'static str> {
        let told = self.sort_of(switch.selector);
        let is_bare = |value: &Node<'t>| value.kind() == Kind::Identifier;
        match told {
            Some(Sort::Number) => return Ok(Comparison::Number),
            Some(Sort::Text) => return Ok(self.text()),
            Some(Sort::Named(named)) => return self.named_enum(named, values),
            None => {}
        }
        if values.is_empty() {
            return Err("unknown-selector-type");
        }
        match values.iter().find_map(|&value| self.sort_of_label(value)) {
            Some(Sort::Text) => return Ok(self.text()),
            Some(_) => return Ok(Comparison::Number),
            None => {}
        }
        if !values.iter().all(is_bare) {
            return Err("unknown-label-type");
        }
        let names: Vec<&str> = values.iter().map(|&value| self.method.text(value)).collect();
        if self.is_in_one_enum(&names) || self.can_only_be_enum(switch.node, &names) {
            return Ok(Comparison::EnumName(self.file().of_lang("String")));
        }
        Err("unknown-label-type")
    }

    fn text(&self) -> Comparison {
        Comparison::Text(self.file().of_lang("String"))
    }

    fn file(&self) -> &FileTypes<'t> {
        self.file.get_or_init(|| FileTypes::around(self.method))
    }

    /// An enum by its name, if the name can be written where the switch is.
    fn named_enum(&self, named: String, values: &[Node<'t>]) -> Result<Comparison, &'static str> {
        let can_be = |value: &Node<'t>| matches!(value.kind(), Kind::Identifier | Kind::FieldAccess);
        if !values.iter().all(can_be) {
            return Err("labels-unlike-selector");
        }
        let first = named.split('.').next().unwrap_or_default();
        let is_variable = self.method.model.variables().iter().any(|variable| variable.name == first);
        if is_variable || self.file().is_type_parameter(first) {
            return Err("enum-name-hidden");
        }
        let class = self.file().enclosing().first();
        if self.method.method.is_constructor() && class.is_some_and(|class| class.kind() == Kind::EnumDeclaration) {
            // Its constants are not all there yet.
            return Err("constructor-of-enum");
        }
        Ok(Comparison::Enum(named))
    }

    /// A label that tells by itself what the others are.
    fn sort_of_label(&self, value: Node<'t>) -> Option<Sort> {
        match self.method.model.constant(value) {
            Some(Constant::String(_)) => return Some(Sort::Text),
            Some(Constant::Int(_) | Constant::Char(_)) => return Some(Sort::Number),
            _ => {}
        }
        match value.kind() {
            Kind::StringLiteral => Some(Sort::Text),
            Kind::CharacterLiteral => Some(Sort::Number),
            Kind::Identifier => self.constants().get(self.method.text(value)).cloned().flatten(),
            Kind::FieldAccess => {
                let object = value.child(Field::Object).filter(|object| object.kind() == Kind::Identifier);
                if object.is_some_and(|object| is_number_holder(self.method.text(object), self.file())) {
                    return Some(Sort::Number);
                }
                self.sort_of(value).filter(|sort| !matches!(sort, Sort::Named(_)))
            }
            Kind::ParenthesizedExpression | Kind::CastExpression | Kind::UnaryExpression | Kind::BinaryExpression => {
                let has_text = value.descendants().any(|node| node.kind() == Kind::StringLiteral);
                if has_text { Some(Sort::Text) } else { self.sort_of(value) }
            }
            _ => None,
        }
    }

    /// The constants of the types around the method, by their names; those of inner types hide others.
    fn constants(&self) -> &BTreeMap<&'t str, Option<Sort>> {
        self.constants.get_or_init(|| {
            let mut constants = BTreeMap::new();
            let file = self.file();
            for &class in file.enclosing().iter().rev() {
                for (name, member) in file.fields(class).filter(|(_, member)| member.is_final) {
                    constants.insert(name, Sort::of_member(member).filter(|sort| !matches!(sort, Sort::Named(_))));
                }
            }
            constants
        })
    }

    /// Returns whether an enum of the file has all the names. The selector may be of another enum that has them too, so
    /// that this enum's name is not to be used.
    fn is_in_one_enum(&self, names: &[&str]) -> bool {
        self.enums().iter().any(|constants| names.iter().all(|name| constants.contains(name)))
    }

    fn enums(&self) -> &[BTreeSet<&'t str>] {
        self.enums.get_or_init(|| {
            let declared = self.file().declared().into_iter();
            let enums = declared.filter(|declared| declared.node.kind() == Kind::EnumDeclaration);
            enums.map(|it| self.file().enum_constants(it.node).collect()).collect()
        })
    }

    /// The name of a type of the file: without those around it where they are around the method too.
    fn name_in_scope(&self, path: &str, node: Node<'t>) -> String {
        let owner = path.rsplit_once('.').map(|(owner, _)| owner);
        let file = self.file();
        let is_around = |&class: &Node<'t>| class.span().contains(node.span());
        let is_simple = owner.is_none()
            || file.enclosing().contains(&node)
            || file.enclosing().iter().filter(|class| is_around(class)).count() == path.matches('.').count();
        if is_simple { path.rsplit('.').next().unwrap_or(path).to_owned() } else { path.to_owned() }
    }

    /// Returns whether names can be nothing but an enum's constants: no other constant can be meant by a name that is
    /// neither declared in a type around the switch, nor inherited by one, nor imported.
    fn can_only_be_enum(&self, switch: Node<'t>, names: &[&str]) -> bool {
        let file = self.file();
        self.method.method.enclosing_type().is_some()
            && !self.is_in_local_class(switch)
            && !file.enclosing().iter().any(|&class| file.may_inherit_fields(class))
            && names.iter().all(|name| !file.imports_statically(name) && !self.constants().contains_key(name))
            && !self.method.model.variables().iter().any(|variable| names.contains(&variable.name))
    }

    /// Returns whether a node stands in a class inside the method, where names may mean what that class inherits.
    fn is_in_local_class(&self, node: Node<'t>) -> bool {
        let mut above = std::iter::successors(Some(node), |&node| self.method.model.parent(node));
        above.any(|node| {
            matches!(node.kind(), Kind::ClassBody | Kind::InterfaceBody | Kind::EnumBody | Kind::AnnotationTypeBody)
        })
    }

    /// The type of a field by its simple name, if it is certain which field is meant.
    fn field(&self, name: &str) -> Option<MemberType<'t>> {
        for &class in self.file().enclosing() {
            if let Some((_, member)) = self.file().fields(class).find(|&(field, _)| field == name) {
                return Some(member);
            }
            if self.file().may_inherit_fields(class) {
                return None;
            }
        }
        None
    }
}
