//! From `for` to `while`.

use std::collections::BTreeSet;

use examen_semantics::java::VariableKind;
use examen_syntax::java::{Kind, Node};
use examen_syntax::{Edit, Span};

use super::for_loop::ForLoop;
use crate::java::support::tidy_edits::{replace_tokens, starts_line};
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Site, Strength};

/// The rewrite of a `for`, or why it must stay.
pub(super) fn site<'t>(
    method: &JavaMethod<'t>,
    node: Node<'t>,
    strength: Strength,
    declared: &BTreeSet<&str>,
) -> Result<Site, &'static str> {
    let parts = ForLoop::of(node).ok_or("unreadable-head")?;
    let body = match strength {
        Strength::Strict => body_plan(method, node, &parts, declared)?,
        Strength::Paper => BodyPlan { appends_update: parts.has_update(), ..BodyPlan::default() },
    };
    let mut place = node.span();
    let mut edits = Vec::new();
    let labels = if strength == Strength::Strict { outermost_label(method, node) } else { None };
    let indentation = method.indentation(place.start);
    if !parts.has_init() {
        head(method, &parts, "while (", &mut edits);
    } else if let Some(label) = labels {
        place = label.span();
        let init = parts.init_text(method.source);
        edits.push(insert(place.start, format!("{{\n{indentation}{init}\n{indentation}")));
        edits.push(Edit { span: Span::new(parts.keyword.span().start, parts.init_end()), text: "while (".to_owned() });
        skip_whitespace(method.source, parts.init_end(), &mut edits);
    } else {
        let block = format!("{{\n{indentation}");
        let first = parts.init.first().map_or(parts.init_end(), |first| first.span().start);
        replace_tokens(method.source, &[parts.keyword, parts.open], first, &block, &mut edits);
        let commas = parts.init.iter().filter(|node| node.kind() == Kind::Token);
        edits.extend(commas.map(|comma| replace(*comma, ";")));
        edits.push(insert(parts.init_end(), format!("\n{indentation}while (")));
        skip_whitespace(method.source, parts.init_end(), &mut edits);
    }
    if parts.condition.is_none() {
        edits.push(insert(parts.second_semicolon.span().start, "true"));
    }
    rewrite_body(method, &parts, &body, &mut edits);
    for jump in &body.continues {
        leave_by(*jump, &body.label, &mut edits);
    }
    if parts.has_init() {
        edits.push(insert(node.span().end, format!("\n{indentation}}}")));
    }
    Ok(Site { place, edits })
}

/// What becomes of the body.
#[derive(Default)]
struct BodyPlan<'t> {
    appends_update: bool,
    /// Whether the old body keeps a block of its own.
    is_wrapped: bool,
    /// The jumps that must get to the update, and the label by which they do.
    continues: Vec<Node<'t>>,
    label: String,
}

fn body_plan<'t>(
    method: &JavaMethod<'t>,
    node: Node<'t>,
    parts: &ForLoop<'t>,
    declared: &BTreeSet<&str>,
) -> Result<BodyPlan<'t>, &'static str> {
    if parts.has_init() && binds_for_later(method, node, parts) {
        return Err("pattern-variable-used-behind");
    }
    if !parts.has_update() {
        return Ok(BodyPlan::default());
    }
    let jumps = method.model.jumps_to(node);
    let continues: Vec<Node<'t>> = jumps.filter(|jump| jump.kind() == Kind::ContinueStatement).collect();
    if !method.model.can_complete(parts.body) {
        if continues.is_empty() {
            let has_comment = parts.update.iter().any(|node| node.kind().is_comment());
            return if has_comment { Err("comment-in-dropped-update") } else { Ok(BodyPlan::default()) };
        }
        if continues.iter().any(|&jump| is_swallowed(method, jump, node)) {
            return Err("update-may-be-unreachable");
        }
    }
    let label = if continues.is_empty() { String::new() } else { method.fresh_name("next") };
    let is_hidden = |name: Node<'t>| {
        matches!(name.kind(), Kind::Identifier | Kind::TypeIdentifier)
            && method.model.variable_at(name).is_none()
            && declared.contains(method.text(name))
    };
    let is_wrapped = parts.update.iter().any(|update| update.descendants().any(is_hidden));
    Ok(BodyPlan { appends_update: true, is_wrapped, continues, label })
}

/// Returns whether the condition binds a variable that statements behind the loop use, which a block around the loop
/// would hide.
fn binds_for_later<'t>(method: &JavaMethod<'t>, node: Node<'t>, parts: &ForLoop<'t>) -> bool {
    let Some(condition) = parts.condition else { return false };
    let mut names = condition.descendants().filter(|name| name.kind() == Kind::Identifier);
    names.any(|name| {
        let variable = method.model.variable_at(name).and_then(|index| method.model.variables().get(index));
        variable.is_some_and(|variable| {
            variable.kind == VariableKind::Pattern
                && variable.declaration == name
                && variable.uses.iter().any(|usage| usage.node.span().start >= node.span().end)
        })
    })
}

/// Returns whether a `finally` on the way to the loop never completes, so that the jump does not get there.
fn is_swallowed<'t>(method: &JavaMethod<'t>, jump: Node<'t>, target: Node<'t>) -> bool {
    let mut inner = jump;
    while let Some(above) = method.model.parent(inner).filter(|&above| above != target) {
        let finally = above.child_of_kind(Kind::FinallyClause).filter(|&finally| finally != inner);
        if finally.is_some_and(|finally| !method.model.can_complete(finally)) {
            return true;
        }
        inner = above;
    }
    false
}

fn outermost_label<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Node<'t>> {
    std::iter::successors(method.model.label_of(node), |&label| method.model.label_of(label)).last()
}

/// Everything before the condition of a loop without initialisation.
fn head(method: &JavaMethod<'_>, parts: &ForLoop<'_>, text: &str, edits: &mut Vec<Edit>) {
    let next = parts.condition.unwrap_or(parts.second_semicolon).span().start;
    let tokens = parts.head_tokens();
    let mut replaced = Vec::new();
    replace_tokens(method.source, &tokens, next, text, &mut replaced);
    if replaced.len() > 1 {
        // There are comments between the signs, so that the parenthesis stays where it is.
        replaced = vec![replace(parts.keyword, "while")];
        replaced.extend(parts.first_semicolon.map(|semicolon| replace(semicolon, "")));
    }
    edits.append(&mut replaced);
}

/// Takes out the whitespace behind the initialisation, which would stand behind a parenthesis.
fn skip_whitespace(source: &str, from: u32, edits: &mut Vec<Edit>) {
    let rest = source.get(from as usize..).unwrap_or_default();
    let spaces = (rest.len() - rest.trim_start().len()) as u32;
    if spaces > 0 {
        edits.push(Edit { span: Span::new(from, from + spaces), text: String::new() });
    }
}

/// The end of the head, and the update behind the body.
fn rewrite_body(method: &JavaMethod<'_>, parts: &ForLoop<'_>, plan: &BodyPlan<'_>, edits: &mut Vec<Edit>) {
    let source = method.source;
    let head_end = Span::new(parts.second_semicolon.span().start, parts.close.span().end);
    if !plan.appends_update {
        if parts.has_update() {
            edits.push(Edit { span: head_end, text: ")".to_owned() });
        } else {
            // Comments may stand between the semicolon and the parenthesis.
            replace_tokens(source, &[parts.second_semicolon], parts.close.span().start, "", edits);
        }
        return;
    }
    let update = parts.update_text(source);
    let (start, end) = (parts.body.span().start, parts.body.span().end);
    let label = if plan.label.is_empty() { String::new() } else { format!("{}: ", plan.label) };
    if parts.body.kind() == Kind::Token {
        // An empty body.
        edits.push(Edit { span: head_end, text: ")".to_owned() });
        let space = if head_end.end == start { " " } else { "" };
        let line_end = if update.ends_with('\n') { "" } else { " " };
        edits.push(replace(parts.body, format!("{space}{{ {update}{line_end}}}")));
        return;
    }
    if parts.body.kind() != Kind::Block {
        edits.push(Edit { span: head_end, text: ") {".to_owned() });
        if !label.is_empty() {
            edits.push(insert(start, label));
        }
        let text = if starts_line(source, start) {
            let (outer, inner) = (method.indentation(parts.keyword.span().start), method.indentation(start));
            let line_end = if update.ends_with('\n') { "" } else { "\n" };
            format!("\n{inner}{update}{line_end}{outer}}}")
        } else {
            format!(" {update} }}")
        };
        edits.push(insert(end, text));
        return;
    }
    edits.push(Edit { span: head_end, text: ")".to_owned() });
    let is_inner_block = plan.is_wrapped || !label.is_empty();
    if is_inner_block {
        edits.push(insert(start + 1, format!(" {label}{{")));
    }
    let inner_end = if is_inner_block { "} " } else { "" };
    let brace = end.saturating_sub(1);
    edits.push(insert(brace, before_brace(method, parts.body, &format!("{inner_end}{update}"))));
}

/// A last statement of a block, as it is written before the brace.
fn before_brace(method: &JavaMethod<'_>, block: Node<'_>, text: &str) -> String {
    let source = method.source;
    let brace = block.span().end.saturating_sub(1);
    if !starts_line(source, brace) {
        let space =
            if source.get(..brace as usize).is_some_and(|before| before.ends_with([' ', '\t'])) { "" } else { " " };
        let line_end = if text.ends_with('\n') { "" } else { " " };
        return format!("{space}{text}{line_end}");
    }
    let outer = method.indentation(brace);
    let last = block.named_children().last().map(|last| method.indentation(last.span().start));
    let unit = if outer.ends_with('\t') { "\t" } else { "    " };
    let rest = last.and_then(|last| last.strip_prefix(outer)).filter(|rest| !rest.is_empty()).unwrap_or(unit);
    let line_end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{rest}{text}{line_end}{outer}")
}

/// `continue` becomes a `break` out of the labelled body.
fn leave_by(jump: Node<'_>, label: &str, edits: &mut Vec<Edit>) {
    let Some(keyword) = jump.children().next() else { return };
    match jump.child_of_kind(Kind::Identifier) {
        Some(old) => edits.extend([replace(keyword, "break"), replace(old, label)]),
        None => edits.push(replace(keyword, format!("break {label}"))),
    }
}
