//! Java methods: names, jumps, completion, constants and effects, by example; and texts that are no Java.

use std::fmt::Write;
use std::path::Path;

use examen_semantics::java::{Access, DoubtReason, Effects, MethodModel, Variable};
use examen_semantics::python::Version;
use examen_syntax::java::{JavaTree, Kind, Method, Node, parse_method};
use examen_syntax::{LineIndex, Span};

use crate::fixture::check;

#[test]
fn fixtures_say_what_is_known_of_a_method() {
    check(
        "java/model",
        &[
            ("bound", &bound),
            ("variables", &variables),
            ("free", &free),
            ("jumps", &jumps),
            ("stops", &stops),
            ("constants", &constants),
            ("effects", &effects),
            ("callables", &callables),
        ],
    );
}

fn model_of<'t>(tree: &'t JavaTree, source: &'t str) -> MethodModel<'t> {
    match tree.methods().next() {
        Some(method) => MethodModel::new(method, source),
        None => MethodModel::of_node(tree.root(), source),
    }
}

/// The text with the number of its variable behind each identifier that names one.
fn bound(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let mut text = String::new();
    let mut at = 0;
    for node in tree.root().descendants() {
        if let Some(variable) = model.variable_at(node) {
            let end = node.span().end as usize;
            text.push_str(&source[at..end]);
            let usage = model.variables()[variable].uses.iter().find(|usage| usage.node == node);
            let access = match usage.map(|usage| (usage.access, usage.is_captured)) {
                None => ":",
                Some((Access::Read, false)) => "",
                Some((Access::Read, true)) => "^",
                Some((Access::Write, false)) => "=",
                Some((Access::ReadWrite, false)) => "±",
                Some((_, true)) => "^=",
            };
            let _ = write!(text, "#{variable}{access}");
            at = end;
        }
    }
    text.push_str(&source[at..]);
    text
}

fn variables(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let lines = LineIndex::new(source);
    let place = |offset: u32| {
        let position = lines.position(source, offset);
        format!("{}:{}", position.line, position.char_column)
    };
    let line = |(index, variable): (usize, &Variable<'_>)| {
        let Span { start, end } = variable.scope;
        let type_text = variable.type_text(source).unwrap_or_else(|| "?".to_owned());
        let kind = format!("{:?}", variable.kind);
        let is_final = if variable.is_final { " final" } else { "" };
        let value = variable.initializer.map_or_else(String::new, |value| format!(" = {}", value.text(source)));
        let mut text = format!("#{index}{is_final} {type_text} {}{value}: {kind}, ", variable.name);
        let _ = write!(text, "scope {}-{}", place(start), place(end));
        for doubt in &variable.doubts {
            let reason = match doubt.reason {
                DoubtReason::MayBeInherited { class } => format!("may be inherited in {}", head(class, source)),
                DoubtReason::MayBeEnumConstant => "may be an enum constant".to_owned(),
                DoubtReason::CanonicalConstructor => "canonical constructor".to_owned(),
                DoubtReason::SyntaxError => "syntax error".to_owned(),
            };
            let _ = write!(text, "; in doubt at {}: {reason}", place(doubt.node.span().start));
        }
        text + "\n"
    };
    model.variables().iter().enumerate().map(line).collect()
}

fn free(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let words = |names: &std::collections::BTreeSet<&str>| names.iter().copied().collect::<Vec<_>>().join(" ");
    let others: std::collections::BTreeSet<&str> = model.names().difference(model.free_names()).copied().collect();
    format!("free: {}\nothers: {}\n", words(model.free_names()), words(&others))
}

/// A node's first line.
fn head<'t>(node: Node<'_>, source: &'t str) -> &'t str {
    node.text(source).lines().next().unwrap_or_default()
}

fn jumps(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let lines = LineIndex::new(source);
    let line = |node: Node<'_>| lines.position(source, node.span().start).line;
    let mut text = String::new();
    for node in tree.root().descendants() {
        if matches!(node.kind(), Kind::BreakStatement | Kind::ContinueStatement | Kind::YieldStatement) {
            let _ = write!(text, "{}: {}", line(node), head(node, source));
            let _ = match model.jump_target(node) {
                Some(target) => {
                    assert!(model.jumps_to(target).any(|jump| jump == node));
                    let label = model.label_of(target).and_then(|labelled| labelled.named_children().next());
                    let label = label.map_or_else(String::new, |label| format!("{}: ", label.text(source)));
                    writeln!(text, " -> {}: {label}{}", line(target), head(target, source))
                }
                None => writeln!(text, " -> nowhere"),
            };
        }
    }
    text
}

/// The statements that cannot complete.
fn stops(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let lines = LineIndex::new(source);
    let mut text = String::new();
    for node in tree.root().descendants() {
        if !model.can_complete(node) {
            let _ = writeln!(text, "{}: {}", lines.position(source, node.span().start).line, head(node, source));
        }
    }
    text
}

/// The values of the right sides of declarations.
fn constants(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let mut text = String::new();
    for variable in model.variables() {
        if let Some(value) = variable.initializer {
            let constant = model.constant(value).map_or_else(|| "-".to_owned(), |constant| format!("{constant:?}"));
            let _ = writeln!(text, "{} = {constant}", variable.name);
        }
    }
    text
}

/// What the statements of the body do.
fn effects(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let body = tree.methods().next().and_then(Method::body).expect("a body");
    let statements = body.named_children().filter(|node| !node.kind().is_comment());
    let mut text = String::new();
    for node in statements {
        let _ = writeln!(text, "{} | {}", head(node, source), shown(&model.effects(node), &model));
    }
    text
}

fn shown(effects: &Effects, model: &MethodModel<'_>) -> String {
    let names = |set: &std::collections::BTreeSet<usize>| {
        set.iter().map(|&variable| model.variables()[variable].name).collect::<Vec<_>>().join(" ")
    };
    let mut parts = Vec::new();
    if !effects.reads.is_empty() {
        parts.push(format!("reads {}", names(&effects.reads)));
    }
    if !effects.writes.is_empty() {
        parts.push(format!("writes {}", names(&effects.writes)));
    }
    let flags = [
        ("reads heap", effects.reads_heap && !effects.calls),
        ("writes heap", effects.writes_heap && !effects.calls),
        ("calls", effects.calls),
        ("throws", effects.may_throw && !effects.calls),
        ("jumps", effects.jumps),
    ];
    assert!(!effects.calls || (effects.reads_heap && effects.writes_heap && effects.may_throw));
    parts.extend(flags.iter().filter(|(_, is_set)| *is_set).map(|(name, _)| (*name).to_owned()));
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// For each call of `here` the statement and the callable around it.
fn callables(source: &str, _: Version) -> String {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let mut text = String::new();
    for node in tree.root().descendants() {
        if node.kind() == Kind::MethodInvocation && node.text(source).starts_with("here") {
            let statement = model.enclosing_statement(node).map_or("none", |statement| head(statement, source));
            let callable = head(model.enclosing_callable(node), source);
            let parent = model.parent(node).map_or("none", Node::kind_name);
            let _ = writeln!(text, "{}: {statement} | {callable} | {parent}", node.text(source));
        }
    }
    text
}

/// All Java of the fixtures.
fn sources() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/java/model");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).unwrap());
    texts.flat_map(|text| text.split("```java\n").skip(1).map(first_block).collect::<Vec<_>>()).collect()
}

fn first_block(text: &str) -> String {
    text.split("```").next().unwrap_or_default().to_owned()
}

#[test]
fn names_parents_and_scopes_agree_whatever_the_text() {
    for source in sources() {
        for (end, _) in source.char_indices().filter(|&(at, _)| at % 7 == 0) {
            check_agreement(&source[..end]);
        }
        check_agreement(&source);
    }
}

fn check_agreement(source: &str) {
    let tree = parse_method(source);
    let model = model_of(&tree, source);
    let Some(root) = tree.methods().next().map(|method| method.node) else { return };
    for (index, variable) in model.variables().iter().enumerate() {
        assert_eq!(model.variable_at(variable.declaration), Some(index), "{source}");
        assert!(!root.has_error() || variable.has_doubtful_use(), "{source}");
        for usage in &variable.uses {
            let span = usage.node.span();
            assert_eq!(model.variable_at(usage.node), Some(index), "{source}");
            assert!(
                variable.scope.start <= span.start && span.end <= variable.scope.end,
                "{} in {source}",
                variable.name
            );
        }
    }
    let mut count = 0;
    for node in root.descendants() {
        // What the parser put in covers nothing, so that its place does not tell it from its neighbours.
        if node != root && !node.span().is_empty() {
            assert_eq!(model.parent(node), node.parent(), "{node:?} in {source}");
        }
        count += usize::from(model.variable_at(node).is_some());
        let (_, _) = (model.effects(node), model.constant(node));
    }
    let named = model.variables().iter().map(|variable| 1 + variable.uses.len()).sum::<usize>();
    assert_eq!(count, named, "{source}");
}

/// Deep trees are read up to the limit and left alone beyond it; the stack is that of a thread of a test.
#[test]
fn deep_and_long_methods_are_read() {
    let sum = format!("int f(int a) {{ return {}a; }}", "a + ".repeat(980));
    let brackets = format!("int f(int a) {{ return {}a{}; }}", "(".repeat(980), ")".repeat(980));
    let lambdas = format!("int f(int a) {{ g({}a); }}", "b -> ".repeat(980));
    let nested = format!("void f(int a) {{ {}a++;{} }}", "if (a > 0) {".repeat(480), "}".repeat(480));
    let switches = format!("void f(int a) {{ {}a++;{} }}", "switch (a) { default: ".repeat(320), "}".repeat(320));
    for source in [sum, brackets, lambdas, nested, switches] {
        let tree = parse_method(&source);
        assert!(!tree.is_too_deep());
        let model = model_of(&tree, &source);
        assert!(!model.variables()[0].uses.is_empty());
        let body = tree.methods().next().and_then(Method::body).unwrap();
        assert!(model.effects(body).reads.contains(&0));
    }
    let too_deep = format!("int f(int a) {{ return {}a; }}", "a + ".repeat(20_000));
    let tree = parse_method(&too_deep);
    let model = model_of(&tree, &too_deep);
    assert!(model.variables().is_empty());
    assert!(tree.methods().all(|method| model.effects(method.node).calls));
    // Each value hangs on the one before; none is asked for twice.
    let mut long = "void f() { final var a0 = \"x\"; ".to_owned();
    for at in 1..5_000 {
        let _ = write!(long, "final var a{at} = a{} + a{};", at - 1, at - 1);
    }
    long.push('}');
    let tree = parse_method(&long);
    assert_eq!(model_of(&tree, &long).variables().len(), 5_000);
}
