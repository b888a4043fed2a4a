//! Comparisons as difference constraints between values of variables: `left op right + offset`.

use std::cmp::Ordering;

use examen_semantics::python::flow::{Relation, ValueId};
use examen_semantics::python::{Compare, SemanticFile};
use examen_syntax::python::{BinaryOp, Expr, ExprKind, Id};

use super::literal::{self, Number};

/// Numbers from here on are not exact.
const LIMIT: f64 = 9_007_199_254_740_992.0;

/// What is compared: a value with a number, or with another value of a higher number.
pub(crate) type Subject = (ValueId, Option<ValueId>);

/// `subject.0 relation offset`, or `subject.0 relation subject.1 + offset`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DifferenceConstraint {
    pub(crate) subject: Subject,
    relation: Relation,
    offset: f64,
}

/// A side of a comparison: a value and what is added to it, or a number.
#[derive(Clone, Copy)]
struct Side {
    value: Option<ValueId>,
    number: f64,
}

/// Calls `visit` for each pair of operands that is a constraint.
pub(crate) fn difference_constraints(
    file: &SemanticFile<'_>,
    comparison: &Compare,
    mut visit: impl FnMut(DifferenceConstraint),
) {
    let mut left = comparison.left;
    for part in file.list(comparison.rest) {
        if let Some(relation) = Relation::of(part.op)
            && let Some(constraint) = constraint(file, left, relation, part.right)
        {
            visit(constraint);
        }
        left = part.right;
    }
}

fn constraint(
    file: &SemanticFile<'_>,
    left: Id<Expr>,
    relation: Relation,
    right: Id<Expr>,
) -> Option<DifferenceConstraint> {
    let (left, right) = (side(file, left)?, side(file, right)?);
    let offset = exact(right.number - left.number)?;
    let (subject, relation, offset) = match (left.value, right.value) {
        (Some(left), None) => ((left, None), relation, offset),
        (None, Some(right)) => ((right, None), relation.reversed(), -offset),
        (Some(left), Some(right)) if left <= right => ((left, Some(right)), relation, offset),
        (Some(left), Some(right)) => ((right, Some(left)), relation.reversed(), -offset),
        (None, None) => return None,
    };
    Some(DifferenceConstraint { subject, relation, offset })
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

impl DifferenceConstraint {
    /// The constraint that holds when the comparison comes out like that.
    pub(crate) fn when(self, outcome: bool) -> Self {
        Self { relation: if outcome { self.relation } else { self.relation.inverse() }, ..self }
    }

    /// Returns how a comparison of the same subject comes out where this constraint holds, if that is certain.
    pub(crate) fn settles(self, other: Self) -> Option<bool> {
        [true, false].into_iter().find(|&outcome| self.implies(other.when(outcome)))
    }

    fn implies(self, other: Self) -> bool {
        let (known, asked) = (self.offset, other.offset);
        match (self.relation, other.relation) {
            (Relation::Equal, Relation::Equal) | (Relation::NotEqual, Relation::NotEqual) => {
                known.partial_cmp(&asked) == Some(Ordering::Equal)
            }
            (Relation::Less, Relation::NotEqual | Relation::Less | Relation::LessEqual)
            | (Relation::LessEqual, Relation::LessEqual) => known <= asked,
            (Relation::LessEqual, Relation::NotEqual | Relation::Less) => known < asked,
            (Relation::Greater, Relation::NotEqual | Relation::Greater | Relation::GreaterEqual)
            | (Relation::GreaterEqual, Relation::GreaterEqual) => known >= asked,
            (Relation::GreaterEqual, Relation::NotEqual | Relation::Greater) => known > asked,
            _ => false,
        }
    }
}
