//! Do-while loop to while loop.

use std::collections::BTreeSet;

use examen_semantics::java::Constant;
use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::maybe_constant::may_be_constant;
use crate::java::support::method_code::token;
use crate::java::support::own_fields::OwnFields;
use crate::java::support::tidy_edits::is_whitespace;
use crate::java_method::{JavaMethod, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "DW",
    name: "do-while to while",
    description: "`do { … } while (c);` becomes `while (true) { … if (!(c)) break; }`. The body keeps braces of its own where \
                  the condition uses a name that the body declares. With a `continue` of the loop in it the body becomes a \
                  labelled block, and the `continue` a `break` of it.",
    reason: "The body runs first and the condition behind it, as often as before. The loop is left by a `break` where the \
             condition was false, and what is assigned there is what was assigned behind the condition.",
    refuses: "Conditions that are or may be constants other than `false`, since the loop might not have ended for the \
              compiler; conditions with pattern variables; bodies whose end the compiler cannot reach, or may not be able to \
              because a loop in them has a condition that may be constant.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let mut fields = None;
    for statement in method.method.node.descendants() {
        if statement.kind() != Kind::DoStatement {
            continue;
        }
        let fields = fields.get_or_insert_with(|| OwnFields::of(method));
        let (Some(body), Some(condition)) = (statement.child(Field::Body), statement.child(Field::Condition)) else {
            continue;
        };
        match refusal(method, fields, body, condition) {
            Some(reason) => found.refuse(statement.span(), reason),
            None => {
                if let Some(edits) = edits(method, statement, body, condition) {
                    found.site(statement.span(), edits);
                }
            }
        }
    }
}

fn refusal<'t>(
    method: &JavaMethod<'t>,
    fields: &OwnFields<'t>,
    body: Node<'t>,
    condition: Node<'t>,
) -> Option<&'static str> {
    let is_false = method.model.constant(condition) == Some(Constant::Boolean(false));
    if !is_false && may_be_constant(method, fields, condition) {
        return Some("constant-condition");
    }
    let is_pattern = |node: Node<'_>| {
        node.kind() == Kind::InstanceofExpression
            && (node.child(Field::Name).is_some() || node.child(Field::Pattern).is_some())
    };
    if condition.descendants().any(is_pattern) {
        return Some("pattern-variable");
    }
    if !method.model.can_complete(body) {
        return Some("condition-not-reached");
    }
    body.descendants().any(|node| may_be_endless(method, fields, node)).then_some("loop-with-constant-condition")
}

/// Returns whether a statement is a loop that ends for the model and may not do so for the compiler.
fn may_be_endless<'t>(method: &JavaMethod<'t>, fields: &OwnFields<'t>, node: Node<'t>) -> bool {
    let is_loop = matches!(node.kind(), Kind::WhileStatement | Kind::DoStatement | Kind::ForStatement);
    is_loop
        && method.model.can_complete(node)
        && node.child(Field::Condition).is_some_and(|condition| {
            method.model.constant(condition).is_none() && may_be_constant(method, fields, condition)
        })
        && method.model.jumps_to(node).all(|jump| jump.kind() != Kind::BreakStatement)
}

fn edits<'t>(method: &JavaMethod<'t>, statement: Node<'t>, body: Node<'t>, condition: Node<'t>) -> Option<Vec<Edit>> {
    let first = token(statement, "do")?;
    let word = token(statement, "while")?;
    // The body may be a `;` as well.
    let last = statement.children().last().filter(|node| node.kind_name() == ";")?;
    let test = if is_whitespace(method.source, word.span().end, condition.span().start) {
        Span::new(word.span().start, condition.span().start)
    } else {
        word.span()
    };
    let continues: Vec<Node<'_>> =
        method.model.jumps_to(statement).filter(|jump| jump.kind() == Kind::ContinueStatement).collect();
    if continues.is_empty() && body.kind() == Kind::Block && !shares_names(method, body, condition) {
        return flat(method, first, body, test, last);
    }
    let mut edits = Vec::new();
    if continues.is_empty() {
        edits.push(replace(first, "while (true) {"));
    } else {
        let label = method.fresh_name("next");
        edits.push(replace(first, format!("while (true) {{ {label}:")));
        for jump in continues {
            match jump.child_of_kind(Kind::Identifier) {
                Some(old) => edits.extend([replace(token(jump, "continue")?, "break"), replace(old, label.as_str())]),
                None => edits.push(replace(token(jump, "continue")?, format!("break {label}"))),
            }
        }
    }
    let gap = if first.span().end == body.span().start { " " } else { "" };
    if let Some(head) = edits.first_mut() {
        head.text.push_str(gap);
    }
    edits.extend([Edit { span: test, text: "if (!".to_owned() }, replace(last, ") break; }")]);
    Some(edits)
}

/// The body's braces become the loop's.
fn flat(method: &JavaMethod<'_>, first: Node<'_>, body: Node<'_>, test: Span, last: Node<'_>) -> Option<Vec<Edit>> {
    let brace = body.children().last().filter(|node| node.kind_name() == "}")?;
    let start = brace.span().start;
    let indentation = method.indentation(start);
    let line = method.source.get(..start as usize)?.rfind('\n').map_or(0, |end| end as u32 + 1);
    let is_on_own_line = line + indentation.len() as u32 == start;
    let (before, after) =
        if is_on_own_line { ("    ", format!(") break;\n{indentation}}}")) } else { ("", ") break; }".to_owned()) };
    let mut edits = vec![replace(first, "while (true)")];
    if is_whitespace(method.source, brace.span().end, test.start) {
        edits.push(Edit { span: Span::new(start, test.end), text: format!("{before}if (!") });
    } else {
        edits.extend([replace(brace, before), Edit { span: test, text: "if (!".to_owned() }]);
    }
    edits.push(replace(last, after));
    Some(edits)
}

/// Returns whether the condition has a name that the body declares, so that the two must not be in one block.
fn shares_names<'t>(method: &JavaMethod<'t>, body: Node<'t>, condition: Node<'t>) -> bool {
    let is_name = |node: &Node<'_>| matches!(node.kind(), Kind::Identifier | Kind::TypeIdentifier);
    let names: BTreeSet<&str> = condition.descendants().filter(is_name).map(|name| method.text(name)).collect();
    body.descendants().any(|node| {
        let declares = method.model.variable_at(node).and_then(|index| method.model.variables().get(index));
        let is_variable = declares.is_some_and(|variable| variable.declaration == node);
        let class = Some(node).filter(|node| node.kind().is_type_declaration()).and_then(|it| it.child(Field::Name));
        (is_variable && names.contains(method.text(node)))
            || class.is_some_and(|name| names.contains(method.text(name)))
    })
}
