//! How a selector is compared with labels.

use examen_syntax::java::{Kind, Node};

/// What the values of a switch are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Numbers and characters, compared as `int`.
    Number,
    /// Strings; the name of their class as it is written here.
    Text(String),
    /// Constants of an enum whose name is known.
    Enum(String),
    /// Constants of an enum whose name is not known: compared by their own names.
    EnumName(String),
}

impl Comparison {
    /// The type of the variable that holds the selector.
    pub(super) fn variable_type(&self) -> &str {
        match self {
            Self::Number => "int",
            Self::Text(named) | Self::Enum(named) | Self::EnumName(named) => named,
        }
    }

    /// Returns what fails for a `null` selector, as a switch does.
    pub(super) fn null_check(&self) -> Option<&'static str> {
        match self {
            Self::Text(_) => Some("hashCode()"),
            Self::Enum(_) => Some("ordinal()"),
            Self::Number | Self::EnumName(_) => None,
        }
    }

    /// Returns what stands before and behind a label where the variable is compared with it.
    pub(super) fn around(&self, variable: &str, value: Node<'_>, is_equal: bool) -> (String, &'static str) {
        let operator = if is_equal { "==" } else { "!=" };
        let not = if is_equal { "" } else { "!" };
        match self {
            Self::Number if is_operand(value) => (format!("{variable} {operator} "), ""),
            Self::Number => (format!("{variable} {operator} ("), ")"),
            Self::Enum(named) if value.kind() == Kind::Identifier => (format!("{variable} {operator} {named}."), ""),
            Self::Enum(_) => (format!("{variable} {operator} "), ""),
            Self::Text(_) => (format!("{not}{variable}.equals("), ")"),
            Self::EnumName(_) => (format!("{not}{variable}.equals(\""), "\")"),
        }
    }

    /// A whole comparison.
    pub(super) fn text(&self, variable: &str, value: Node<'_>, source: &str, is_equal: bool) -> String {
        let (before, behind) = self.around(variable, value, is_equal);
        format!("{before}{}{behind}", value.text(source))
    }
}

/// Returns whether an expression can stand beside `==` without parentheses.
fn is_operand(value: Node<'_>) -> bool {
    !matches!(
        value.kind(),
        Kind::BinaryExpression
            | Kind::TernaryExpression
            | Kind::AssignmentExpression
            | Kind::LambdaExpression
            | Kind::InstanceofExpression
            | Kind::CastExpression
    )
}
