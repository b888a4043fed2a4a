//! A graph as text, for tests and for people.

use std::fmt::Write;

use super::{BlockId, EdgeKind, Event, Flow};
use crate::python::model::{Model, ScopeId};

/// The blocks of a scope, one per line: events as source text, edges as `->` and the number of the block.
pub fn dump(model: &Model<'_>, flow: &Flow, scope: ScopeId) -> String {
    let mut text = String::new();
    let first = flow.entry(scope).0;
    let number = |block: BlockId| block.0 - first;
    for block in flow.blocks(scope) {
        let _ = write!(text, "{}:", number(block));
        for event in flow.events(block) {
            let _ = write!(text, " {}", event_text(model, *event));
        }
        if let Some(test) = flow.branch(block) {
            let _ = write!(text, " {}?", model.text(model.tree[test].span));
        }
        for edge in flow.successors(block) {
            let kind = match edge.kind {
                EdgeKind::Normal => "->",
                EdgeKind::True => "true->",
                EdgeKind::False => "false->",
                EdgeKind::Exception => "raise->",
            };
            let _ = write!(text, " {kind}{}", number(edge.to));
        }
        if flow.block(block).raises {
            text.push_str(" raise->");
        }
        if flow.exit(scope) == Some(block) {
            text.push_str(" exit");
        }
        text.push('\n');
    }
    text
}

fn event_text(model: &Model<'_>, event: Event) -> String {
    let first_line = |span| model.text(span).lines().next().unwrap_or_default().to_owned();
    match event {
        Event::Stmt(id) => format!("[{}]", first_line(model.tree[id].header)),
        Event::Elif(id) => format!("[{}]", first_line(model.tree[id].header)),
        Event::Case(id) => format!("[{}]", first_line(model.tree[id].header)),
        Event::Handler(id) => format!("[{}]", first_line(model.tree[id].header)),
        Event::Use(id) => first_line(model.tree[id].span),
        Event::Define(id) => format!("={}", model.text(model[id].name)),
        Event::Expr(id) => format!("({})", first_line(model.tree[id].span)),
    }
}
