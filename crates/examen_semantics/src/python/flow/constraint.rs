//! What tests and constants tell about a variable.

use examen_syntax::python::{CompareOp, Comparison, Expr, ExprKind, Id, UnaryOp};

use crate::python::model::Model;

/// Something known about the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Constraint {
    /// It is true, or false, in a boolean context.
    Truth(bool),
    /// It is `None`, or is not.
    None(bool),
    /// It compares so with a number.
    Number(Relation, f64),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// What is known of a variable that is assigned an expression; nothing unless it is a simple constant.
pub(super) fn constant(model: &Model<'_>, value: Id<Expr>) -> Option<Constraint> {
    match model.tree[value].kind {
        ExprKind::True => Some(Constraint::Truth(true)),
        ExprKind::False => Some(Constraint::Truth(false)),
        ExprKind::None => Some(Constraint::None(true)),
        ExprKind::Number => Number::parse(model.text(model.tree[value].span)).map(Number::constraint),
        ExprKind::Unary { op: UnaryOp::Minus, operand } if matches!(model.tree[operand].kind, ExprKind::Number) => {
            let number = Number::parse(model.text(model.tree[operand].span))?;
            Some(Number { value: 0.0 - number.value, ..number }.constraint())
        }
        ExprKind::Unary { op: UnaryOp::Not, operand } => Some(constant(model, operand)?.inverse()),
        _ => None,
    }
}

/// Whether a test is always true or always false. Strings are not looked at: they stand where code is commented out.
pub(super) fn truth(model: &Model<'_>, test: Id<Expr>) -> Option<bool> {
    let constant = constant(model, test)?;
    if constant.is_true() { Some(true) } else { constant.is_false().then_some(false) }
}

/// The same, strings included.
pub(super) fn literal_truth(model: &Model<'_>, test: Id<Expr>) -> Option<bool> {
    let ExprKind::String { parts } = model.tree[test].kind else { return truth(model, test) };
    let mut is_empty = true;
    for part in model.tree.list(parts) {
        let literal = model.text(part.span);
        let quoted = literal.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if literal[..literal.len() - quoted.len()].contains(['f', 'F', 't', 'T']) {
            return None;
        }
        is_empty &= matches!(quoted, "''" | "\"\"" | "''''''" | "\"\"\"\"\"\"");
    }
    Some(!is_empty)
}

impl Constraint {
    /// What is known of the name on the left when a comparison holds.
    pub(super) fn of_comparison(model: &Model<'_>, comparison: Comparison) -> Option<Self> {
        let right = &model.tree[comparison.right];
        match (right.kind, comparison.op) {
            (ExprKind::None, CompareOp::Is) => Some(Self::None(true)),
            (ExprKind::None, CompareOp::IsNot) => Some(Self::None(false)),
            (ExprKind::Number, op) => {
                let relation = match op {
                    CompareOp::Is => Relation::Equal,
                    CompareOp::IsNot => Relation::NotEqual,
                    _ => Relation::of(op)?,
                };
                let number = Number::parse(model.text(right.span)).filter(|number| number.is_exact_integer)?;
                Some(Self::Number(relation, number.value))
            }
            _ => None,
        }
    }

    /// What is known when this does not hold.
    pub(super) const fn inverse(self) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(!truth),
            Self::None(is_none) => Self::None(!is_none),
            Self::Number(relation, number) => Self::Number(relation.inverse(), number),
        }
    }

    /// Whether both cannot be known of one value.
    pub(super) fn contradicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Truth(true), _) => other.is_false(),
            (Self::Truth(false), _) => other.is_true(),
            (Self::None(true), _) => matches!(other, Self::None(false) | Self::Truth(true)),
            (Self::None(false), _) => other == Self::None(true),
            (Self::Number(..), Self::Truth(true)) => self.is_false(),
            (Self::Number(..), Self::Truth(false)) => self.is_true(),
            (Self::Number(relation, _), Self::None(is_none)) => relation == Relation::Equal && is_none,
            (Self::Number(relation, number), Self::Number(other_relation, other_number)) => {
                are_disjoint((relation, number), (other_relation, other_number))
            }
        }
    }

    fn is_true(self) -> bool {
        match self {
            Self::Truth(truth) => truth,
            Self::None(_) => false,
            Self::Number(relation, number) => match relation {
                Relation::Equal => number != 0.0,
                Relation::NotEqual => number == 0.0,
                Relation::GreaterEqual => number > 0.0,
                Relation::Greater => number >= 0.0,
                Relation::LessEqual => number < 0.0,
                Relation::Less => number <= 0.0,
            },
        }
    }

    fn is_false(self) -> bool {
        match self {
            Self::Truth(truth) => !truth,
            Self::None(is_none) => is_none,
            Self::Number(relation, number) => relation == Relation::Equal && number == 0.0,
        }
    }
}

impl Relation {
    /// Returns the relation that an operator asks for, if it compares.
    pub const fn of(op: CompareOp) -> Option<Self> {
        Some(match op {
            CompareOp::Equal => Self::Equal,
            CompareOp::NotEqual => Self::NotEqual,
            CompareOp::Less => Self::Less,
            CompareOp::LessEqual => Self::LessEqual,
            CompareOp::Greater => Self::Greater,
            CompareOp::GreaterEqual => Self::GreaterEqual,
            CompareOp::In | CompareOp::Is | CompareOp::IsNot | CompareOp::NotIn => return None,
        })
    }

    /// Returns the relation with the sides exchanged.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }

    /// Returns the relation that holds when this one does not.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
        }
    }

    /// Whether a number stands so to a bound.
    fn holds(self, number: f64, bound: f64) -> bool {
        let order = number.total_cmp(&bound);
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
        }
    }

    const fn is_upper_bound(self) -> bool {
        matches!(self, Self::Less | Self::LessEqual)
    }

    const fn is_lower_bound(self) -> bool {
        matches!(self, Self::Greater | Self::GreaterEqual)
    }
}

/// Whether no number stands in both relations.
fn are_disjoint((one, a): (Relation, f64), (other, b): (Relation, f64)) -> bool {
    if one == Relation::Equal {
        return !other.holds(a, b);
    }
    if other == Relation::Equal {
        return !one.holds(b, a);
    }
    let (upper, lower) = if one.is_upper_bound() && other.is_lower_bound() {
        ((one, a), (other, b))
    } else if one.is_lower_bound() && other.is_upper_bound() {
        ((other, b), (one, a))
    } else {
        return false;
    };
    let both_inclusive = upper.0 == Relation::LessEqual && lower.0 == Relation::GreaterEqual;
    if both_inclusive { upper.1 < lower.1 } else { upper.1 <= lower.1 }
}

struct Number {
    value: f64,
    is_exact_integer: bool,
    is_comparable: bool,
}

impl Number {
    /// Reads a literal of either version.
    fn parse(text: &str) -> Option<Self> {
        let text = text.replace('_', "").to_ascii_lowercase();
        let digits = text.trim_end_matches('l');
        let radixes = [("0x", 16), ("0o", 8), ("0b", 2)];
        let prefixed = radixes.iter().find_map(|&(prefix, radix)| Some((digits.strip_prefix(prefix)?, radix)));
        // Python 2 writes octal numbers with a leading zero.
        let is_old_octal = digits.len() > 1 && digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        let (digits, radix) = prefixed.unwrap_or((digits, if is_old_octal { 8 } else { 10 }));
        if let Ok(integer) = u64::from_str_radix(digits, radix) {
            let is_exact = integer < 1 << f64::MANTISSA_DIGITS;
            return Some(Self { value: integer as f64, is_exact_integer: is_exact, is_comparable: is_exact });
        }
        let real = digits.trim_end_matches('j');
        let value: f64 = real.parse().ok()?;
        Some(Self { value, is_exact_integer: false, is_comparable: real.len() == digits.len() })
    }

    fn constraint(self) -> Constraint {
        if self.is_comparable {
            Constraint::Number(Relation::Equal, self.value)
        } else {
            Constraint::Truth(self.value != 0.0)
        }
    }
}
