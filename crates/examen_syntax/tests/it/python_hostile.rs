//! Text made to hurt: it ends as a tree with diagnostics, in bounded time and stack.

use examen_syntax::DiagnosticKind;
use examen_syntax::python::{MAX_DEPTH, Node, Tree, parse};

const MANY: usize = 100_000;

#[test]
fn deep_nesting_is_cut_and_said() {
    let cases = [
        ("brackets", "[".repeat(MANY) + &"]".repeat(MANY)),
        ("brackets that never close", "(".repeat(MANY)),
        ("braces and commas", "{1:[1,".repeat(MANY / 4)),
        ("minus signs", format!("x = {}1", "-".repeat(MANY))),
        ("not", format!("x = {}1", "not ".repeat(MANY))),
        ("lambdas", format!("x = {}1", "lambda:".repeat(MANY / 4))),
        ("powers", format!("x = {}1", "2**".repeat(MANY))),
        ("sums", format!("x = {}1", "1+".repeat(MANY))),
        ("attributes", format!("x{}", ".y".repeat(MANY))),
        ("calls", format!("x{}", "()".repeat(MANY))),
        ("conditions", format!("x = {}1", "1 if 1 else ".repeat(MANY / 10))),
    ];
    for (name, source) in cases {
        let file = parse(&source);
        let is_said = file.diagnostics.iter().any(|diagnostic| {
            matches!(diagnostic.kind, DiagnosticKind::TooDeep | DiagnosticKind::TooMuchWork | DiagnosticKind::Syntax)
        });
        assert!(is_said, "{name}: no diagnostic");
        assert!(depth(&file.tree) <= MAX_DEPTH as usize + 1, "{name}: too deep");
    }
}

#[test]
fn long_flat_files_are_kept_whole() {
    let list = format!("x = [{}]\n", "(1, 'a'), ".repeat(MANY));
    let file = parse(&list);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let chain = format!("if x:\n    pass\n{}", "elif y:\n    pass\n".repeat(20_000));
    let file = parse(&chain);
    assert!(file.diagnostics.is_empty(), "{:?}", file.diagnostics);
    let line = format!("x = '{}'\n", "a".repeat(4 << 20));
    assert!(parse(&line).diagnostics.is_empty());
}

#[test]
fn odd_characters_are_no_reason_to_stop() {
    for source in [
        "\0",
        "x = \0\n",
        "\u{feff}",
        "\r\r\r",
        "\\",
        "'",
        "'''",
        "f'{",
        "def",
        "class",
        "\u{2028}x",
        "🐍 = 1",
        "\t x\n  y",
    ] {
        parse(source);
    }
}

fn depth(tree: &Tree) -> usize {
    let mut deepest = 0;
    let mut pending: Vec<(Node, usize)> = tree.list(tree.body).iter().map(|&id| (id.into(), 1)).collect();
    while let Some((node, level)) = pending.pop() {
        deepest = deepest.max(level);
        tree.children(node, &mut |child| pending.push((child, level + 1)));
    }
    deepest
}
