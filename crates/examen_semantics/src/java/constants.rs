//! Values of constant expressions (JLS 15.29).

use examen_syntax::java::Kind;

use super::bindings::Bindings;
use super::literals;
use super::outline::Index;
use super::walk::Declared;

/// The value of a constant expression. `byte` and `short` values are kept as `int`, which they become in any operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Constant {
    Boolean(bool),
    Int(i32),
    Long(i64),
    /// A UTF-16 code unit.
    Char(u16),
    String(String),
}

/// The compiler refuses longer strings, and doubling one a few times would fill the memory.
const LONGEST_STRING: usize = 65_535;

impl Bindings<'_> {
    /// The value of an expression, if it is constant by what is seen here. Fields are not seen, floating-point numbers
    /// and text blocks are left out.
    pub(super) fn constant(&self, index: Index) -> Option<Constant> {
        let outline = &self.outline;
        let operand = |at: usize| outline.children(index).nth(at).and_then(|operand| self.constant(operand));
        match outline.kind(index) {
            Kind::True => Some(Constant::Boolean(true)),
            Kind::False => Some(Constant::Boolean(false)),
            Kind::DecimalIntegerLiteral
            | Kind::HexIntegerLiteral
            | Kind::OctalIntegerLiteral
            | Kind::BinaryIntegerLiteral => literals::integer(self.text(index), false),
            Kind::CharacterLiteral => literals::character(self.text(index)),
            Kind::StringLiteral => literals::string(self.text(index)),
            Kind::Identifier => self.variables[self.variable(index)?].constant.clone(),
            Kind::ParenthesizedExpression => operand(0),
            Kind::UnaryExpression => {
                let inner = outline.first_child(index)?;
                let operator = self.operator(index);
                if operator == "-" && outline.kind(inner) == Kind::DecimalIntegerLiteral {
                    return literals::integer(self.text(inner), true);
                }
                unary(operator, self.constant(inner)?)
            }
            Kind::BinaryExpression => {
                let left = operand(0)?;
                binary(self.operator(index), left, operand(1)?)
            }
            Kind::TernaryExpression => {
                let Constant::Boolean(condition) = operand(0)? else { return None };
                choose(condition, operand(1)?, operand(2)?)
            }
            Kind::CastExpression => {
                let mut parts = outline.children(index);
                let (named, value, None) = (parts.next()?, parts.next()?, parts.next()) else { return None };
                convert(self.text(named), self.constant(value)?, true)
            }
            _ => None,
        }
    }

    /// The value of a `final` variable with an initialiser, if that makes it a constant variable (JLS 4.12.4).
    pub(super) fn constant_of_variable(&self, declared: Declared, initializer: Index) -> Option<Constant> {
        if declared.dimensions.is_some() {
            return None;
        }
        let constant = self.constant(initializer)?;
        match self.text(declared.type_index?) {
            "var" => Some(constant),
            named => convert(named, constant, false),
        }
    }
}

/// The value as one of another type; what only a cast may do is done when there is one.
#[expect(clippy::cast_sign_loss, reason = "conversions of Java keep the low bits")]
fn convert(named: &str, value: Constant, is_cast: bool) -> Option<Constant> {
    let number = match value {
        Constant::Boolean(_) => return (named == "boolean").then_some(value),
        Constant::String(_) => return matches!(named, "String" | "java.lang.String").then_some(value),
        Constant::Int(value) => i64::from(value),
        Constant::Char(value) => i64::from(value),
        Constant::Long(value) => value,
    };
    let converted = match named {
        "byte" => Constant::Int(i32::from(number as i8)),
        "short" => Constant::Int(i32::from(number as i16)),
        "char" => Constant::Char(number as u16),
        "int" => Constant::Int(number as i32),
        "long" => Constant::Long(number),
        _ => return None,
    };
    let is_kept = match converted {
        Constant::Int(value) => i64::from(value) == number,
        Constant::Char(value) => i64::from(value) == number,
        _ => true,
    };
    (is_cast || is_kept).then_some(converted)
}

fn unary(operator: &str, value: Constant) -> Option<Constant> {
    Some(match (operator, promoted(value)) {
        ("!", Constant::Boolean(value)) => Constant::Boolean(!value),
        ("+", number @ (Constant::Int(_) | Constant::Long(_))) => number,
        ("-", Constant::Int(value)) => Constant::Int(value.wrapping_neg()),
        ("-", Constant::Long(value)) => Constant::Long(value.wrapping_neg()),
        ("~", Constant::Int(value)) => Constant::Int(!value),
        ("~", Constant::Long(value)) => Constant::Long(!value),
        _ => return None,
    })
}

/// A `char` counts as an `int` in all operations but joining strings.
fn promoted(value: Constant) -> Constant {
    match value {
        Constant::Char(unit) => Constant::Int(i32::from(unit)),
        other => other,
    }
}

fn binary(operator: &str, left: Constant, right: Constant) -> Option<Constant> {
    if operator == "+" && matches!((&left, &right), (Constant::String(_), _) | (_, Constant::String(_))) {
        return joined(left, &right);
    }
    match (promoted(left), promoted(right)) {
        (Constant::Boolean(left), Constant::Boolean(right)) => Some(Constant::Boolean(match operator {
            "&&" | "&" => left & right,
            "||" | "|" => left | right,
            "^" | "!=" => left != right,
            "==" => left == right,
            _ => return None,
        })),
        (Constant::String(left), Constant::String(right)) => match operator {
            // Equal constant strings are one object.
            "==" => Some(Constant::Boolean(left == right)),
            "!=" => Some(Constant::Boolean(left != right)),
            _ => None,
        },
        (left, right) if matches!(operator, "<<" | ">>" | ">>>") => shifted(operator, &left, &right),
        (Constant::Int(left), Constant::Int(right)) => {
            compared(operator, &left, &right).or_else(|| on_ints(operator, left, right).map(Constant::Int))
        }
        (left, right) => {
            let (left, right) = (long(&left)?, long(&right)?);
            compared(operator, &left, &right).or_else(|| on_longs(operator, left, right).map(Constant::Long))
        }
    }
}

fn long(value: &Constant) -> Option<i64> {
    match *value {
        Constant::Int(value) => Some(i64::from(value)),
        Constant::Long(value) => Some(value),
        _ => None,
    }
}

fn compared<T: Ord>(operator: &str, left: &T, right: &T) -> Option<Constant> {
    Some(Constant::Boolean(match operator {
        "==" => left == right,
        "!=" => left != right,
        "<" => left < right,
        "<=" => left <= right,
        ">" => left > right,
        ">=" => left >= right,
        _ => return None,
    }))
}

fn on_ints(operator: &str, left: i32, right: i32) -> Option<i32> {
    Some(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if right != 0 => left.wrapping_div(right),
        "%" if right != 0 => left.wrapping_rem(right),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        _ => return None,
    })
}

fn on_longs(operator: &str, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" if right != 0 => left.wrapping_div(right),
        "%" if right != 0 => left.wrapping_rem(right),
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        _ => return None,
    })
}

/// The result has the type of the left operand alone; of the right one only the low bits count.
#[expect(clippy::cast_sign_loss, reason = "the distance is taken modulo the width, as in Java")]
fn shifted(operator: &str, left: &Constant, right: &Constant) -> Option<Constant> {
    let distance = long(right)? as u32;
    Some(match (operator, left) {
        ("<<", &Constant::Int(left)) => Constant::Int(left.wrapping_shl(distance)),
        (">>", &Constant::Int(left)) => Constant::Int(left.wrapping_shr(distance)),
        (">>>", &Constant::Int(left)) => Constant::Int((left.cast_unsigned().wrapping_shr(distance)).cast_signed()),
        ("<<", &Constant::Long(left)) => Constant::Long(left.wrapping_shl(distance)),
        (">>", &Constant::Long(left)) => Constant::Long(left.wrapping_shr(distance)),
        (">>>", &Constant::Long(left)) => Constant::Long((left.cast_unsigned().wrapping_shr(distance)).cast_signed()),
        _ => return None,
    })
}

fn joined(left: Constant, right: &Constant) -> Option<Constant> {
    let mut text = match left {
        Constant::String(text) => text,
        other => as_text(&other)?,
    };
    match right {
        Constant::String(right) => text.push_str(right),
        other => text.push_str(&as_text(other)?),
    }
    (text.len() <= LONGEST_STRING).then_some(Constant::String(text))
}

fn as_text(value: &Constant) -> Option<String> {
    match value {
        Constant::Boolean(value) => Some(value.to_string()),
        Constant::Int(value) => Some(value.to_string()),
        Constant::Long(value) => Some(value.to_string()),
        Constant::Char(unit) => String::from_utf16(&[*unit]).ok(),
        Constant::String(text) => Some(text.clone()),
    }
}

/// Of `condition ? first : second`; mixtures whose type depends on the values are left out.
fn choose(condition: bool, first: Constant, second: Constant) -> Option<Constant> {
    if std::mem::discriminant(&first) == std::mem::discriminant(&second) {
        return Some(if condition { first } else { second });
    }
    let (first, second) = (long(&first)?, long(&second)?);
    Some(Constant::Long(if condition { first } else { second }))
}
