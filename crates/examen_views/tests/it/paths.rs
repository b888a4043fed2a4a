//! Path contexts: what the original extractors gave, what continues their rules, and files made to be slow.

use std::path::Path;

use examen_syntax::python;
use examen_views::paths::{LeftOut, PathFormat, PathSettings, java_lines, original_reading, python_lines};

use crate::fixture::check;

/// These lines are not ours, so that no update touches them: `scripts/paths_agreement.py` asks for them.
#[test]
fn lines_are_those_of_the_original_extractors() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/paths/original");
    let mut compared = 0;
    let (mut language, mut source) = (String::new(), String::new());
    examen_test::check_fixtures(&folder, |path, block| {
        let format = match block.info {
            "code2vec" => PathFormat::Code2vec,
            "code2seq" => PathFormat::Code2seq,
            _ => {
                (language, source) = (block.info.to_owned(), block.text.to_owned());
                return Ok(None);
            }
        };
        let made = if language == "java" { java(&source, format) } else { python(&source) };
        assert_same(&made, block.text, &format!("{}, {} of\n{source}", path.display(), block.info));
        compared += 1;
        Ok(None)
    });
    assert!(compared > 100, "only {compared} blocks");
}

/// Names the first context that differs, since lines are long.
fn assert_same(made: &str, wanted: &str, place: &str) {
    let contexts = |text: &str| text.split([' ', '\n']).map(str::to_owned).collect::<Vec<_>>();
    let (made, wanted) = (contexts(made), contexts(wanted));
    let differs = made.iter().zip(&wanted).position(|(is, wanted)| is != wanted);
    if let Some(at) = differs {
        panic!("{place}: context {at}: expected {} but got {}", wanted[at], made[at]);
    }
    assert_eq!(made.len(), wanted.len(), "{place}");
}

#[test]
fn newer_code_continues_the_rules() {
    let lines = |source: &str, language: &str| match language {
        "java" => java(source, PathFormat::Code2seq),
        _ => python(source),
    };
    check("paths/ours", &[("code2seq", &lines)]);
}

fn java(source: &str, format: PathFormat) -> String {
    java_with(source, PathSettings::of(format))
}

fn java_with(source: &str, settings: PathSettings) -> String {
    let (text, tree, _) = original_reading(source);
    assert!(!tree.is_too_deep());
    let mut lines = String::new();
    java_lines(&text, &tree, &settings, |method| {
        if let Ok(line) = method.line {
            lines.push_str(line);
            lines.push('\n');
        }
    });
    lines
}

fn python(source: &str) -> String {
    let mut lines = String::new();
    python_lines(source, &python::parse(source), &PathSettings::of(PathFormat::Code2seq), |function| {
        if let Ok(line) = function.line {
            lines.push_str(line);
            lines.push('\n');
        }
    });
    lines
}

#[test]
fn a_hash_is_that_of_the_path() {
    let source = "class A { int a(int b) { return b; } }";
    let settings = PathSettings::of(PathFormat::Code2vec);
    assert!(java_with(source, settings).starts_with("a int,600457869,METHOD_NAME "));
    let plain = PathSettings { has_hashes: false, ..settings };
    assert!(
        java_with(source, plain).starts_with("a int,(PrimitiveType0)^(MethodDeclaration)_(NameExpr1),METHOD_NAME ")
    );
}

#[test]
fn limits_of_length_and_width_hold() {
    let source = "class A { void a() { f(b, c, d, e); } }";
    let contexts = |max_length, max_width| {
        let settings = PathSettings { max_length, max_width, ..PathSettings::of(PathFormat::Code2seq) };
        java_with(source, settings).split(' ').count() - 1
    };
    // Between the arguments and the name: four in a row; to type and name of the method it is further.
    assert_eq!(contexts(2, 0), 0);
    assert_eq!(contexts(2, 1), 1 + 4);
    assert_eq!(contexts(2, 2), 1 + 4 + 3);
    assert_eq!(contexts(2, 100), 1 + 10);
    assert_eq!(contexts(100, 100), 7 * 6 / 2);
}

#[test]
fn what_is_left_out_says_why() {
    let why = |source: &str| {
        let mut reasons = Vec::new();
        let (text, tree, _) = original_reading(source);
        java_lines(&text, &tree, &PathSettings::of(PathFormat::Code2vec), |method| reasons.push(method.line.err()));
        reasons
    };
    assert_eq!(why("class A { void a() { } abstract void b(); }"), [Some(LeftOut::Empty)]);
    assert_eq!(why("class A { void a() { b( ; } void c() { d(); } }"), [Some(LeftOut::SyntaxError), None]);
}

/// Each would take minutes, or all memory, if the walk looked at every pair of leaves.
#[test]
fn long_methods_cost_what_they_give() {
    let statements = "a = b; ".repeat(20_000);
    let values = "1, ".repeat(60_000);
    let arguments = vec!["x"; 40_000].join(", ");
    let twins = "int[]::new, y, int[]::new, y";
    for body in [
        statements.clone(),
        format!("int[] v = {{ {values} }};"),
        format!("f({arguments}, {twins});"),
        format!("f({twins}, {arguments});"),
        "/* c */ g(x); // d\n".repeat(20_000),
        "if (a) { b(); } // c\n".repeat(10_000),
    ] {
        let source = format!("class A {{ void m() {{ {body} }} }}");
        let line = java(&source, PathFormat::Code2vec);
        assert!(line.len() < 200 * source.len(), "{} of {}", line.len(), source.len());
    }
}

/// Their own lines are short; that of the function around them would look at all pairs of them.
#[test]
fn a_function_around_thousands_of_others_is_left_out_and_they_are_not() {
    let lines = |functions: usize| {
        let inner = "    def g():\n        return a + b\n".repeat(functions);
        let source = format!("def f():\n    a = 1\n{inner}");
        let (mut written, mut left_out) = (0, Vec::new());
        let settings = PathSettings::of(PathFormat::Code2seq);
        python_lines(&source, &python::parse(&source), &settings, |function| match function.line {
            Ok(_) => written += 1,
            Err(reason) => left_out.push((function.name.start, reason)),
        });
        (written, left_out)
    };
    assert_eq!(lines(1_000), (1_001, Vec::new()));
    assert_eq!(lines(30_000), (30_000, vec![("def ".len() as u32, LeftOut::TooLong)]));
}

#[test]
fn deep_methods_need_no_stack() {
    for (before, inside, after) in [("(", "x", ")"), ("!", "x", ""), ("f(", "x", ")"), ("new int[] {", "x", "}")] {
        let body = format!("a = {}{inside}{};", before.repeat(240), after.repeat(240));
        assert!(java(&format!("class A {{ void m() {{ {body} }} }}"), PathFormat::Code2vec).starts_with("m "));
    }
}
