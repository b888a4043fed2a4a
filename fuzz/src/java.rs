//! Java tokens and trees.

use examen_syntax::Span;
use examen_syntax::java::{JavaTree, Method, TokenKind, javadoc_text, parse, parse_method, tokenize};

use crate::{check_diagnostics, check_edits, check_span};

/// Tokens are ordered, lie on characters, and leave out only white space; each error has its diagnostic.
pub fn java_tokens(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    let output = tokenize(source);
    let mut end = 0;
    for token in &output.tokens {
        check_span(token.span, source);
        assert!(token.span.start >= end && !token.span.is_empty(), "{token:?} is empty or overlaps");
        let gap = Span::new(end, token.span.start).text(source);
        assert!(is_gap(gap), "{gap:?} is lost before {token:?}");
        end = token.span.end;
    }
    let rest = &source[end as usize..];
    assert!(is_gap(rest.strip_suffix('\x1a').unwrap_or(rest)), "{rest:?} is lost");
    let errors = output.tokens.iter().filter(|token| token.kind == TokenKind::Error).map(|token| token.span);
    assert!(errors.eq(output.diagnostics.iter().map(|diagnostic| diagnostic.span)));
    let names = output.significant().filter(|token| token.kind == TokenKind::Identifier);
    check_edits(names.map(|token| token.span), source);
}

/// The text gives a tree, as a file and as a lone method; its spans lie on characters and in their parents.
pub fn java_parse(data: &[u8]) {
    let source = &*String::from_utf8_lossy(data);
    for tree in [parse(source), parse_method(source)] {
        check_diagnostics(tree.diagnostics(), source);
        check_tree(&tree, source);
        for declaration in tree.types() {
            check_span(declaration.node.span(), source);
            declaration.javadoc(source).inspect(|&span| check_javadoc(span, source));
            assert_eq!(tree.path_to(declaration.node).last(), Some(&declaration.node));
            assert!(declaration.modifiers().chain(declaration.annotations()).all(|node| !node.text(source).is_empty()));
        }
        tree.methods().for_each(|method| check_method(method, source));
    }
}

/// White space, written plainly or as Unicode escapes.
fn is_gap(mut gap: &str) -> bool {
    while let Some(first) = gap.chars().next() {
        gap = match first {
            ' ' | '\t' | '\n' | '\r' | '\x0c' => &gap[1..],
            '\\' => {
                let digits = gap[1..].trim_start_matches('u');
                match digits.get(..4).map(str::to_ascii_lowercase).as_deref() {
                    Some("0020" | "0009" | "000a" | "000d" | "000c") => &digits[4..],
                    _ => return false,
                }
            }
            _ => return false,
        };
    }
    true
}

fn check_tree(tree: &JavaTree, source: &str) {
    let mut above = vec![Span::new(0, source.len() as u32)];
    let mut walk = tree.root().descendants();
    let mut count = 0;
    while let Some(node) = walk.next() {
        count += 1;
        above.truncate(walk.depth() + 1);
        let span = node.span();
        check_span(span, source);
        assert!(above.last().is_some_and(|parent| parent.contains(span)), "{node:?} outside its parent");
        above.push(span);
    }
    assert_eq!(count, tree.root().descendant_count());
}

fn check_method(method: Method<'_>, source: &str) {
    let span = method.span();
    check_span(span, source);
    check_span(method.header_span(), source);
    assert!(span.contains(method.header_span()), "the header lies outside {span:?}");
    let parts = [method.name(), method.return_type(), method.body()].into_iter().flatten();
    let parts = parts.chain(method.modifiers()).chain(method.annotations()).chain(method.throws());
    let parameters = method.parameters().flat_map(|it| [Some(it.node), it.name(), it.type_node()]).flatten();
    for part in parts.chain(parameters) {
        assert!(span.contains(part.span()), "{part:?} outside {span:?}");
    }
    method.javadoc(source).inspect(|&javadoc| {
        assert!(javadoc.end <= span.start, "the Javadoc does not come before {span:?}");
        check_javadoc(javadoc, source);
    });
}

fn check_javadoc(span: Span, source: &str) {
    check_span(span, source);
    let comment = span.text(source);
    assert!(comment.starts_with("/**"), "{comment:?} is no Javadoc");
    assert!(javadoc_text(comment).len() < comment.len());
}
