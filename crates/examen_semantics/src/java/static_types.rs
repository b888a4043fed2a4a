//! What can be told of an expression's type from one method alone: enough to know what may unbox, concatenate or divide.

use examen_syntax::java::Kind;

use super::bindings::Bindings;
use super::outline::Index;
use super::walk::Declared;

/// A sort of type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StaticType {
    Boolean,
    /// `byte`, `short`, `char`, `int` or `long`.
    Integral,
    /// `float` or `double`.
    Floating,
    String,
    /// One of the classes that stand for primitive types.
    Boxed,
    Array,
    /// The type of `null`.
    Null,
    /// A class, interface or type variable that is none of the above by its name.
    Reference,
    /// Anything.
    Unknown,
}

impl StaticType {
    /// Whether a value of the type is not an object.
    pub(super) fn is_primitive(self) -> bool {
        matches!(self, Self::Boolean | Self::Integral | Self::Floating)
    }

    /// Whether a value that is needed as a primitive one may have to be taken out of an object, which may be `null`.
    pub(super) fn may_unbox(self) -> bool {
        !self.is_primitive()
    }

    /// Whether the value, as a part of a string, may be asked for its text by a method that anyone may have written.
    pub(super) fn may_have_own_text(self) -> bool {
        matches!(self, Self::Array | Self::Reference | Self::Unknown)
    }

    fn of_name(name: &str) -> Self {
        match name.strip_prefix("java.lang.").unwrap_or(name) {
            "var" => Self::Unknown,
            "String" => Self::String,
            "Boolean" | "Byte" | "Short" | "Character" | "Integer" | "Long" | "Float" | "Double" => Self::Boxed,
            _ => Self::Reference,
        }
    }

    /// Of an operator that is neither a comparison nor a shift.
    fn of_operation(operator: &str, left: Self, right: Self) -> Self {
        match (operator, left, right) {
            ("&" | "|" | "^", Self::Boolean, _) | ("&" | "|" | "^", _, Self::Boolean) => Self::Boolean,
            // One operand must be a string; where it is not this one, it is the other.
            ("+", Self::String | Self::Reference | Self::Array | Self::Null, _)
            | ("+", _, Self::String | Self::Reference | Self::Array | Self::Null) => Self::String,
            (_, Self::Floating, _) | (_, _, Self::Floating) if operator != "+" => Self::Floating,
            (_, Self::Floating, Self::Integral | Self::Floating) | (_, Self::Integral, Self::Floating) => {
                Self::Floating
            }
            (_, Self::Integral, Self::Integral) => Self::Integral,
            _ => Self::Unknown,
        }
    }
}

impl Bindings<'_> {
    /// The sort of the type that a declaration gives; unknown for `var`.
    pub(super) fn declared_type(&self, declared: Declared) -> StaticType {
        if declared.dimensions.is_some() || declared.is_variadic {
            return StaticType::Array;
        }
        declared.type_index.map_or(StaticType::Unknown, |index| self.named_type(index))
    }

    /// The sort of a type as written.
    pub(super) fn named_type(&self, index: Index) -> StaticType {
        match self.outline.kind(index) {
            Kind::BooleanType => StaticType::Boolean,
            Kind::IntegralType => StaticType::Integral,
            Kind::FloatingPointType => StaticType::Floating,
            Kind::ArrayType => StaticType::Array,
            Kind::TypeIdentifier | Kind::ScopedTypeIdentifier => StaticType::of_name(self.text(index)),
            Kind::AnnotatedType => {
                self.outline.children(index).last().map_or(StaticType::Unknown, |inner| self.named_type(inner))
            }
            _ => StaticType::Reference,
        }
    }

    /// The sort of an expression's type.
    pub(super) fn static_type(&self, index: Index) -> StaticType {
        let operand = |at: usize| {
            self.outline.children(index).nth(at).map_or(StaticType::Unknown, |operand| self.static_type(operand))
        };
        match self.outline.kind(index) {
            Kind::True | Kind::False | Kind::InstanceofExpression => StaticType::Boolean,
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral
            | Kind::CharacterLiteral => StaticType::Integral,
            Kind::DecimalFloatingPointLiteral | Kind::HexFloatingPointLiteral => StaticType::Floating,
            Kind::StringLiteral => StaticType::String,
            Kind::NullLiteral => StaticType::Null,
            Kind::Identifier => {
                self.variable(index).map_or(StaticType::Unknown, |variable| self.variables[variable].static_type)
            }
            Kind::ParenthesizedExpression | Kind::AssignmentExpression | Kind::UpdateExpression => operand(0),
            Kind::UnaryExpression => match (self.operator(index), operand(0)) {
                ("!", _) => StaticType::Boolean,
                (_, primitive @ (StaticType::Integral | StaticType::Floating)) => primitive,
                _ => StaticType::Unknown,
            },
            Kind::BinaryExpression => match self.operator(index) {
                "&&" | "||" | "==" | "!=" | "<" | "<=" | ">" | ">=" => StaticType::Boolean,
                // A shift has the type of its left operand alone.
                "<<" | ">>" | ">>>" => match operand(0) {
                    StaticType::Integral => StaticType::Integral,
                    _ => StaticType::Unknown,
                },
                operator => StaticType::of_operation(operator, operand(0), operand(1)),
            },
            Kind::TernaryExpression => {
                let (first, second) = (operand(1), operand(2));
                if first == second { first } else { StaticType::Unknown }
            }
            Kind::CastExpression if !self.is_misread_cast(index) => {
                self.outline.first_child(index).map_or(StaticType::Unknown, |named| self.named_type(named))
            }
            Kind::FieldAccess if self.is_array_length(index) => StaticType::Integral,
            Kind::ArrayCreationExpression | Kind::ArrayInitializer => StaticType::Array,
            Kind::ObjectCreationExpression
            | Kind::ClassLiteral
            | Kind::This
            | Kind::LambdaExpression
            | Kind::MethodReference => StaticType::Reference,
            _ => StaticType::Unknown,
        }
    }

    /// Whether a field access is the length of an array that is a variable.
    pub(super) fn is_array_length(&self, index: Index) -> bool {
        let mut parts = self.outline.children(index);
        let (Some(object), Some(field)) = (parts.next(), parts.last()) else { return false };
        self.outline.kind(object) == Kind::Identifier
            && self.static_type(object) == StaticType::Array
            && self.text(field) == "length"
    }
}
