//! Nested if.

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::method_code::{has_comment, only_statement, signs, token};
use crate::java::support::precedence::{AND, inside, operator, precedence, sides};
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "NI",
    name: "nested if",
    description: "`if (a) { if (b) … }` becomes `if (a && b) …` and the other way round, where neither has an `else`.",
    reason: "The second condition is evaluated if the first one holds, either way. Definite assignment and the scopes of \
             pattern variables are the same, and an `if` without `else` can always complete.",
    refuses: "Nothing.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let is_short = |node: &Node<'_>| node.kind() == Kind::IfStatement && node.child(Field::Alternative).is_none();
    for node in method.code().filter(is_short) {
        if let Some(edits) = split(method, node) {
            found.site(node.span(), edits);
        }
        if let Some(edits) = merged(method, node) {
            found.site(node.span(), edits);
        }
    }
}

/// From `if (a && b) …` to `if (a) { if (b) … }`.
fn split<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Vec<Edit>> {
    let condition = inside(node.child(Field::Condition)?)?;
    if condition.kind() != Kind::BinaryExpression || operator(condition) != "&&" {
        return None;
    }
    let (left, right) = sides(condition)?;
    let sign = condition.child(Field::Operator)?.span();
    let opened = method.replace_with_whitespace(sign, left.span().end, right.span().start, ") { if (");
    Some(vec![opened, insert(node.span().end, " }")])
}

/// From `if (a) { if (b) … }` to `if (a && b) …`.
fn merged<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Vec<Edit>> {
    let body = node.child(Field::Consequence)?;
    let inner = only_statement(body).filter(|inner| inner.kind() == Kind::IfStatement)?;
    if inner.child(Field::Alternative).is_some() {
        return None;
    }
    let (first, second) = (node.child(Field::Condition)?, inner.child(Field::Condition)?);
    let (_, close) = signs(first, "(", ")")?;
    let (open, _) = signs(second, "(", ")")?;
    let word = token(inner, "if")?;
    let mut edits = Vec::new();
    for condition in [inside(first)?, inside(second)?] {
        if precedence(condition) < AND {
            edits.extend([insert(condition.span().start, "("), insert(condition.span().end, ")")]);
        }
    }
    let between = Span::new(close.span().start, open.span().end);
    let braces = (body != inner).then(|| signs(body, "{", "}")).flatten();
    if has_comment(node, between.start, between.end) {
        edits.push(replace(close, " &&"));
        edits.extend(braces.map(|(brace, _)| replace(brace, "")));
        edits.extend([replace(word, ""), replace(open, "")]);
    } else {
        edits.push(Edit { span: between, text: " && ".to_owned() });
    }
    if let Some((_, brace)) = braces {
        edits.push(method.drop_brace(brace));
    }
    Some(edits)
}
