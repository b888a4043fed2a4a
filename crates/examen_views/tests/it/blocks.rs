//! Blocks of Python files.

use std::fmt::Write;

use examen_syntax::LineIndex;
use examen_syntax::python::parse;
use examen_views::blocks::{BlockKind, blocks};
use proptest::prelude::*;

use crate::fixture::check;

#[test]
fn blocks_are_as_written() {
    check("blocks", &[("blocks", &|source: &str, _: &str| block_lines(source))]);
}

fn block_lines(source: &str) -> String {
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

/// Lines of which some are definitions, at any depth.
fn python_like() -> impl Strategy<Value = String> {
    let indentation = prop::sample::select(vec!["", "    ", "        ", "\t"]);
    let line = prop::sample::select(vec![
        "def f(a): pass",
        "def g():",
        "async def h():",
        "class A(B):",
        "class C: x = 1",
        "@d",
        "if x:",
        "elif y: z",
        "else:",
        "for i in x:",
        "try:",
        "except E:",
        "finally:",
        "with a as b:",
        "return 'é'",
        "\"\"\"",
        "x = (",
        ")",
        "# c",
        "",
    ]);
    let end = prop::sample::select(vec!["\n", "\r\n", "\r", "; ", "\\\n"]);
    prop::collection::vec((indentation, line, end), 0..40)
        .prop_map(|lines| lines.into_iter().flat_map(|(indentation, line, end)| [indentation, line, end]).collect())
}

proptest! {
    #![proptest_config(crate::property_config(512))]

    #[test]
    fn every_line_is_in_one_block(source in python_like()) {
        let index = LineIndex::new(&source);
        let blocks = blocks(&parse(&source).tree, &source, &index);
        let mut lines: Vec<u32> = blocks.iter().flat_map(|block| block.lines.clone()).collect();
        lines.sort_unstable();
        prop_assert_eq!(lines, (1..=index.line_count()).collect::<Vec<_>>());
    }
}
