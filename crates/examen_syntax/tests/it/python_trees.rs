//! Trees of small files.

use std::fmt::Write;

use examen_syntax::python::{dump, parse};

use crate::fixture::{Section, check};

#[test]
fn trees_are_as_written() {
    check("python/tree", &[("tree", &tree)]);
}

fn tree(section: &Section) -> String {
    let source = &section.source;
    let file = parse(source);
    let mut text = format!("{:?} by {:?}\n{}", file.dialect, file.front_end, dump(&file.tree, source));
    for diagnostic in &file.diagnostics {
        let _ = writeln!(
            text,
            "! {:?} {}..{} {}",
            diagnostic.kind, diagnostic.span.start, diagnostic.span.end, diagnostic.message
        );
    }
    text
}
