//! Comparison flip.

use examen_semantics::java::Effects;
use examen_syntax::Span;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::moves::{Move, MovingSite, Piece, add_sites};
use crate::java::support::precedence::{of_operator, operator, precedence, sides};
use crate::java::support::value_types::ValueType;
use crate::java_method::{JavaMethod, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "CF",
    name: "comparison flip",
    description: "The sides of a comparison change places: `a < b` becomes `b > a`, `a == b` becomes `b == a`.",
    reason: "The flipped operator says the same of the flipped sides, for floating-point numbers too. The sides are \
             evaluated in the other order, which nobody can tell: neither of them changes what the other one reads, and \
             at most one of them may throw.",
    refuses: "Comparisons where one side may change what the other one sees, or where both may throw, since another \
              exception might come first. Taking a number out of an object that may be null counts as throwing. Calls are \
              flipped with what reads nothing but local variables.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let mut sites = Vec::new();
    for node in method.code().filter(|node| node.kind() == Kind::BinaryExpression) {
        let Some(flipped) = flipped(operator(node)) else { continue };
        let Some((left, right)) = sides(node) else { continue };
        if flipped == operator(node) && method.text(left) == method.text(right) {
            continue;
        }
        match obstacle(method, node, left, right) {
            Some(reason) => found.refuse(node.span(), reason),
            None => sites.extend(site(node, left, right, flipped)),
        }
    }
    add_sites(method.source, &sites, found);
}

fn flipped(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        "==" => "==",
        "!=" => "!=",
        _ => return None,
    })
}

fn site(node: Node<'_>, left: Node<'_>, right: Node<'_>, flipped: &'static str) -> Option<MovingSite> {
    let sign = node.child(Field::Operator)?;
    let own = of_operator(operator(node));
    // `a == b == c` is `(a == b) == c`, so a side as loose as the operator needs parentheses to its right.
    let moves = vec![
        moved(left.span(), right.span(), precedence(right) < own),
        moved(right.span(), left.span(), precedence(left) <= own),
    ];
    let edits = if flipped == sign.kind_name() { Vec::new() } else { vec![replace(sign, flipped)] };
    Some(MovingSite { place: node.span(), moves, edits })
}

fn moved(to: Span, from: Span, needs_parentheses: bool) -> Move {
    let old = Piece::Old(from);
    let pieces = if needs_parentheses { vec![Piece::New("("), old, Piece::New(")")] } else { vec![old] };
    Move { span: to, pieces }
}

/// Why the sides cannot be evaluated in the other order.
fn obstacle<'t>(method: &JavaMethod<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) -> Option<&'static str> {
    let (of_left, of_right) = (method.model.effects(left), method.model.effects(right));
    if of_left.jumps || of_right.jumps || disturbs(&of_left, &of_right) || disturbs(&of_right, &of_left) {
        return Some("one-side-changes-the-other");
    }
    let (left_unboxes, right_unboxes) = unboxing(method, node, left, right);
    let left_throws = of_left.may_throw || left_unboxes;
    let right_throws = of_right.may_throw || right_unboxes;
    // Two objects that are both null are the same exception, whichever comes first.
    let is_same_exception = !of_left.may_throw && !of_right.may_throw;
    let both_throw = left_throws && right_throws && !is_same_exception;
    if both_throw || (left_throws && is_seen(&of_right)) || (right_throws && is_seen(&of_left)) {
        return Some("both-sides-may-throw");
    }
    None
}

/// Returns whether one piece of code writes what another reads or writes.
fn disturbs(one: &Effects, other: &Effects) -> bool {
    (one.writes_heap && (other.reads_heap || other.writes_heap))
        || one.writes.iter().any(|variable| other.reads.contains(variable) || other.writes.contains(variable))
}

/// Returns whether what a piece of code does is seen after an exception.
fn is_seen(effects: &Effects) -> bool {
    effects.writes_heap || effects.calls || !effects.writes.is_empty()
}

/// Returns whether the sides may be taken out of objects, which compilers do as soon as a side has its value.
fn unboxing<'t>(method: &JavaMethod<'t>, node: Node<'t>, left: Node<'t>, right: Node<'t>) -> (bool, bool) {
    let (of_left, of_right) = (method.value_type(left), method.value_type(right));
    let is_object = |of: ValueType| of.is_object() || of == ValueType::Null;
    let compares_objects = is_object(of_left)
        || is_object(of_right)
        || matches!((of_left, of_right), (ValueType::Boxed(_), ValueType::Boxed(_)));
    if matches!(operator(node), "==" | "!=") && compares_objects {
        return (false, false);
    }
    (!of_left.is_primitive(), !of_right.is_primitive())
}
