//! Graphs as text, for tests and for people.

use std::fmt::Write;

use super::{BlockId, EdgeKind, Event, Flow};
use crate::python::model::{Model, ScopeId, ScopeKind};

/// The graphs of a file. A block is a line: its number in the scope, its events, where it goes.
///
/// Statements and clauses stand in brackets, other expressions in parentheses; `x` loads a name, `x=` defines it. The
/// number behind `->` is that of the next block, before it stands when it is taken, if not always; `out` is the
/// exception that leaves the scope, `exit` the block where it is left normally.
pub fn dump(model: &Model<'_>, flow: &Flow) -> String {
    let mut text = String::new();
    for (scope, _) in model.scopes() {
        let _ = writeln!(text, "{}", title(model, scope));
        for block in flow.blocks(scope) {
            dump_block(&mut text, model, flow, scope, block);
        }
    }
    text
}

fn dump_block(text: &mut String, model: &Model<'_>, flow: &Flow, scope: ScopeId, block: BlockId) {
    let number = |block: BlockId| block.0 - flow.entry(scope).0;
    let _ = write!(text, "  {}:", number(block));
    for event in flow.events(block) {
        let _ = write!(text, " {}", event_text(model, *event));
    }
    if let Some(test) = flow.branch(block) {
        let _ = write!(text, " {}?", model.text(model.tree[test].span));
    }
    for edge in flow.successors(block) {
        let when = match edge.kind {
            EdgeKind::Normal => "",
            EdgeKind::True => "true",
            EdgeKind::False => "false",
            EdgeKind::Exception => "raise",
        };
        let _ = write!(text, " {when}->{}", number(edge.to));
    }
    if flow.block(block).raises {
        text.push_str(" raise->out");
    }
    if flow.exit(scope) == Some(block) {
        text.push_str(" exit");
    }
    text.push('\n');
}

fn title(model: &Model<'_>, scope: ScopeId) -> String {
    match model[scope].kind {
        ScopeKind::Module => "module".to_owned(),
        ScopeKind::Class(id) => format!("class {}", model.tree[id].name.text(model.source)),
        ScopeKind::Function(id) => format!("def {}", model.tree[id].name.text(model.source)),
        ScopeKind::Lambda(id) | ScopeKind::Comprehension(id) => first_line(model.text(model.tree[id].span)).to_owned(),
    }
}

fn event_text(model: &Model<'_>, event: Event) -> String {
    let clause = |header| format!("[{}]", first_line(model.text(header)).trim_end_matches(':'));
    match event {
        Event::Stmt(id) => clause(model.tree[id].header),
        Event::Elif(id) => clause(model.tree[id].header),
        Event::Case(id) => clause(model.tree[id].header),
        Event::Handler(id) => clause(model.tree[id].header),
        Event::Use(id) => first_line(model.text(model.tree[id].span)).to_owned(),
        Event::Define(id) => format!("{}=", model.text(model[id].name)),
        Event::Expr(id) => format!("({})", first_line(model.text(model.tree[id].span))),
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
