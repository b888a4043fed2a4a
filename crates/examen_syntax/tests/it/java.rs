//! Java: fixtures, properties, hostile texts.

use std::fmt::Write as _;

use examen_syntax::java::{
    JavaTree, Method, Node, TokenKind, TypeDeclaration, javadoc_text, parse, parse_method, tokenize,
};
use examen_syntax::{Diagnostic, DiagnosticKind, Span};
use proptest::prelude::*;

use crate::fixture::{Make, Section, check};

#[test]
fn trees_and_tokens_are_as_written() {
    let names = ["tokens", "methods", "types", "tree", "diagnostics"];
    let makers = names.map(|name| move |section: &Section| Input::of(section).render(name));
    let outputs: Vec<(&str, Make)> = names.into_iter().zip(makers.iter().map(|maker| maker as Make)).collect();
    check("java", &outputs);
}

/// The text on one line.
fn shown(text: &str) -> String {
    let show = |character: char| {
        if character.is_control() { character.escape_default().collect() } else { character.to_string() }
    };
    text.chars().map(show).collect()
}

struct Input {
    text: String,
    is_lone_method: bool,
}

impl Input {
    fn of(section: &Section) -> Self {
        Self { text: section.source.clone(), is_lone_method: section.language == "java method" }
    }

    fn tree(&self) -> JavaTree {
        if self.is_lone_method { parse_method(&self.text) } else { parse(&self.text) }
    }

    fn render(&self, label: &str) -> String {
        match label {
            "tokens" => {
                let tokens = tokenize(&self.text);
                let rows =
                    tokens.tokens.iter().map(|token| format!("{:?} {}\n", token.kind, shown(token.text(&self.text))));
                rows.chain(tokens.diagnostics.iter().map(|diagnostic| self.diagnostic(diagnostic))).collect()
            }
            "methods" => self.tree().methods().map(|method| self.method(method)).collect(),
            "types" => self.tree().types().fold(String::new(), |mut rows, found| {
                let name = found.name().map_or("?", |name| name.text(&self.text));
                let local = if found.is_local() { " (local)" } else { "" };
                let _ = writeln!(rows, "{} {name}{local}", found.node.kind_name());
                rows
            }),
            "tree" => {
                let tree = self.tree();
                let mut rows = String::new();
                let mut walk = tree.root().descendants();
                while let Some(node) = walk.next() {
                    let span = node.span();
                    if node.is_named() {
                        let _ = writeln!(
                            rows,
                            "{}{} {}..{}",
                            "  ".repeat(walk.depth()),
                            node.kind_name(),
                            span.start,
                            span.end
                        );
                    }
                }
                rows
            }
            "diagnostics" => self.tree().diagnostics().iter().map(|diagnostic| self.diagnostic(diagnostic)).collect(),
            other => panic!("no such block: {other}"),
        }
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> String {
        let Span { start, end } = diagnostic.span;
        let text = shown(diagnostic.span.text(&self.text));
        format!("{:?} {start}..{end} {}: {text}\n", diagnostic.kind, diagnostic.message)
    }

    fn method(&self, method: Method<'_>) -> String {
        let text = |span: Span| span.text(&self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let mut rows = format!("{}\n", method.name().map_or("?", |name| name.text(&self.text)));
        let mut row = |title: &str, value: String| {
            if !value.is_empty() {
                let _ = writeln!(rows, "  {title}: {value}");
            }
        };
        row(
            "in",
            method.enclosing_type().and_then(TypeDeclaration::name).map(|name| text(name.span())).unwrap_or_default(),
        );
        row("local", if method.is_local() { "yes".to_owned() } else { String::new() });
        row("header", text(method.header_span()));
        row("modifiers", method.modifiers().map(|node| text(node.span())).collect::<Vec<_>>().join(", "));
        row("annotations", method.annotations().map(|node| text(node.span())).collect::<Vec<_>>().join(", "));
        row("returns", method.return_type().map(|node| text(node.span())).unwrap_or_default());
        let parameters = method.parameters().map(|parameter| {
            let name = parameter.name().map(|node| text(node.span())).unwrap_or_default();
            let type_text = parameter.type_node().map(|node| text(node.span())).unwrap_or_default();
            format!("{name} of {type_text}{}", if parameter.is_variadic() { "..." } else { "" })
        });
        row("parameters", parameters.collect::<Vec<_>>().join(", "));
        row("throws", method.throws().map(|node| text(node.span())).collect::<Vec<_>>().join(", "));
        row("body", method.body().map(|node| text(node.span())).unwrap_or_default());
        let javadoc = method.javadoc(&self.text).map(|span| javadoc_text(span.text(&self.text)));
        row("javadoc", javadoc.map(|javadoc| format!("{javadoc:?}")).unwrap_or_default());
        rows
    }
}

/// Tokens are ordered, not empty, and all that is not token is white space.
fn check_tokens(source: &str) {
    let tokens = tokenize(source);
    let mut rebuilt = String::new();
    let mut end = 0;
    for token in &tokens.tokens {
        assert!(token.span.start >= end && !token.span.is_empty(), "{token:?} after {end} in {source:?}");
        let gap = Span::new(end, token.span.start).text(source);
        assert!(is_gap(gap), "{gap:?} in {source:?}");
        rebuilt.push_str(gap);
        rebuilt.push_str(token.text(source));
        end = token.span.end;
    }
    let rest = Span::new(end, source.len() as u32).text(source);
    assert!(is_gap(rest.strip_suffix('\x1a').unwrap_or(rest)), "{rest:?} in {source:?}");
    assert_eq!(rebuilt + rest, source);
    let errors = tokens.tokens.iter().filter(|token| token.kind == TokenKind::Error).map(|token| token.span);
    assert!(errors.eq(tokens.diagnostics.iter().map(|diagnostic| diagnostic.span)), "{source:?}");
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

/// Spans lie in the text and in their parents'; the typed accessors take any tree.
fn check_tree(source: &str, tree: &JavaTree) {
    let whole = Span::new(0, source.len() as u32);
    let mut ancestors: Vec<Span> = Vec::new();
    let mut walk = tree.root().descendants();
    let mut count = 0;
    while let Some(node) = walk.next() {
        count += 1;
        let span = node.span();
        assert!(whole.contains(span) && span.start <= span.end, "{node:?}");
        assert!(source.is_char_boundary(span.start as usize) && source.is_char_boundary(span.end as usize));
        ancestors.truncate(walk.depth());
        assert!(ancestors.last().is_none_or(|parent| parent.contains(span)), "{node:?} in {source:?}");
        ancestors.push(span);
    }
    assert_eq!(count, tree.root().descendant_count());
    for method in tree.methods() {
        assert!(method.span().contains(method.header_span()));
        assert!(method.javadoc(source).is_none_or(|span| span.end <= method.span().start));
        assert_eq!(
            method.parameters().count(),
            method.parameters().filter(|found| found.type_node().is_some()).count()
        );
    }
    assert_eq!(tree.types().count(), tree.types().filter(|found| found.node.kind().is_type_declaration()).count());
}

/// Pieces of Java, so that random texts get further than the first character.
fn java_like() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "class",
        "A",
        "{",
        "}",
        "(",
        ")",
        ";",
        "void",
        "int",
        "x",
        "=",
        "1",
        "0x",
        ".5e",
        "\"",
        "\\",
        "'",
        "'a'",
        "\"\"\"",
        "/*",
        "*/",
        "/**",
        "//",
        "\n",
        " ",
        "\r",
        ">",
        "<",
        ">>",
        "@",
        "interface",
        "enum",
        "record",
        "new",
        "->",
        "::",
        "...",
        "non-sealed ",
        "\\u0041",
        "\\u0020",
        "\\ud83d",
        "é",
        "😀",
        "\0",
        "#",
        "return",
        "if",
        "else",
        "[",
        "]",
        ",",
        "static",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(crate::property_config(256))]

    #[test]
    fn any_text_is_tokenized(source in any::<String>()) {
        check_tokens(&source);
    }

    #[test]
    fn any_text_is_parsed(source in any::<String>()) {
        check_tree(&source, &parse(&source));
        check_tree(&source, &parse_method(&source));
    }

    #[test]
    fn text_like_java_is_tokenized(source in java_like()) {
        check_tokens(&source);
    }

    #[test]
    fn text_like_java_is_parsed(source in java_like()) {
        check_tree(&source, &parse(&source));
        check_tree(&source, &parse_method(&source));
    }
}

#[test]
fn deep_nesting_neither_overflows_nor_takes_long() {
    const DEPTH: usize = 100_000;
    let hostile = [
        format!("class A {{ int x = {}1{}; }}", "(".repeat(DEPTH), ")".repeat(DEPTH)),
        format!("class A {{ void f() {}{} }}", "{".repeat(DEPTH), "}".repeat(DEPTH)),
        "(".repeat(DEPTH),
        "{".repeat(DEPTH),
        ")".repeat(DEPTH),
        "class A { ".repeat(DEPTH / 10),
        format!("class A {{ int x = 1{}; }}", " + 1".repeat(DEPTH)),
        format!("class A {{ int[] x = {}{}; }}", "{".repeat(DEPTH), "}".repeat(DEPTH)),
        "a<".repeat(DEPTH),
        "[".repeat(DEPTH),
        "if (x) ".repeat(DEPTH / 10),
        "\0".repeat(DEPTH),
        "/*".repeat(DEPTH),
        "\"\"\"\n\\".repeat(DEPTH),
        "\"".repeat(DEPTH),
        "@".repeat(DEPTH),
        "x -> ".repeat(DEPTH),
        "a ? b : ".repeat(DEPTH),
        "new A() { void f() { ".repeat(DEPTH / 10),
        "(a)-".repeat(DEPTH),
        "int a=b<".repeat(DEPTH),
    ];
    for source in hostile {
        check_tokens(&source);
        check_tree(&source, &parse(&source));
    }
}

#[test]
fn limits_are_said() {
    let nested = |depth: usize| format!("class A {{ int x = {}1{}; }}", "(".repeat(depth), ")".repeat(depth));
    let (shallow, deep) = (nested(900), nested(2_000));
    assert!(!parse(&shallow).is_too_deep());
    assert!(parse(&deep).is_too_deep());
    assert_eq!(parse(&deep).diagnostics().len(), 1);
    // The parser's memory would grow with the square of the number of open brackets.
    let endless = "a<".repeat(100_000);
    let diagnostics = parse(&endless).diagnostics().to_vec();
    assert_eq!(diagnostics.iter().map(|found| found.kind).collect::<Vec<_>>(), [DiagnosticKind::TooMuchWork]);
    // The end of each comment would be looked for to the end of the text.
    let kinds = |source: &str| parse(source).diagnostics().iter().map(|found| found.kind).collect::<Vec<_>>();
    assert_eq!(kinds(&"/*'".repeat(50_000)), [DiagnosticKind::TooMuchWork]);
    assert_eq!(kinds(&"{".repeat(140_000)), [DiagnosticKind::TooMuchWork]);
    assert_eq!(kinds(&format!("{}*/ class A {{}}", "/*'".repeat(50_000))), []);
    // Patterns of addresses in strings are no comments.
    let patterns = "String a = \"127.0.0.1|/*\"; ".repeat(200);
    assert_eq!(kinds(&format!("class A {{ {patterns} }}")), []);
}

#[test]
fn nodes_know_their_neighbours() {
    let source = "class A { void f(int a, int b) { g(a); } }";
    let tree = parse(source);
    for node in tree.root().descendants() {
        let mut previous = None;
        for child in node.children() {
            assert_eq!(child.parent(), Some(node));
            assert_eq!(child.prev_sibling(), previous);
            assert_eq!(tree.depth(child), tree.depth(node) + 1);
            assert!(previous.is_none_or(|sibling| sibling.next_sibling() == Some(child)));
            previous = Some(child);
        }
        assert_eq!(previous.and_then(Node::next_sibling), None);
        assert_eq!(node.children().count(), node.child_count());
    }
}

#[test]
fn errors_do_not_hide_behind_the_work_limit() {
    let tree = parse("class A { void f( { } }");
    assert!(tree.diagnostics().iter().all(|diagnostic| diagnostic.kind == DiagnosticKind::Syntax));
    assert!(!tree.diagnostics().is_empty());
}
