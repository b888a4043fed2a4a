//! The type of a value, as far as the method alone determines it: enough to know what is taken out of or put into an object.

use examen_syntax::java::{Field, Kind, Node};

use super::precedence::{operator, sides};
use crate::java_method::JavaMethod;

/// The type of a value or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueType {
    Primitive(Primitive),
    /// A class whose objects hold a primitive value: which one.
    Boxed(Primitive),
    /// A class or interface whose variables may hold such an object, although it is none of these classes.
    Open,
    /// Any other class, interface, array or type variable.
    Reference,
    /// That of `null`.
    Null,
    Unknown,
}

/// A primitive type, numbers by their widths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Primitive {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
}

use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};

/// Expressions are looked into no deeper than this.
const DEEPEST: u32 = 64;

impl ValueType {
    /// Of a type as written, with all its dimensions.
    fn of_name(text: &str) -> Self {
        if text.ends_with(']') {
            return Self::Reference;
        }
        let name = text.split(['<', ' ', '\n', '\r', '\t', '@', '/']).next().unwrap_or_default();
        match name.rsplit('.').next().unwrap_or_default() {
            "boolean" => Self::Primitive(Boolean),
            "byte" => Self::Primitive(Byte),
            "short" => Self::Primitive(Short),
            "char" => Self::Primitive(Char),
            "int" => Self::Primitive(Int),
            "long" => Self::Primitive(Long),
            "float" => Self::Primitive(Float),
            "double" => Self::Primitive(Double),
            "Boolean" => Self::Boxed(Boolean),
            "Byte" => Self::Boxed(Byte),
            "Short" => Self::Boxed(Short),
            "Character" => Self::Boxed(Char),
            "Integer" => Self::Boxed(Int),
            "Long" => Self::Boxed(Long),
            "Float" => Self::Boxed(Float),
            "Double" => Self::Boxed(Double),
            "Object" | "Number" | "Comparable" | "Serializable" | "Constable" | "ConstantDesc" => Self::Open,
            "" | "var" | "void" => Self::Unknown,
            _ => Self::Reference,
        }
    }

    /// Returns whether this is an object that neither is a number or truth value nor can be taken for one.
    pub(crate) fn is_object(self) -> bool {
        matches!(self, Self::Open | Self::Reference)
    }

    pub(crate) fn is_primitive(self) -> bool {
        matches!(self, Self::Primitive(_))
    }

    /// The type of a number in an operation that widens it to `int` at least.
    fn promoted(self) -> Self {
        match self {
            Self::Primitive(Byte | Short | Char) => Self::Primitive(Int),
            other => other,
        }
    }

    /// Of an operation on two numbers (JLS 5.6).
    fn of_both(left: Self, right: Self) -> Self {
        match (left.promoted(), right.promoted()) {
            // Any number joins in; no other value could.
            (Self::Primitive(Double), _) | (_, Self::Primitive(Double)) => Self::Primitive(Double),
            (Self::Primitive(left), Self::Primitive(right)) if left != Boolean && right != Boolean => {
                Self::Primitive(left.max(right))
            }
            _ => Self::Unknown,
        }
    }
}

impl<'t> JavaMethod<'t> {
    /// The type of a value.
    pub(crate) fn value_type(&self, value: Node<'t>) -> ValueType {
        self.type_of(value, DEEPEST)
    }

    /// The type that a declaration, cast or method names.
    pub(crate) fn named_type(&self, named: Node<'t>) -> ValueType {
        ValueType::of_name(self.text(named))
    }

    fn type_of(&self, value: Node<'t>, depth: u32) -> ValueType {
        let Some(depth) = depth.checked_sub(1) else { return ValueType::Unknown };
        let of = |field| value.child(field).map_or(ValueType::Unknown, |part| self.type_of(part, depth));
        match value.kind() {
            Kind::True | Kind::False | Kind::InstanceofExpression => ValueType::Primitive(Boolean),
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral => {
                ValueType::Primitive(if self.text(value).ends_with(['l', 'L']) { Long } else { Int })
            }
            Kind::DecimalFloatingPointLiteral | Kind::HexFloatingPointLiteral => {
                ValueType::Primitive(if self.text(value).ends_with(['f', 'F']) { Float } else { Double })
            }
            Kind::CharacterLiteral => ValueType::Primitive(Char),
            Kind::StringLiteral
            | Kind::ClassLiteral
            | Kind::This
            | Kind::LambdaExpression
            | Kind::MethodReference
            | Kind::ArrayCreationExpression => ValueType::Reference,
            Kind::ObjectCreationExpression => {
                value.child(Field::Type).map_or(ValueType::Unknown, |named| self.named_type(named))
            }
            Kind::NullLiteral => ValueType::Null,
            Kind::Identifier => self.variable_type(value),
            Kind::ParenthesizedExpression => {
                super::precedence::inside(value).map_or(ValueType::Unknown, |inner| self.type_of(inner, depth))
            }
            Kind::AssignmentExpression => of(Field::Left),
            Kind::UpdateExpression => {
                let operand = value.named_children().find(|child| !child.kind().is_comment());
                operand.map_or(ValueType::Unknown, |operand| self.type_of(operand, depth))
            }
            Kind::UnaryExpression => match (operator(value), of(Field::Operand)) {
                ("!", _) => ValueType::Primitive(Boolean),
                (_, number @ ValueType::Primitive(_)) => number.promoted(),
                _ => ValueType::Unknown,
            },
            Kind::BinaryExpression => self.operation_type(value, depth),
            Kind::TernaryExpression => {
                let (first, second) = (of(Field::Consequence), of(Field::Alternative));
                if first == second { first } else { ValueType::Unknown }
            }
            Kind::CastExpression if !super::precedence::may_be_misread_cast(value) => {
                value.child(Field::Type).map_or(ValueType::Unknown, |named| self.named_type(named))
            }
            Kind::FieldAccess if self.is_array_length(value) => ValueType::Primitive(Int),
            Kind::ArrayAccess => self.element_type(value),
            _ => ValueType::Unknown,
        }
    }

    fn operation_type(&self, value: Node<'t>, depth: u32) -> ValueType {
        let Some((left, right)) = sides(value) else { return ValueType::Unknown };
        let operator = operator(value);
        if matches!(operator, "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=") {
            return ValueType::Primitive(Boolean);
        }
        let left = self.type_of(left, depth);
        if matches!(operator, "<<" | ">>" | ">>>") {
            return if left.is_primitive() { left.promoted() } else { ValueType::Unknown };
        }
        let right = self.type_of(right, depth);
        let boolean = ValueType::Primitive(Boolean);
        match operator {
            "&" | "|" | "^" if left == boolean || right == boolean => boolean,
            // One of them must be a string; where it is not this one, it is the other.
            "+" if left.is_object() || right.is_object() => ValueType::Reference,
            // An operand of an unknown type may be a string.
            "+" if !left.is_primitive() || !right.is_primitive() => ValueType::Unknown,
            _ => ValueType::of_both(left, right),
        }
    }

    /// Of a simple name; fields are not looked up.
    fn variable_type(&self, name: Node<'t>) -> ValueType {
        let text = self.type_text(name);
        text.map_or(ValueType::Unknown, |text| ValueType::of_name(&text))
    }

    fn element_type(&self, access: Node<'t>) -> ValueType {
        let array = access.child(Field::Array).filter(|array| array.kind() == Kind::Identifier);
        let text = array.and_then(|array| self.type_text(array));
        let element = text.as_deref().and_then(|text| text.strip_suffix(']')).map(str::trim_end);
        let element = element.and_then(|text| text.strip_suffix('[')).map(str::trim_end);
        element.map_or(ValueType::Unknown, ValueType::of_name)
    }

    fn is_array_length(&self, access: Node<'t>) -> bool {
        let array = access.child(Field::Object).filter(|array| array.kind() == Kind::Identifier);
        let is_array = array.and_then(|array| self.type_text(array)).is_some_and(|text| text.ends_with(']'));
        is_array && access.child(Field::Field).is_some_and(|field| self.text(field) == "length")
    }

    /// The declared type of the variable that a name surely means.
    fn type_text(&self, name: Node<'t>) -> Option<String> {
        let variable = self.model.variables().get(self.model.variable_at(name)?)?;
        if variable.doubts.iter().any(|doubt| doubt.node == name) {
            return None;
        }
        variable.type_text(self.source)
    }
}
