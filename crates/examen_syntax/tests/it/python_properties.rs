//! Properties that hold for any text.

use examen_syntax::python::{Expr, FrontEnd, Node, Stmt, Tree, parse_with};
use examen_syntax::{Edit, Edits, Span};
use proptest::prelude::*;

/// Pieces that make up text which is Python now and then.
fn python_like() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "def f(a, b=1, *c, d, **e):",
        "class A(B):",
        "if x:",
        "elif y:",
        "else:",
        "for i in x:",
        "while 1:",
        "try:",
        "except E, e:",
        "except (A, B) as c:",
        "finally:",
        "with a as b, c:",
        "match x:",
        "case [1, *_]:",
        "return",
        "yield",
        "lambda: 0",
        "print 'x',",
        "print >>f, x",
        "exec a in b",
        "`x`",
        "raise E, 'v', t",
        "import a.b as c",
        "from . import *",
        "@d",
        "async ",
        "await ",
        "x",
        "y",
        "0777",
        "1.5j",
        "'s'",
        "f'{x!r:>{y}}'",
        "\"\"\"",
        "'",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ":",
        ",",
        ";",
        ".",
        "=",
        "==",
        "<>",
        ":=",
        "->",
        "**",
        "*",
        "|",
        "&",
        "^",
        " ",
        "  ",
        "\n",
        "\n    ",
        "\n\t",
        "\r\n",
        "\r",
        "\\\n",
        "# c\n",
        "é",
        "\u{0}",
        "global x",
        "del x",
        "not in",
        "is not",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::property_config(512))]

    #[test]
    fn every_span_lies_on_characters_inside_its_parent(source in python_like()) {
        for front_end in [FrontEnd::Ruff, FrontEnd::Descent] {
            let file = parse_with(&source, front_end);
            check_spans(&file.tree, &source)?;
        }
    }

    #[test]
    fn edits_keep_what_is_outside_and_can_be_undone(source in "[a-zé\n ]{0,40}", cuts in prop::collection::vec((0usize..40, 0usize..5, "[xyé]{0,4}"), 0..5)) {
        let edges: Vec<usize> = source.char_indices().map(|(at, _)| at).chain([source.len()]).collect();
        let edits = cuts.into_iter().map(|(start, length, text)| {
            let start = start.min(edges.len() - 1);
            let end = (start + length).min(edges.len() - 1);
            Edit { span: Span::new(edges[start] as u32, edges[end] as u32), text }
        });
        let Ok(edits) = Edits::new(edits.collect()) else { return Ok(()) };
        let edited = edits.apply(&source).unwrap();
        prop_assert_eq!(edits.inverse(&source).apply(&edited).unwrap(), source.clone());
        let mut kept_to = 0;
        for edit in edits.as_slice() {
            let kept = &source[kept_to..edit.span.start as usize];
            let place = edits.map_offset(kept_to as u32) as usize;
            prop_assert!(kept.is_empty() || edited[place..].starts_with(kept));
            kept_to = edit.span.end as usize;
        }
    }
}

fn check_spans(tree: &Tree, source: &str) -> Result<(), TestCaseError> {
    let whole = Span::new(0, source.len() as u32);
    let mut pending: Vec<(Node, Span)> = tree.list(tree.body).iter().map(|&id| (id.into(), whole)).collect();
    while let Some((node, parent)) = pending.pop() {
        let span = tree.span(node);
        prop_assert!(
            source.get(span.start as usize..span.end as usize).is_some(),
            "{node:?} {span:?} cuts a character"
        );
        // A missing expression stands where the parser noticed, which may be before the node it is missing from.
        let is_missing = matches!(node, Node::Expr(_)) && span.is_empty();
        prop_assert!(is_missing || parent.contains(span), "{node:?} {span:?} outside {parent:?}");
        if let Node::Stmt(id) = node {
            prop_assert!(span.contains(tree[id].header), "{node:?} header outside {span:?}");
        }
        tree.children(node, &mut |child| pending.push((child, span)));
    }
    let counted = tree.all::<Expr>().count() + tree.all::<Stmt>().count();
    prop_assert!(counted <= 4 * source.len() + 16);
    Ok(())
}
