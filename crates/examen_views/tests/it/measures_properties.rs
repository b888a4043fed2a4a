//! What holds for the measures of any function, checked on the built-in corpus.

use std::path::{Path, PathBuf};

use examen_syntax::java::{self, Kind};
use examen_syntax::python::{self, Dialect, Function};
use examen_syntax::{Language, SourceText};
use examen_views::measures::Measures;

use crate::measures::{java_methods, python_functions};

#[test]
fn java_measures_depend_on_the_tokens_only() {
    let mut methods = 0;
    for source in sources(Language::Java) {
        let tree = java::parse(&source);
        let tokens: Vec<java::Token> = java::tokenize(&source).significant().collect();
        let measured = java_methods(&tree, &source);
        for (method, (name, measures)) in tree.methods().filter(|method| !method.is_local()).zip(measured) {
            // The class around a lone method has no components that it could set.
            if method.node.kind() == Kind::CompactConstructorDeclaration {
                continue;
            }
            let span = method.span();
            let own = tokens.iter().filter(|token| span.contains(token.span)).map(|token| token.text(&source));
            let joined = own.collect::<Vec<_>>().join(" ");
            let alone = java_methods(&java::parse_method(&joined), &joined);
            assert_eq!(alone, [(name, measures)], "{joined}");
            assert_sound(measures);
            methods += 1;
        }
    }
    assert!(methods > 100, "{methods}");
}

#[test]
fn python_measures_do_not_depend_on_what_is_around_a_function() {
    let mut functions = 0;
    for source in sources(Language::Python) {
        let python::PythonFile { tree, dialect, .. } = python::parse(&source);
        // `print >>file, text` alone is a shift in Python 3.
        if dialect == Dialect::Python2 {
            continue;
        }
        let mut spans: Vec<_> = tree.all::<Function>().map(|(_, function)| tree[function.stmt].span).collect();
        spans.sort_unstable();
        for (name, measures) in python_functions(&source) {
            // The first one that is left belongs to the first name, and takes those inside it with it.
            let span = spans[0];
            spans.retain(|other| !span.contains(*other));
            let start = source[..span.start as usize].rfind('\n').map_or(0, |end| end + 1);
            let margin = &source[start..span.start as usize];
            let lines = source[start..span.end as usize].lines();
            let lone: String = lines.flat_map(|line| [line.strip_prefix(margin).unwrap_or(line), "\n"]).collect();
            assert_eq!(python_functions(&lone), [(name, measures)], "{lone}");
            assert_sound(measures);
            functions += 1;
        }
    }
    assert!(functions > 100, "{functions}");
}

fn assert_sound(measures: Measures) {
    assert!(measures.distinct_operators <= measures.operators);
    assert!(measures.operators <= measures.tokens);
    assert!(measures.distinct_variables <= measures.variables);
    assert!(measures.loops + measures.ifs <= measures.structures);
    assert!(measures.paths >= 1 && measures.depth >= 1);
}

/// The files of the built-in corpus in a language.
fn sources(language: Language) -> Vec<String> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(language.name())];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let paths: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java" || extension == "py") {
                files.push(path);
            }
        }
    }
    files.sort();
    files.iter().map(|path| SourceText::decode(std::fs::read(path).unwrap(), language).text).collect()
}
