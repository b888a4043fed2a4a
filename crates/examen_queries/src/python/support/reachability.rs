//! Statements that cannot be executed.

use examen_semantics::python::SemanticFile;
use examen_syntax::python::{Expr, ExprKind, Id, List, Node, Stmt, StmtKind, UnaryOp};

use super::literal::{self, Number};

/// Returns whether a statement cannot be executed: nothing leads there, or only a branch whose test is a literal that
/// rules it out. Control flow does not look at strings in tests, this does.
pub(crate) fn is_unreachable(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    !file.flow().is_reachable(stmt) || is_in_dead_part(file, stmt)
}

/// Returns whether some branch around a statement is ruled out by a literal.
fn is_in_dead_part(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    let mut inner = stmt;
    for node in file.model().ancestors(stmt) {
        let Node::Stmt(outer) = node else {
            continue;
        };
        let is_dead = |list: List<Id<Stmt>>| file.list(list).contains(&inner);
        match file.tree()[outer].kind {
            StmtKind::If { branches, .. } => {
                for branch in file.list(branches) {
                    let truth = literal_truth(file, branch.test);
                    match is_dead(branch.body) {
                        true if truth == Some(false) => return true,
                        true => break,
                        false if truth == Some(true) => return true,
                        false => {}
                    }
                }
            }
            StmtKind::While { test, body, .. } if literal_truth(file, test) == Some(false) && is_dead(body) => {
                return true;
            }
            _ => {}
        }
        inner = outer;
    }
    false
}

/// Returns whether a literal is true; nothing for other expressions. The numbers are those of 32 bits.
pub(crate) fn literal_truth(file: &SemanticFile<'_>, expr: Id<Expr>) -> Option<bool> {
    match file.tree()[expr].kind {
        ExprKind::None | ExprKind::False => Some(false),
        ExprKind::True => Some(true),
        ExprKind::Number => match literal::number(file, expr)? {
            Number::Integer(value) => i32::try_from(value).ok().map(|value| value != 0),
            Number::LargeInteger(_) => None,
            Number::Float(bits) | Number::Imaginary(bits) => Some(f64::from_bits(bits) != 0.0),
        },
        ExprKind::String { .. } => literal::string_constant(file, expr, true).map(|string| !string.value.is_empty()),
        ExprKind::Unary { op: UnaryOp::Minus, operand } if literal::is_integer(file, operand) => {
            literal_truth(file, operand)
        }
        _ => None,
    }
}
