//! The authors' rule.

use examen_syntax::java::{Kind, Node};
use examen_syntax::{Edit, Span};

use super::Switch;
use crate::java::support::tidy_edits::removal;
use crate::java_method::{JavaMethod, insert, replace};

/// An entry of an old switch: one label, and the statements up to the next.
struct Entry<'t> {
    label: Node<'t>,
    colon: Node<'t>,
    value: Option<Node<'t>>,
    statements: Vec<Node<'t>>,
}

/// The edits, unless the switch has what the authors' parser does not read.
pub(super) fn edits<'t>(method: &JavaMethod<'t>, switch: &Switch<'t>) -> Option<Vec<Edit>> {
    let entries = entries(switch)?;
    let source = method.source;
    let selector = method.text(switch.selector);
    let itself = format!("if ({selector} == {selector}) {{");
    let mut edits = Vec::new();
    let brace = Span::new(switch.block.span().start, switch.block.span().start + 1);
    let parts = [switch.keyword, switch.open, switch.selector, switch.close];
    edits.extend(parts.iter().map(|&part| replace(part, "")));
    edits.push(Edit { span: brace, text: String::new() });
    let end = switch.block.span().end.saturating_sub(1);
    let has_cases = entries.iter().any(|entry| entry.value.is_some());
    if entries.is_empty() {
        edits.push(insert(end, itself.clone()));
    }
    let mut is_first = true;
    let mut moved = None;
    let count = entries.len();
    for (at, entry) in entries.iter().enumerate() {
        let head = match entry.value {
            Some(value) => format!("if ({selector} == {}) {{", method.text(value)),
            None if !has_cases => itself.clone(),
            None => "{".to_owned(),
        };
        let span = entry.label.span().cover(entry.colon.span());
        if entry.value.is_none() && at + 1 < count && has_cases {
            // The default comes last, with its statements.
            moved = Some(statements_text(method, entry));
            let last = entry.statements.last().map_or(span.end, |last| last.span().end);
            edits.push(Edit { span: Span::new(span.start, last), text: String::new() });
            continue;
        }
        let lead = if is_first { "" } else { "} else " };
        is_first = false;
        edits.push(Edit { span, text: format!("{lead}{head}") });
        let jumps = entry.statements.iter().filter(|statement| statement.kind() == Kind::BreakStatement);
        edits.extend(jumps.map(|jump| removal(source, jump.span())));
    }
    if let Some(text) = moved {
        edits.push(insert(end, format!("}} else {{ {text}\n")));
    }
    Some(edits)
}

fn entries<'t>(switch: &Switch<'t>) -> Option<Vec<Entry<'t>>> {
    let mut entries: Vec<Entry<'t>> = Vec::new();
    for group in switch.block.named_children().filter(|node| !node.kind().is_comment()) {
        if group.kind() != Kind::SwitchBlockStatementGroup {
            return None;
        }
        let mut label = None;
        for child in group.children() {
            match child.kind() {
                Kind::SwitchLabel => label = Some(child),
                _ if child.kind().is_comment() => {}
                Kind::Token if child.kind_name() == ":" => {
                    let label = label.take()?;
                    let mut values = label.named_children().filter(|child| !child.kind().is_comment());
                    let value = values.next();
                    let is_new = |value: Node<'t>| matches!(value.kind(), Kind::Pattern | Kind::NullLiteral);
                    if values.next().is_some() || value.is_some_and(is_new) {
                        return None;
                    }
                    entries.push(Entry { label, colon: child, value, statements: Vec::new() });
                }
                _ => entries.last_mut()?.statements.push(child),
            }
        }
    }
    Some(entries)
}

/// The statements of an entry, without jumps and what follows the last of them.
fn statements_text<'t>(method: &JavaMethod<'t>, entry: &Entry<'t>) -> String {
    let kept = entry.statements.iter().filter(|statement| statement.kind() != Kind::BreakStatement);
    kept.map(|&statement| method.text(statement)).collect::<Vec<_>>().join("\n")
}
