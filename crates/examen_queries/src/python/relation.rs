//! Comparisons as relations between values of variables and numbers: `left op right + offset`.

use std::cmp::Ordering;

use examen_semantics::python::flow::ValueId;
use examen_semantics::python::{Compare, SemanticFile};
use examen_syntax::python::{BinaryOp, CompareOp, Expr, ExprKind, Id};

use super::literal::{self, Number};

/// Numbers from here on are not exact.
const LIMIT: f64 = 9_007_199_254_740_992.0;

/// What is compared: a value with a number, or with another value of a higher number.
pub(super) type Subject = (ValueId, Option<ValueId>);

/// `subject.0 op offset`, or `subject.0 op subject.1 + offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relation {
    pub(super) subject: Subject,
    op: Op,
    offset: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A side of a comparison: a value and what is added to it, or a number.
#[derive(Clone, Copy)]
struct Side {
    value: Option<ValueId>,
    number: f64,
}

/// Calls `visit` for each pair of operands that is a relation.
pub(super) fn relations(file: &SemanticFile<'_>, comparison: &Compare, mut visit: impl FnMut(Relation)) {
    let mut left = comparison.left;
    for part in file.list(comparison.rest) {
        if let Some(op) = Op::of(part.op)
            && let Some(relation) = relation(file, left, op, part.right)
        {
            visit(relation);
        }
        left = part.right;
    }
}

fn relation(file: &SemanticFile<'_>, left: Id<Expr>, op: Op, right: Id<Expr>) -> Option<Relation> {
    let (left, right) = (side(file, left)?, side(file, right)?);
    let offset = exact(right.number - left.number)?;
    let (subject, op, offset) = match (left.value, right.value) {
        (Some(left), None) => ((left, None), op, offset),
        (None, Some(right)) => ((right, None), op.reversed(), -offset),
        (Some(left), Some(right)) if left <= right => ((left, Some(right)), op, offset),
        (Some(left), Some(right)) => ((right, Some(left)), op.reversed(), -offset),
        (None, None) => return None,
    };
    Some(Relation { subject, op, offset })
}

/// A name of the scope itself with numbers added and taken away, or a number.
fn side(file: &SemanticFile<'_>, expr: Id<Expr>) -> Option<Side> {
    match file.tree()[expr].kind {
        ExprKind::Name { .. } => {
            let (model, ssa) = (file.model(), file.ssa());
            let variable = model.variable_of(expr)?;
            let mut values = ssa.values_at(expr).filter(|_| model[variable].scope == model.scope_of_expr(expr));
            match (values.next(), values.next()) {
                (Some(value), None) => Some(Side { value: Some(value), number: 0.0 }),
                _ => None,
            }
        }
        ExprKind::Number => Some(Side { value: None, number: number(file, expr)? }),
        ExprKind::Binary { op: BinaryOp::Add, left, right } => match (number(file, left), number(file, right)) {
            (_, Some(added)) => side(file, left)?.plus(added),
            (Some(added), None) => side(file, right)?.plus(added),
            (None, None) => None,
        },
        ExprKind::Binary { op: BinaryOp::Subtract, left, right } => side(file, left)?.plus(-number(file, right)?),
        _ => None,
    }
}

impl Side {
    fn plus(self, added: f64) -> Option<Self> {
        // The sum of two numbers is left to Python.
        self.value?;
        Some(Self { number: exact(self.number + added)?, ..self })
    }
}

fn number(file: &SemanticFile<'_>, expr: Id<Expr>) -> Option<f64> {
    exact(match literal::number(file, expr)? {
        Number::Integer(value) => value as f64,
        Number::Float(bits) => f64::from_bits(bits),
        Number::Imaginary(_) | Number::LargeInteger(_) => return None,
    })
}

fn exact(number: f64) -> Option<f64> {
    (number.abs() < LIMIT).then_some(number)
}

impl Relation {
    /// The relation that holds when the comparison comes out like that.
    pub(super) fn when(self, outcome: bool) -> Self {
        Self { op: if outcome { self.op } else { self.op.inverted() }, ..self }
    }

    /// How a comparison of the same subject comes out where this relation holds, if that is certain.
    pub(super) fn settles(self, other: Self) -> Option<bool> {
        [true, false].into_iter().find(|&outcome| self.implies(other.when(outcome)))
    }

    fn implies(self, other: Self) -> bool {
        let (known, asked) = (self.offset, other.offset);
        match (self.op, other.op) {
            (Op::Equal, Op::Equal) | (Op::NotEqual, Op::NotEqual) => known.partial_cmp(&asked) == Some(Ordering::Equal),
            (Op::Less, Op::NotEqual | Op::Less | Op::LessEqual) | (Op::LessEqual, Op::LessEqual) => known <= asked,
            (Op::LessEqual, Op::NotEqual | Op::Less) => known < asked,
            (Op::Greater, Op::NotEqual | Op::Greater | Op::GreaterEqual) | (Op::GreaterEqual, Op::GreaterEqual) => {
                known >= asked
            }
            (Op::GreaterEqual, Op::NotEqual | Op::Greater) => known > asked,
            _ => false,
        }
    }
}

impl Op {
    fn of(op: CompareOp) -> Option<Self> {
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

    /// With the sides exchanged.
    fn reversed(self) -> Self {
        match self {
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::Equal | Self::NotEqual => self,
        }
    }

    /// What holds when this does not.
    fn inverted(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
        }
    }
}
