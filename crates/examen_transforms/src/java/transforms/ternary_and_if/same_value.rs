//! Whether `x = c ? a : b` gives `x` what `x = a` or `x = b` would (JLS 15.25).

use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::value_types::{Primitive, ValueType};
use crate::java_method::JavaMethod;

/// Which way the rewrite goes; what compiles one way need not do so the other way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    ToIf,
    ToTernary,
}

/// Returns whether two values get to a variable of the target's type in the same way, by a ternary or one by one.
///
/// A ternary of two numbers widens both to one type, and one of two objects that hold numbers may take them out; any other
/// ternary leaves its values to the target.
pub(super) fn is_same_value<'t>(
    method: &JavaMethod<'t>,
    target: ValueType,
    values: [Node<'t>; 2],
    direction: Direction,
) -> bool {
    use Primitive::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
    use ValueType::{Boxed, Null, Open, Reference, Unknown};
    let [first, second] = values.map(|value| method.value_type(value));
    let has_null = first == Null || second == Null;
    let has_object = first.is_object() || second.is_object();
    let is_same = first == second;
    let to_ternary = direction == Direction::ToTernary;
    match target {
        // Neither value would be one without a ternary around it.
        ValueType::Primitive(_) if has_null => false,
        // Constants fit into narrow variables only when they are assigned as they are.
        ValueType::Primitive(Byte | Short | Char) if to_ternary => is_same && first == target,
        // Whatever is widened on the way has the same value in the end; no object that holds a number is a `Reference`.
        ValueType::Primitive(Boolean | Byte | Short | Char | Int | Long | Float) | Reference => true,
        // An `int` beside a `float` loses digits that a `double` would keep.
        ValueType::Primitive(Double) => {
            let double = ValueType::Primitive(Double);
            let is_whole = |of| matches!(of, ValueType::Primitive(Byte | Short | Char | Int | Long));
            first == double
                || second == double
                || (is_same && first.is_primitive())
                || (is_whole(first) && is_whole(second))
        }
        Boxed(held) => {
            let is_held = is_same && matches!(first, ValueType::Primitive(_) | Boxed(_));
            let is_narrow = matches!(held, Byte | Short | Char);
            if to_ternary && is_narrow {
                is_held && matches!(first, ValueType::Primitive(it) | Boxed(it) if it == held)
            } else {
                is_held || has_null
            }
        }
        Open => has_object || has_null || (is_same && matches!(first, ValueType::Primitive(_) | Boxed(_))),
        Null | Unknown => match first {
            _ if has_object => true,
            // The target may be narrow, and the values constants that fit.
            ValueType::Primitive(Byte | Short | Char | Int) if is_same && to_ternary => {
                values.into_iter().any(|value| is_surely_variable(method, value))
            }
            ValueType::Primitive(_) | Boxed(_) => is_same,
            _ => false,
        },
    }
}

/// Returns whether an expression is no constant, since it names a variable that may change.
fn is_surely_variable<'t>(method: &JavaMethod<'t>, value: Node<'t>) -> bool {
    value.descendants().any(|part| match part.kind() {
        Kind::Identifier => {
            let variable = method.model.variable_at(part).and_then(|at| method.model.variables().get(at));
            variable.is_some_and(|variable| !variable.is_final || variable.initializer.is_none())
        }
        Kind::UpdateExpression | Kind::ArrayAccess | Kind::MethodInvocation => true,
        _ => false,
    })
}

/// Returns whether an expression is surely not constant, wherever the fields in it come from.
pub(super) fn is_no_constant<'t>(method: &JavaMethod<'t>, value: Node<'t>) -> bool {
    let makes = |part: Node<'_>| {
        matches!(
            part.kind(),
            Kind::NullLiteral
                | Kind::ObjectCreationExpression
                | Kind::ArrayCreationExpression
                | Kind::AssignmentExpression
                | Kind::InstanceofExpression
                | Kind::This
        )
    };
    is_surely_variable(method, value) || value.descendants().any(makes)
}

/// A place that values are assigned to, if evaluating it before the condition or behind it is the same: a variable, a field
/// or an element that local variables lead to. The values and the condition are in `beside`.
pub(super) fn is_stable_target<'t>(method: &JavaMethod<'t>, target: Node<'t>, beside: &[Node<'t>]) -> bool {
    let is_local = |node: Node<'t>| node.kind() == Kind::Identifier && method.model.variable_at(node).is_some();
    let parts: Vec<Node<'t>> = match target.kind() {
        Kind::Identifier => Vec::new(),
        Kind::FieldAccess => match target.child(Field::Object) {
            Some(object) if object.kind() == Kind::This => Vec::new(),
            Some(object) if is_local(object) => vec![object],
            _ => return false,
        },
        Kind::ArrayAccess => match (target.child(Field::Array), target.child(Field::Index)) {
            (Some(array), Some(index)) if is_local(array) => match index.kind() {
                Kind::DecimalIntegerLiteral => vec![array],
                _ if is_local(index) => vec![array, index],
                _ => return false,
            },
            _ => return false,
        },
        _ => return false,
    };
    let mut variables = parts.into_iter().filter_map(|part| method.model.variable_at(part)).peekable();
    if variables.peek().is_none() {
        return true;
    }
    let writes: Vec<_> = beside.iter().map(|&node| method.model.effects(node).writes).collect();
    variables.all(|variable| writes.iter().all(|written| !written.contains(&variable)))
}
