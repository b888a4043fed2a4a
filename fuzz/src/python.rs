//! Python tokens and trees.

use examen_syntax::python::token::TokenKind;
use examen_syntax::python::token_rows::rows;
use examen_syntax::python::tokenizer::tokenize;
use examen_syntax::python::{Class, FrontEnd, Function, Node, Tree, dump, parse, parse_with};
use examen_syntax::{LineIndex, Span};
use examen_views::blocks::blocks;

use crate::{check_diagnostics, check_edits, check_span};

/// Tokens are ordered, lie on characters, and leave out only whitespace and continued line ends.
pub fn python_tokens(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    let output = tokenize(source);
    let mut end = 0;
    for token in &output.tokens {
        check_span(token.span, source);
        assert!(token.span.start >= end, "{token:?} overlaps the one before");
        let gap = Span::new(end, token.span.start).text(source);
        assert!(is_gap(gap), "{gap:?} is lost before {token:?}");
        end = token.span.end;
    }
    assert_eq!(end as usize, source.len(), "the tokens end before the text");
    assert!(output.tokens.last().is_some_and(|token| token.kind == TokenKind::EndMarker));
    let count = |kind| output.tokens.iter().filter(|token| token.kind == kind).count();
    assert_eq!(count(TokenKind::Indent), count(TokenKind::Dedent));
    assert_eq!(count(TokenKind::EndMarker), 1);
    check_diagnostics(&output.diagnostics, source);
    assert_eq!(rows(source, &output.tokens).len(), output.tokens.len());
    let names = output.tokens.iter().filter(|token| token.kind == TokenKind::Name);
    check_edits(names.map(|token| token.span), source);
}

/// Both front ends give a tree whose spans lie on characters and in their parents; every line is in one block.
pub fn python_parse(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    let index = LineIndex::new(source);
    let files = [parse(source), parse_with(source, FrontEnd::Ruff)];
    for file in files {
        check_diagnostics(&file.diagnostics, source);
        check_spans(&file.tree, source);
        let lines_of_dump = dump(&file.tree, source).lines().count();
        assert!(lines_of_dump >= file.tree.list(file.tree.body).len());
        check_blocks(&file.tree, source, &index);
        for (_, function) in file.tree.all::<Function>() {
            check_span(function.name.span, source);
            file.tree.docstring(source, function.body);
        }
        file.tree.all::<Class>().for_each(|(_, class)| check_span(class.name.span, source));
    }
}

fn is_gap(gap: &str) -> bool {
    gap.replace("\\\r\n", "").replace("\\\n", "").chars().all(|character| matches!(character, ' ' | '\t' | '\x0c'))
}

fn check_spans(tree: &Tree, source: &str) {
    let whole = Span::new(0, source.len() as u32);
    let mut pending: Vec<(Node, Span)> = tree.list(tree.body).iter().map(|&id| (id.into(), whole)).collect();
    while let Some((node, parent)) = pending.pop() {
        let span = tree.span(node);
        check_span(span, source);
        // A missing expression stands where the parser noticed, which may be before the node it is missing from.
        let is_missing = matches!(node, Node::Expr(_)) && span.is_empty();
        assert!(is_missing || parent.contains(span), "{node:?} {span:?} outside {parent:?}");
        if let Node::Stmt(id) = node {
            assert!(span.contains(tree[id].header), "the header of {node:?} outside {span:?}");
        }
        tree.children(node, &mut |child| pending.push((child, span)));
    }
}

fn check_blocks(tree: &Tree, source: &str, index: &LineIndex) {
    let blocks = blocks(tree, source, index);
    let mut lines: Vec<u32> = blocks.iter().flat_map(|block| block.lines.iter().copied()).collect();
    lines.sort_unstable();
    assert!(lines.into_iter().eq(1..=index.line_count()), "a line is in no block, or in two");
}
