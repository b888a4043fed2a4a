//! De Morgan.

use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::method_code::signs;
use crate::java::support::opposite::{has_plain_opposite, negated, opposite};
use crate::java::support::precedence::{operator, sides, unparenthesized};
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "DM",
    name: "De Morgan",
    description: "`!(a && b)` becomes `!a || !b` and `!(a || b)` becomes `!a && !b`; the other way round where every operand \
                  is a `!a`, an `a == b` or an `a != b`, which loses its sign or changes its operator.",
    reason: "The operands are evaluated in the same order and up to the same one, and each of them was a truth value \
             already. Definite assignment and the scopes of pattern variables are symmetric in true and false.",
    refuses: "Nothing. A comparison with `<` gets a `!` and parentheses, since its opposite is not `>=` for a number that \
              is none.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    for node in method.code() {
        let edits = match node.kind() {
            Kind::UnaryExpression => distributed(method, node),
            Kind::BinaryExpression => collected(method, node),
            _ => None,
        };
        if let Some(edits) = edits {
            found.site(node.span(), edits);
        }
    }
}

/// The operands and signs of `a && b && c` or `a || b || c`.
struct Chain<'t> {
    operands: Vec<Node<'t>>,
    signs: Vec<Node<'t>>,
}

fn chain(node: Node<'_>) -> Option<Chain<'_>> {
    let sign = operator(node);
    if node.kind() != Kind::BinaryExpression || !matches!(sign, "&&" | "||") {
        return None;
    }
    let (mut operands, mut signs) = (Vec::new(), Vec::new());
    let mut rest = node;
    while rest.kind() == Kind::BinaryExpression && operator(rest) == sign {
        let (left, right) = sides(rest)?;
        operands.push(right);
        signs.push(rest.child(Field::Operator)?);
        rest = left;
    }
    operands.push(rest);
    operands.reverse();
    signs.reverse();
    Some(Chain { operands, signs })
}

/// The other operator between all operands, and the opposite of each.
fn de_morgan<'t>(method: &JavaMethod<'t>, chain: &Chain<'t>) -> Vec<Edit> {
    let other = |sign: Node<'_>| if sign.kind_name() == "&&" { "||" } else { "&&" };
    let signs = chain.signs.iter().map(|&sign| replace(sign, other(sign)));
    let operands = chain.operands.iter().flat_map(|&operand| opposite(method, operand, false));
    signs.chain(operands).collect()
}

/// From `!(a && b)` to `!a || !b`.
fn distributed<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Vec<Edit>> {
    let (sign, operand) = negated(node)?;
    let chain = chain(unparenthesized(operand))?;
    let mut edits = de_morgan(method, &chain);
    let start = node.span().start;
    if may_lose_parentheses(method, node) {
        let (open, close) = signs(operand, "(", ")")?;
        // `return!(…)` has no space before it.
        let space = if method.is_behind_word(start) { " " } else { "" };
        edits.push(method.replace_with_whitespace(sign.span(), start, open.span().start, space));
        edits.push(replace(open, ""));
        edits.push(method.drop_closing(close));
    } else {
        edits.push(method.replace_with_whitespace(sign.span(), start, operand.span().start, ""));
    }
    Some(edits)
}

/// Returns whether no operator around the place could tear it apart.
fn may_lose_parentheses<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> bool {
    method.model.parent(node).is_some_and(|parent| {
        matches!(
            parent.kind(),
            Kind::ParenthesizedExpression
                | Kind::ReturnStatement
                | Kind::VariableDeclarator
                | Kind::AssignmentExpression
                | Kind::ArgumentList
        )
    })
}

/// From `!a || !b` to `!(a && b)`.
fn collected<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Vec<Edit>> {
    let is_part = |parent: Node<'t>| {
        parent.kind() == Kind::BinaryExpression
            && operator(parent) == operator(node)
            && sides(parent).is_some_and(|(left, _)| left == node)
    };
    if method.model.parent(node).is_some_and(is_part) {
        return None;
    }
    let chain = chain(node).filter(|chain| chain.operands.iter().all(|&it| has_plain_opposite(it)))?;
    let mut edits = vec![insert(node.span().start, "!(")];
    edits.extend(de_morgan(method, &chain));
    edits.push(insert(node.span().end, ")"));
    Some(edits)
}
