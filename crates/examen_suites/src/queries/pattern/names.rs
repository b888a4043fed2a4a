//! The names of statements and expressions.

use examen_syntax::python::{Context, ExprKind, StmtKind, UnaryOp};

use super::Role;

/// Returns what a statement is called.
pub(super) const fn statement(kind: &StmtKind) -> (&'static str, Role) {
    let name = match kind {
        StmtKind::AnnAssign { .. } | StmtKind::Assign { .. } | StmtKind::AugAssign { .. } => "assignment",
        StmtKind::Assert { .. } => "assert statement",
        StmtKind::Break => "break statement",
        StmtKind::Class(_) => "class definition",
        StmtKind::Continue => "continue statement",
        StmtKind::Delete { .. } => "delete statement",
        StmtKind::Error => "error",
        StmtKind::Exec { .. } => "exec statement",
        StmtKind::Expr { .. } => return ("expression statement", Role::Wrapper),
        StmtKind::For { .. } => "for statement",
        StmtKind::Function(_) => "function definition",
        StmtKind::Global { .. } => "global statement",
        StmtKind::If { .. } => "if statement",
        StmtKind::Import { .. } | StmtKind::ImportFrom { .. } => "import statement",
        StmtKind::Match { .. } => "match statement",
        StmtKind::Nonlocal { .. } => "nonlocal statement",
        StmtKind::Pass => "pass statement",
        StmtKind::Print { .. } => "print statement",
        StmtKind::Raise { .. } => "raise statement",
        StmtKind::Return { .. } => "return statement",
        StmtKind::Try { .. } => "try statement",
        StmtKind::TypeAlias { .. } => "type alias statement",
        StmtKind::While { .. } => "while statement",
        StmtKind::With { .. } => "with statement",
    };
    (name, Role::Construct)
}

/// Returns what an expression is called.
pub(super) const fn expression(kind: &ExprKind) -> (&'static str, Role) {
    let name = match kind {
        ExprKind::Attribute { .. } => "class attributes",
        ExprKind::Await { .. } => "await expression",
        ExprKind::Binary { .. } | ExprKind::Compare { .. } => "non-boolean binary operator",
        ExprKind::Bool { .. } => "boolean operator",
        ExprKind::Call { .. } => "call",
        ExprKind::Conditional { .. } => "conditional expression",
        ExprKind::Dict { .. } => "dictionary",
        ExprKind::DictComprehension { .. } => "dictionary comprehension",
        ExprKind::Ellipsis | ExprKind::False | ExprKind::None | ExprKind::True => return ("constant", Role::Leaf),
        ExprKind::Error => "error",
        ExprKind::Generator { .. } => "generator expression",
        ExprKind::Lambda { .. } => "lambda",
        // Targets are patterns in a tree-sitter tree; only values without parentheses are a list of expressions.
        ExprKind::Tuple { parenthesized: false, context: Context::Load, .. } => "expression list",
        ExprKind::List { .. } | ExprKind::Set { .. } | ExprKind::Tuple { .. } => "sequence expressions",
        ExprKind::ListComprehension { .. } => "list comprehension",
        ExprKind::Name { .. } => return ("identifier", Role::Leaf),
        ExprKind::Named { .. } => "named expression",
        ExprKind::Number => return ("number", Role::Leaf),
        ExprKind::Repr { .. } => "backquotes",
        ExprKind::SetComprehension { .. } => "set comprehension",
        ExprKind::Slice { .. } => "slice",
        ExprKind::Starred { .. } => "starred expression",
        ExprKind::String { parts } if parts.len() > 1 => "concatenated string",
        ExprKind::String { .. } => "string literal",
        ExprKind::Subscript { .. } => "subscript",
        ExprKind::Unary { op: UnaryOp::Not, .. } => "not operator",
        ExprKind::Unary { .. } => "unary operator",
        ExprKind::Yield { .. } | ExprKind::YieldFrom { .. } => "yield",
    };
    (name, Role::Construct)
}
