//! Trees and blocks of small files.

use std::fmt::Write;

use examen_syntax::LineIndex;
use examen_syntax::python::{BlockKind, blocks, dump, parse};

use crate::fixture::{Section, check};

#[test]
fn trees_are_as_written() {
    check("python/tree", &[("tree", &tree)]);
}

#[test]
fn blocks_are_as_written() {
    check("python/blocks", &[("blocks", &block_lines)]);
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

fn block_lines(section: &Section) -> String {
    let source = &section.source;
    let index = LineIndex::new(source);
    let mut text = String::new();
    for block in blocks(&parse(source).tree, source, &index) {
        let kind = match block.kind {
            BlockKind::ModuleFunction(_) => "module function",
            BlockKind::ClassFunction(..) => "class function",
            BlockKind::ClassOther(_) => "class other",
            BlockKind::ModuleOther => "module other",
        };
        let lines: Vec<String> = block.lines.iter().map(u32::to_string).collect();
        let _ = writeln!(text, "{kind} {}: {}", block.path, lines.join(" "));
    }
    text
}
