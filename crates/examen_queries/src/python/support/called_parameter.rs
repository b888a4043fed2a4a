//! Which parameter of a function of the file an argument of a call is for.

use examen_semantics::python::{Call, ClassRef, FunctionRef, SemanticFile, Value};
use examen_syntax::python::{Expr, ExprKind, Id, List, Parameter, ParameterKind};

/// The parameter that gets an argument of a call when it calls `callee`: a function, a method or a class with an
/// `__init__` of its own. Parameters that only a keyword reaches and those with a star are not followed.
pub(crate) fn called_parameter(
    file: &SemanticFile<'_>,
    callee: Value,
    call: &Call,
    argument: Id<Expr>,
) -> Option<Id<Parameter>> {
    let (parameters, bound) = parameters(file, callee)?;
    let tree = file.tree();
    let is_positional = |&(_, parameter): &(Id<Parameter>, &Parameter)| {
        matches!(parameter.kind, ParameterKind::Positional | ParameterKind::PositionalOnly)
    };
    let mut positional = tree.ids(parameters).zip(tree.list(parameters)).filter(is_positional);
    if let Some(at) = file.list(call.arguments).iter().position(|&other| other == argument) {
        return positional.nth(at + bound).map(|(id, _)| id);
    }
    let keyword = file.list(call.keywords).iter().find(|keyword| keyword.value == argument)?;
    let name = file.text(keyword.name?.span);
    positional.find(|(_, parameter)| file.text(parameter.name.span) == name).map(|(id, _)| id)
}

/// The parameters of something that is called, and how many come before the first argument.
fn parameters(file: &SemanticFile<'_>, callee: Value) -> Option<(List<Parameter>, usize)> {
    let (function, bound) = match callee {
        Value::Function(function) => (function, 0),
        Value::Method(function, _) => (function, 1),
        Value::Class(class @ ClassRef::Defined(..)) => (file.declared_function(class, "__init__")?, 1),
        _ => return None,
    };
    match function {
        FunctionRef::Defined(of, function) if of == file.id() => Some((file.tree()[function].parameters, bound)),
        FunctionRef::Lambda(at) if at.file == file.id() => match file.tree()[at.expr].kind {
            ExprKind::Lambda { parameters, .. } => Some((parameters, bound)),
            _ => None,
        },
        _ => None,
    }
}
