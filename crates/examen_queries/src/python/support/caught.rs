//! The exceptions that `except` clauses catch.

use examen_semantics::python::knowledge::{ClassId, knowledge};
use examen_semantics::python::{ClassRef, SemanticFile, Value};
use examen_syntax::python::{Expr, ExprKind, Handler, Id};

/// Returns whether a handler names a built-in exception, alone or in a tuple. A bare `except:` names none.
pub(crate) fn names(file: &SemanticFile<'_>, handler: &Handler, exception: &str) -> bool {
    let (Some(written), Some(class)) = (handler.exception, knowledge().builtin_class(exception)) else {
        return false;
    };
    match file.tree()[written].kind {
        ExprKind::Tuple { elements, .. } => file.list(elements).iter().any(|&element| is_class(file, element, class)),
        _ => is_class(file, written, class),
    }
}

fn is_class(file: &SemanticFile<'_>, expr: Id<Expr>, class: ClassId) -> bool {
    file.values(expr).iter().any(|value| value == Value::Class(ClassRef::Known(class)))
}
