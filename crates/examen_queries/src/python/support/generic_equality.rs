//! `__eq__` methods that need not know which attributes there are.

use examen_semantics::python::{FunctionRef, Model, SemanticFile};
use examen_syntax::python::{CompareOp, Expr, ExprKind, Function, Id, Node, ParameterKind};

/// What an operand of a comparison looks at in an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum View<'p> {
    /// `object`
    Itself,
    /// `object.__dict__`
    Dict,
    /// `getattr(object, name)`
    Attribute(&'p str),
}

/// Returns whether an `__eq__` compares all attributes by `__dict__` or `getattr`, or asks for identity.
pub(crate) fn compares_whole_objects(file: &SemanticFile<'_>, equality: FunctionRef) -> bool {
    let FunctionRef::Defined(at, function) = equality else {
        return false;
    };
    let model = file.model_of(at);
    let Some(other) = other_parameter(model, function) else {
        return false;
    };
    let mut is_whole = false;
    // The comparison may stand in a generator expression.
    model.tree.walk(model.tree[function].stmt.into(), &mut |node| {
        let Node::Expr(expr) = node else {
            return;
        };
        let ExprKind::Compare { left, rest } = model.tree[expr].kind else {
            return;
        };
        let rest = model.tree.list(rest);
        let operands = std::iter::once(left).chain(rest.iter().map(|part| part.right));
        let views: Vec<(&str, View<'_>)> = operands.filter_map(|operand| view(model, operand)).collect();
        is_whole |= views.iter().any(|&(object, view)| {
            let is_fit = match rest.first().map(|first| first.op) {
                Some(CompareOp::Equal | CompareOp::NotEqual) => view != View::Itself,
                Some(CompareOp::Is) => view == View::Itself,
                _ => false,
            };
            is_fit && object == "self" && views.contains(&(other, view))
        });
    });
    is_whole
}

/// The second parameter of an `__eq__` whose first is `self`.
fn other_parameter<'p>(model: &Model<'p>, function: Id<Function>) -> Option<&'p str> {
    let node = &model.tree[function];
    let [own, other, ..] = model.tree.list(node.parameters) else {
        return None;
    };
    let is_equality = node.name.text(model.source) == "__eq__" && own.name.text(model.source) == "self";
    (is_equality && other.kind == ParameterKind::Positional).then(|| other.name.text(model.source))
}

fn view<'p>(model: &Model<'p>, operand: Id<Expr>) -> Option<(&'p str, View<'p>)> {
    let tree = model.tree;
    let name = |expr: Id<Expr>| matches!(tree[expr].kind, ExprKind::Name { .. }).then(|| model.text(tree[expr].span));
    match tree[operand].kind {
        ExprKind::Name { .. } => Some((name(operand)?, View::Itself)),
        ExprKind::Attribute { value, name: attribute, .. } if attribute.text(model.source) == "__dict__" => {
            Some((name(value)?, View::Dict))
        }
        ExprKind::Call { function, arguments, .. } if name(function) == Some("getattr") => {
            match *tree.list(arguments) {
                [object, attribute, ..] => Some((name(object)?, View::Attribute(name(attribute)?))),
                _ => None,
            }
        }
        _ => None,
    }
}
