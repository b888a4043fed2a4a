//! Control flow and values, by example.

use std::fmt::Write;

use examen_semantics::python::flow::{Event, Flow, dump};
use examen_semantics::python::ssa::Ssa;
use examen_semantics::python::{Model, Version};
use examen_syntax::python::{Handler, Id, Stmt, parse};
use examen_syntax::{LineIndex, Span};

use crate::fixture::check;

#[test]
fn fixtures_say_what_happens_in_which_order() {
    check("python/flow", &[("flow", &flow), ("unreachable", &unreachable), ("values", &values)]);
}

fn flow(source: &str, version: Version) -> String {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    dump(&model, &Flow::new(&model))
}

/// The statements and handlers that nothing gets to, but for those inside others.
fn unreachable(source: &str, version: Version) -> String {
    let parsed = parse(source);
    let tree = &parsed.tree;
    let model = Model::new(source, tree, version);
    let flow = Flow::new(&model);
    let handlers = tree.all::<Handler>().map(|(id, handler)| (Event::from(id), handler.header));
    let stmts = tree.all::<Stmt>().map(|(id, stmt)| (Event::from(id), stmt.header));
    let mut dead: Vec<Span> =
        stmts.chain(handlers).filter(|&(event, _)| !flow.is_reachable(event)).map(|(_, header)| header).collect();
    dead.sort_unstable_by_key(|header| header.start);
    let lines = LineIndex::new(source);
    let line = |header: &Span| format!("{}: {}\n", lines.position(source, header.start).line, header.text(source));
    dead.iter().map(line).collect()
}

/// For each load of a name the lines of the definitions that it may see.
fn values(source: &str, version: Version) -> String {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, version);
    let flow = Flow::new(&model);
    let ssa = Ssa::new(&model, &flow);
    let lines = LineIndex::new(source);
    let line = |span: Span| lines.position(source, span.start).line;
    let mut text = String::new();
    let mut names: Vec<_> = model.variables().flat_map(|(variable, _)| model.uses(variable).iter().copied()).collect();
    names.sort_unstable_by_key(|&name: &Id<_>| parsed.tree[name].span.start);
    for name in names {
        let span = parsed.tree[name].span;
        for value in ssa.values_at(name) {
            let reaching = ssa.reaching(value);
            // Names from outside would only be noise.
            if reaching.definitions.is_empty() {
                continue;
            }
            let _ = write!(text, "{}: {} from", line(span), span.text(source));
            for definition in &reaching.definitions {
                let _ = write!(text, " {}", line(model[*definition].name));
            }
            text.push_str(if reaching.has_entry { " or before\n" } else { "\n" });
        }
    }
    for (id, definition) in model.definitions() {
        for value in ssa.values_of(id).filter(|&value| !ssa.is_used(value)) {
            let _ = write!(text, "{}: {} unused", line(definition.name), model.text(definition.name));
            for (at, next) in ssa.redefinitions(value).iter().enumerate() {
                let _ = write!(text, "{}{}", if at == 0 { ", redefined in " } else { " " }, line(model[*next].name));
            }
            text.push('\n');
        }
    }
    text
}
