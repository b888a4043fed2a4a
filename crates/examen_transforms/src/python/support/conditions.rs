//! Conditions under `not`.

use examen_syntax::python::{Expr, ExprKind, Id, UnaryOp};

use crate::python_function::PythonFunction;

impl PythonFunction<'_> {
    /// Returns whether an expression must be in parentheses behind `not`, before and behind `and`.
    pub(crate) fn needs_parentheses(&self, expr: Id<Expr>) -> bool {
        let kind = self.tree()[expr].kind;
        let is_loose = matches!(
            kind,
            ExprKind::Bool { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::Lambda { .. }
                | ExprKind::Named { .. }
                | ExprKind::Yield { .. }
                | ExprKind::YieldFrom { .. }
        );
        is_loose || matches!(kind, ExprKind::Tuple { parenthesized: false, .. })
    }

    /// Returns what an expression negates with `not`.
    pub(crate) fn negated_operand(&self, expr: Id<Expr>) -> Option<Id<Expr>> {
        match self.tree()[expr].kind {
            ExprKind::Unary { op: UnaryOp::Not, operand } => Some(operand),
            _ => None,
        }
    }

    /// Where the operand of a `not` begins, with its parentheses.
    pub(crate) fn behind_not(&self, negation: Id<Expr>) -> u32 {
        self.skip_whitespace(self.tree()[negation].span.start + "not".len() as u32)
    }
}
