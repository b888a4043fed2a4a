//! Extra braces.

use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::method_code::{only_statement, signs};
use crate::java::support::short_if::would_end_with_short_if;
use crate::java_method::{JavaMethod, insert};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "EB",
    name: "extra braces",
    description: "A single statement that is the body of an `if`, an `else` or a loop gets braces, or loses them.",
    reason: "A block with one statement runs as the statement does. What loses its braces declares nothing, and no `else` \
             comes to belong to another `if`.",
    refuses: "Blocks that end with an `if` without an `else` where an `else` follows, and those whose statement binds a \
              pattern variable. `else if` stays as it is.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    for node in method.code() {
        let bodies = match node.kind() {
            Kind::IfStatement => [node.child(Field::Consequence), node.child(Field::Alternative)],
            Kind::WhileStatement | Kind::DoStatement | Kind::ForStatement | Kind::EnhancedForStatement => {
                [node.child(Field::Body), None]
            }
            _ => continue,
        };
        for body in bodies.into_iter().flatten() {
            if body.kind() != Kind::Block {
                wrap(node, body, found);
            } else if let Some(statement) = only_statement(body) {
                match unwrapped(method, node, body, statement) {
                    Some(Ok(edits)) => found.site(body.span(), edits),
                    Some(Err(reason)) => found.refuse(body.span(), reason),
                    None => {}
                }
            }
        }
    }
}

fn wrap(owner: Node<'_>, body: Node<'_>, found: &mut Found) {
    let is_else_if = body.kind() == Kind::IfStatement && owner.child(Field::Alternative) == Some(body);
    if !is_else_if {
        let span = body.span();
        found.site(span, vec![insert(span.start, "{ "), insert(span.end, " }")]);
    }
}

/// The edits that take the braces away, or why they must stay; nothing where they cannot be missed.
fn unwrapped<'t>(
    method: &JavaMethod<'t>,
    owner: Node<'t>,
    body: Node<'t>,
    statement: Node<'t>,
) -> Option<Result<Vec<Edit>, &'static str>> {
    let kind = statement.kind();
    if kind == Kind::LocalVariableDeclaration || kind == Kind::Token || kind.is_type_declaration() {
        return None;
    }
    let is_else = owner.child(Field::Alternative) == Some(body);
    if is_else && kind == Kind::IfStatement {
        return None;
    }
    if would_end_with_short_if(statement) && has_else_behind(method, owner, body) {
        return Some(Err("dangling-else"));
    }
    let is_pattern = |node: Node<'t>| match node.kind() {
        Kind::InstanceofExpression => node.child(Field::Name).is_some() || node.child(Field::Pattern).is_some(),
        _ => false,
    };
    if matches!(kind, Kind::IfStatement | Kind::WhileStatement | Kind::DoStatement | Kind::ForStatement)
        && statement.child(Field::Condition).is_some_and(|condition| condition.descendants().any(is_pattern))
    {
        return Some(Err("pattern-variable"));
    }
    let (open, close) = signs(body, "{", "}")?;
    // The space before the brace is the one before the statement now.
    let text = method.source.get(..open.span().start as usize)?;
    let before = text.trim_end_matches([' ', '\t']).len() as u32;
    let opened = if method.is_whitespace(open.span().end, statement.span().start) {
        let is_on_next_line = method.source.get(open.span().end as usize..)?.trim_start_matches([' ', '\t', '\r']);
        if is_on_next_line.starts_with('\n') {
            method.replace_with_whitespace(open.span(), before, open.span().end, "")
        } else {
            let text = if before == open.span().start { " " } else { "" };
            method.replace_with_whitespace(open.span(), open.span().start, statement.span().start, text)
        }
    } else {
        method.drop_opening(open)
    };
    Some(Ok(vec![opened, method.drop_brace(close)]))
}

/// Returns whether an `else` follows what is the end of a body, perhaps that of an `if` farther out.
fn has_else_behind<'t>(method: &JavaMethod<'t>, owner: Node<'t>, body: Node<'t>) -> bool {
    let (mut owner, mut last) = (owner, body);
    loop {
        match owner.kind() {
            Kind::IfStatement => {
                let has_else = owner.child(Field::Alternative).is_some();
                if has_else && owner.child(Field::Consequence) == Some(last) {
                    return true;
                }
            }
            Kind::WhileStatement | Kind::ForStatement | Kind::EnhancedForStatement | Kind::LabeledStatement => {}
            // Nothing that follows could be reached, or what follows is no `else`.
            _ => return false,
        }
        let Some(parent) = method.model.parent(owner) else { return false };
        (last, owner) = (owner, parent);
    }
}
